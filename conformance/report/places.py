"""All that there is to say of a place: a provider, a dialect, or a case."""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import msgspec

from conformance.data import cassettes_folders, whose
from conformance.judge import checks
from conformance.judge.text_checks import SAID, TEXT_CHECKS
from conformance.mutants.streams.mutant import MUTANT
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.recording import by_dialect
from conformance.recording.cassette import Cassette, CassetteName, deviation, recorded
from conformance.recording.errors import CassetteError
from conformance.recording.text_answers import TEXT, answer
from conformance.recording.text_answers import names as text_names
from conformance.report import verdicts
from conformance.report.facts import Fact, Told, UnknownId
from conformance.report.results import ResultsError
from conformance.report.words import counted
from conformance.scenarios import capabilities
from conformance.scenarios import load as load_scenario
from conformance.scenarios import names as scenario_names
from conformance.standins.text_formats import written
from toolwire.providers import Declared, DialectClaims, load, load_all, own_rules, owner, rules
from toolwire.providers import names as providers
from toolwire.providers.evidence import surveyed

_MODES: Final = ("plain", "stream")
_PARTS: Final = 4
"""Of the id of a case, its check aside."""


def provider(name: str) -> Told:
    """What a provider says of itself, how it differs, and what is recorded of it."""
    profile = load(name)

    def facts() -> Iterator[Fact]:
        yield Fact("homepage", (profile.homepage,))
        yield Fact("key", (f"{profile.auth}, from {profile.key_variable}" if profile.key_variable else profile.auth,))
        for dialect, claims in profile.dialects.items():
            lent = "its own" if claims.home == name else f"that of {claims.home}"
            yield Fact("dialect", (f"{dialect}, {lent}, at {claims.base_url}, asked for {claims.model}",))
            yield Fact("declares", tuple(f"{one.capability}: {claim(one)}" for one in claims.declared))
            yield Fact("differs", tuple(f"{one.id}: {one.statement} ({one.source})" for one in claims.quirks))
            yield Fact("rules of its own", tuple(f"{one.id}: {one.statement}" for one in own_rules(name, dialect)))
            yield Fact("cannot say", tuple(f"{one}: {why}" for one, why in claims.unsupported.items()))
            yield Fact("evidence", tuple(_recorded(name, dialect, claims)))

    return profile.title, facts()


def _recorded(name: str, dialect: str, claims: DialectClaims) -> Iterator[str]:
    there = [one for one in recorded() if (one.provider, one.dialect) == (name, dialect)]
    found = Counter(line for one in sorted(there) for line in evidence(one))
    yield from (f"{counted(number, 'cassette')}: {line}" for line, number in found.items())
    if claims.home != name:
        lent = [CassetteName(name, dialect, one, mode) for one in scenario_names() for mode in load_scenario(one).modes]
        played = sum(one not in there and by_dialect.is_played(one) for one in lent)
        yield f"{played} more by dialect: the cassettes of {claims.home}, with what differs"
    known = surveyed(name).get(dialect)
    if known is not None:
        yield f"observed elsewhere: {counted(known.exchanges, 'public exchange')} ({known.date})"


def claim(declared: Declared) -> str:
    """What is declared of a capability, by which source, read when."""
    if declared.claim == "unpublished":
        return f"not published, looked for in {declared.source} ({declared.retrieved})"
    number = None if declared.value is None else str(declared.value)
    said = ", ".join(filter(None, (declared.claim, number, declared.note, declared.source)))
    return f"{said} ({declared.retrieved})"


def dialects() -> tuple[str, ...]:
    """All dialects, sorted."""
    return tuple(sorted({dialect for profile in load_all().values() for dialect in profile.dialects}))


def dialect(name: str) -> Told:
    """Who owns a dialect, who speaks it, and its rules."""
    home = owner(name)
    speakers = {one: profile for one, profile in load_all().items() if name in profile.dialects}

    def facts() -> Iterator[Fact]:
        yield Fact("owner", (speakers[home].title,))
        yield Fact("sources", speakers[home].dialects[name].sources)
        yield Fact("spoken by", tuple(_speaks(one, speakers[one].dialects[name]) for one in speakers))
        yield Fact("rules", tuple(f"{one.id} ({one.level}): {one.statement}" for one in rules(home, name)))

    return f"The dialect of {speakers[home].title}", facts()


def _speaks(name: str, claims: DialectClaims) -> str:
    differs = f", {counted(len(claims.quirks), 'difference')}" if claims.quirks else ""
    return f"{name}: {claims.base_url}{differs}"


def is_whole(name: str) -> bool:
    """Whether what has slashes in it is the id of one case, its check aside, and not how the ids of some begin."""
    return len(_parts(name)) >= _PARTS


def is_one(name: str) -> bool:
    """Whether an id names one scenario of a provider's dialect."""
    parts = _parts(name)
    return len(parts) >= _PARTS - 1 and parts[2] != "*"


def _parts(name: str) -> list[str]:
    return name.rstrip("/").split("/", maxsplit=_PARTS)


def cases(name: str) -> Told:
    """The cases whose ids begin so, up to a slash, as ``run`` and ``gate`` take them. Raises ``UnknownId``."""
    named, spoken, scenario = [*(parts := _parts(name)), "", ""][:3]
    _known("provider", named, (*providers(), TEXT))
    if len(parts) > 1:
        _known_dialect(named, spoken)
    if len(parts) > 2:
        _known_scenario(named, scenario)
    every = text_names() if named == TEXT else tuple(_every(named))
    there = [one for one in every if str(one).split("/")[: len(parts)] == parts]

    def facts() -> Iterator[Fact]:
        if scenario:
            modes = _MODES if named == TEXT else load_scenario(scenario).modes
            played = (CassetteName(named, spoken, scenario, mode) for mode in modes)
            yield Fact("modes", tuple(f"{one.mode}: {'; '.join(_rests_on(one))}" for one in played))
        elif spoken:
            found = dict.fromkeys(one.scenario for one in there)
            yield Fact("scenarios", tuple(f"{one}: {_modes(there, one)}" for one in found))
            try:
                yield from verdicts.summary(named, spoken)
            except ResultsError as error:
                yield Fact("reports", (f"cannot be read: {error}",))
        else:
            number = Counter(dialect for dialect, _ in {(one.dialect, one.scenario) for one in there})
            word = "text formats" if named == TEXT else "dialects"
            yield Fact(word, tuple(f"{one}: {counted(number[one], 'scenario')}" for one in sorted(number)))
        if parts != [TEXT]:
            yield Fact("see", (f"conformance explain {parts[-1]}",))
        if there:
            yield Fact("again", (f"conformance gate {'/'.join(parts)} --adapter reference",))

    asked = load_scenario(scenario).title if scenario else "Every scenario"
    home = "calls in text" if named == TEXT else load(named).title
    return ", ".join(filter(None, (asked, home, spoken))), facts()


def _modes(there: list[CassetteName], scenario: str) -> str:
    return ", ".join(one.mode for one in there if one.scenario == scenario)


def _every(named: str) -> Iterator[CassetteName]:
    """All that a provider has recorded, and all that it is played by dialect."""
    there = {one for one in recorded() if one.provider == named}
    for dialect in load(named).dialects:
        for scenario in scenario_names():
            for mode in load_scenario(scenario).modes:
                one = CassetteName(named, dialect, scenario, mode)
                if one in there or by_dialect.is_played(one):
                    yield one


def _rests_on(name: CassetteName) -> Iterator[str]:
    """What a case rests on, in a line."""
    if name.provider == TEXT:
        how, said = written()[name.dialect], answer(name.dialect, name.scenario)
        yield f"documented {how.retrieved}: {how.source}" if isinstance(said, str) else f"cannot be said: {said}"
    else:
        yield from _played(name)


def case(name: str) -> Told:
    """What a case asks, what it rests on, and how it is judged again; ``*`` stands for all scenarios.

    Raises ``UnknownId``.
    """
    named, spoken, scenario, mode, *check = _parts(name)
    if named == TEXT:
        return _in_text(name, spoken, scenario, mode, check)
    _known("provider", named, providers())
    _known_dialect(named, spoken)
    _known_scenario(named, scenario, "*")
    _known("mode", mode, _MODES)
    for one in check:
        _known("check", one, tuple(known.name for known in checks.EVERY))
    played = CassetteName(named, spoken, scenario, mode)  # type: ignore[arg-type]
    if scenario == "*":
        return f"Every scenario, {load(named).title}, {spoken}, {mode}", _judged(played, check)
    asked = load_scenario(scenario)

    def facts() -> Iterator[Fact]:
        yield Fact("why", (" ".join(asked.why.split()),))
        yield Fact("capability", (f"{asked.capability}: {capabilities()[asked.capability]}",))
        if asked.beside:
            yield Fact("held at the same time", asked.beside)
        yield Fact("evidence", tuple(_played(played)))
        if sources := tuple(_sources(played)):
            yield Fact("sources", sources)
        yield from _judged(played, check)
        if _is_inferred(played):
            yield Fact("see", (_owners(played),))
        yield Fact("again", (f"conformance gate {name} --adapter reference",))

    return f"{asked.title}, {load(named).title}, {spoken}, {mode}", facts()


def _is_inferred(name: CassetteName) -> bool:
    return not name.among(cassettes_folders()).exists() and by_dialect.is_played(name)


def _owners(name: CassetteName) -> str:
    """The command that explains the case which an inferred one is made from."""
    home = load(name.provider).dialects[name.dialect].home
    case = msgspec.structs.replace(name, provider=home)
    return f"conformance explain {case} (the cassette of {home}, with which libraries are judged)"


def reported(name: str) -> tuple[verdicts.Reported, ...]:
    """The verdicts of the committed reports on a case, or on each mode where the id names none; () for other ids.

    Raises ``ResultsError``.
    """
    named, spoken, scenario, *rest = [*_parts(name), "", ""]
    if not is_one(name):
        return ()
    rest = [one for one in rest if one]
    asked = load_scenario(scenario).modes if named != TEXT else _MODES
    modes = tuple(rest[:1]) or asked
    played = (CassetteName(named, spoken, scenario, mode) for mode in modes)  # type: ignore[arg-type]
    return verdicts.of_cases(played, "".join(rest[1:]))


def _sources(name: CassetteName) -> Iterator[str]:
    """The sources of a cassette, or of the one that it is inferred from."""
    home = load(name.provider).dialects[name.dialect].home
    played = msgspec.structs.replace(name, provider=home) if _is_inferred(name) else name
    with suppress(CassetteError):
        yield from Cassette(played.among(cassettes_folders())).provenance.sources


def _in_text(name: str, text_format: str, scenario: str, mode: str, check: list[str]) -> Told:
    """A case of calls in text."""
    _known_dialect(TEXT, text_format)
    _known_scenario(TEXT, scenario)
    _known("mode", mode, _MODES)
    titles = text_titles()
    for one in check:
        _known("check", one, titles)
    asked, how, said = load_scenario(scenario), written()[text_format], answer(text_format, scenario)

    def facts() -> Iterator[Fact]:
        yield Fact("why", (" ".join(asked.why.split()),))
        yield Fact("capability", (f"{asked.capability}: {capabilities()[asked.capability]}",))
        yield Fact("evidence", (f"documented {how.retrieved}: {how.source}",))
        if isinstance(said, str):
            yield Fact("a model writes", tuple(said.splitlines()))
        else:
            yield Fact("cannot be said", (str(said),))
        for one in check:
            yield Fact("check", (f"{titles[one]}; it judges the {'provider' if one == SAID else 'adapter'}",))
        yield Fact("again", (f"conformance gate {name} --adapter reference",))

    return f"{asked.title}, calls in text, {text_format}, {mode}", facts()


def text_titles() -> dict[str, str]:
    """What the checks of calls in text ask, by their names."""
    mutants = {f"{MUTANT}{one.id}": one.statement for one in TEXT_MUTANTS}
    return {SAID: "The format can say it", **{one.name: one.title for one in TEXT_CHECKS}, **mutants}


def _judged(name: CassetteName, check: list[str]) -> Iterator[Fact]:
    for one in check:
        judges = checks.by_name(one)
        yield Fact("check", (f"{judges.title}; it judges the {judges.subject}",))
        claims = load(name.provider).dialects[name.dialect]
        known = [deviation(name, one), *(quirk.statement for quirk in claims.quirks if one in quirk.breaks)]
        if any(known):
            yield Fact("known to fail", tuple(filter(None, known)))


def _known_dialect(named: str, spoken: str) -> None:
    if named == TEXT:
        _known("text format", spoken, written())
    else:
        _known(f"dialect of {named}", spoken, tuple(load(named).dialects))


def _known_scenario(named: str, scenario: str, *more: str) -> None:
    there = dict.fromkeys(one.scenario for one in text_names()) if named == TEXT else (*more, *scenario_names())
    _known("scenario", scenario, there)


def _known(word: str, value: str, there: Iterable[str]) -> None:
    there = tuple(there)
    if value not in there:
        alike = difflib.get_close_matches(value, there, n=5, cutoff=0.5) or there
        raise UnknownId(
            f"no {word} is called {value!r}; there are: {', '.join(alike)}"
            " (a case is provider/dialect/scenario/plain|stream/check)"
        )


def _played(name: CassetteName) -> Iterator[str]:
    claims = load(name.provider).dialects[name.dialect]
    if name.among(cassettes_folders()).exists():
        yield from evidence(name)
    elif name.scenario in claims.unsupported:
        yield f"cannot be said, as {claims.unsupported[name.scenario]}"
    elif by_dialect.is_played(name):
        yield f"by dialect: the cassette of {claims.home}, with what is known to differ; inferred, not observed"
        lent = CassetteName(claims.home, name.dialect, name.scenario, name.mode)
        yield from (f"that cassette: {line}" for line in evidence(lent))
    else:
        yield "nobody recorded it"


def evidence(name: CassetteName) -> Iterator[str]:
    """Where a cassette comes from, in a line; or what is wrong with it."""
    path = name.among(cassettes_folders())
    try:
        provenance = Cassette(path).provenance
    except CassetteError as error:
        yield str(error)
        return
    models = ", ".join(provenance.models.served or (provenance.models.asked,))
    server = f", {provenance.server}" if provenance.server else ""
    of = f", in {whose(path)}" if whose(path) else ""
    yield f"{provenance.origin} {provenance.date}, {models}{server}{of}"
