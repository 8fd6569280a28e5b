"""Explanations of cases."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Final

import msgspec

from conformance.bundle.manifest import BundleError
from conformance.bundle.submitted import disagreements, views
from conformance.data import cassettes_folders, whose
from conformance.judge import checks
from conformance.judge.subject import Dialect, Subject, TextFormat, is_text, known_providers, subject_of
from conformance.judge.text_checks import EXPRESSED, TEXT_CHECKS
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.plural import counted
from conformance.recording import by_dialect
from conformance.recording.cassette import Cassette, CassetteName, deviation, recorded
from conformance.recording.errors import CassetteError
from conformance.recording.generated import is_generated
from conformance.recording.text_answers import answer
from conformance.recording.text_answers import names as text_names
from conformance.report.explanation import verdicts
from conformance.report.explanation.facts import Description, Fact, UnknownId
from conformance.report.results import ResultsError
from conformance.scenarios import Mode, capabilities
from conformance.scenarios import load as load_scenario
from conformance.scenarios import names as scenario_names
from conformance.scenarios.generated import parsed
from conformance.similar import similar
from conformance.standins.text_formats import written
from toolwire.providers import load
from toolwire.providers import names as providers

_MODES: Final = ("plain", "stream")
_ADAPTER: Final = "--adapter yourpackage.module:YourAdapter"
_PARTS: Final = 4
"""The number of parts in the id of a case: ``provider/dialect/scenario/mode``. The id of a check has more parts."""


def has_mode(name: str) -> bool:
    """Return whether an id names a single case, or a check of a single case. Shorter ids name several cases."""
    return len(_parts(name)) >= _PARTS


def has_scenario(name: str) -> bool:
    """Return whether an id names a hand-written scenario in a provider's dialect or in a text format. The scenario need
    not exist.

    Return False for ``*`` and for generated scenarios, because reports have no verdicts on generated scenarios.
    """
    parts = _parts(name)
    return len(parts) >= _PARTS - 1 and parts[2] != "*" and parsed(parts[2]) is None


def _parts(name: str) -> list[str]:
    return name.rstrip("/").split("/", maxsplit=_PARTS)


def explain_cases(name: str) -> Description:
    """Describe all cases whose ids begin with ``name``. Raises ``UnknownId``.

    The commands ``run`` and ``gate`` also accept the beginnings of ids.
    """
    provider, dialect, scenario = [*(parts := _parts(name)), "", ""][:3]
    _check_known("provider", provider, known_providers())
    subject = subject_of(provider, dialect)
    if len(parts) > 1:
        _check_subject(subject)
    if len(parts) > 2:
        _check_scenario(subject, scenario)
    every = text_names() if is_text(provider) else tuple(_every(provider))
    cases = [case for case in every if str(case).split("/")[: len(parts)] == parts]

    def facts() -> Iterator[Fact]:
        if scenario:
            named = (CassetteName(provider, dialect, scenario, mode) for mode in _modes_of(subject, scenario))
            yield Fact("modes", tuple(f"{case.mode}: {'; '.join(_case_evidence(case))}" for case in named))
        elif dialect:
            scenarios = dict.fromkeys(case.scenario for case in cases)
            yield Fact("scenarios", tuple(f"{scenario}: {_modes(cases, scenario)}" for scenario in scenarios))
            try:
                yield from verdicts.summary(subject)
            except ResultsError as error:
                yield Fact("reports", (f"cannot be read: {error}",))
        else:
            number = Counter(dialect for dialect, _ in {(case.dialect, case.scenario) for case in cases})
            kind = "text formats" if is_text(provider) else "dialects"
            yield Fact(kind, tuple(f"{dialect}: {counted(number[dialect], 'scenario')}" for dialect in sorted(number)))
        if len(parts) > 1 or not is_text(provider):
            yield Fact("see", (f"conformance explain {parts[-1]}",))
        if cases:
            yield Fact("again", (f"conformance gate {'/'.join(parts)} {_ADAPTER}",))

    asked = load_scenario(scenario).title if scenario else "Every scenario"
    home = "calls in text" if is_text(provider) else load(provider).title
    return ", ".join(filter(None, (asked, home, dialect))), facts()


def _modes(cases: list[CassetteName], scenario: str) -> str:
    return ", ".join(case.mode for case in cases if case.scenario == scenario)


def _modes_of(subject: Subject, scenario: str) -> tuple[Mode, ...]:
    """Return the modes in which a scenario is played."""
    return _MODES if isinstance(subject, TextFormat) else load_scenario(scenario).modes


def _every(provider: str) -> Iterator[CassetteName]:
    """Yield a provider's cases: those with cassettes, and those that are inferred from other providers' cassettes."""
    own = {case for case in recorded() if case.provider == provider}
    for dialect in load(provider).dialects:
        for scenario in scenario_names():
            for mode in load_scenario(scenario).modes:
                case = CassetteName(provider, dialect, scenario, mode)
                if case in own or by_dialect.is_played(case):
                    yield case


def _case_evidence(name: CassetteName) -> Iterator[str]:
    """Yield lines that state where the evidence of a case comes from, or why a text format cannot express the case."""
    match name.subject:
        case TextFormat(name=text_format):
            template, text = written()[text_format], answer(text_format, name.scenario)
            documented = f"documented {template.retrieved}: {template.source}"
            yield documented if isinstance(text, str) else f"cannot be expressed: {text}"
        case Dialect():
            yield from _played(name)


def explain_case(name: str) -> Description:
    """Describe a case: its scenario, its evidence, and the command that judges the case. Raises ``UnknownId``.

    The scenario ``*`` represents all scenarios.
    """
    provider, dialect, scenario, mode, *check = _parts(name)
    subject = subject_of(provider, dialect)
    if isinstance(subject, TextFormat):
        return _explain_text_case(name, subject, scenario, mode, check)
    _check_known("provider", provider, providers())
    _check_subject(subject)
    _check_scenario(subject, scenario, "*")
    _check_known("mode", mode, _MODES)
    for named in check:
        _check_known("check", named, (*(known.name for known in checks.EVERY), *_stream_titles()))
    played = CassetteName(provider, dialect, scenario, mode)  # type: ignore[arg-type]
    if scenario == "*":
        return f"Every scenario, {load(provider).title}, {dialect}, {mode}", _check_facts(played, check)
    asked = load_scenario(scenario)

    def facts() -> Iterator[Fact]:
        yield Fact("why", (" ".join(asked.why.split()),))
        yield Fact("capability", (f"{asked.capability}: {capabilities()[asked.capability]}",))
        if asked.beside:
            yield Fact("played at the same time", asked.beside)
        yield Fact("evidence", tuple(_played(played)))
        if sources := tuple(_sources(played)):
            yield Fact("sources", sources)
        yield from _submitted(played)
        yield from _check_facts(played, check)
        if _is_inferred(played):
            yield Fact("see", (_owners_case(played),))
        yield Fact("again", (f"conformance gate {name} {_ADAPTER}",))

    return f"{asked.title}, {load(provider).title}, {dialect}, {mode}", facts()


def _submitted(name: CassetteName) -> Iterator[Fact]:
    """If any submitted bundle has the case, yield a fact with the sources of verdicts on the case, and a fact with the
    checks on which these sources disagree.

    If a bundle or a cassette cannot be read, yield a fact with the error.
    """
    try:
        found = views(name)
        if found:
            yield Fact("submitted", tuple(view.source for view in found))
            yield Fact("disagree", tuple(map(str, disagreements(name, found))))
    except (BundleError, CassetteError) as error:
        yield Fact("submitted", (f"cannot be read: {error}",))


def _is_inferred(name: CassetteName) -> bool:
    return not name.among(cassettes_folders()).exists() and by_dialect.is_played(name)


def _owners_case(name: CassetteName) -> str:
    """Return the command that explains the case of the dialect's owner. The case ``name`` of another provider is
    inferred from this case.
    """
    home = load(name.provider).dialects[name.dialect].home
    case = msgspec.structs.replace(name, provider=home)
    return f"conformance explain {case} (libraries are judged with the cassette of {home})"


def reported(name: str) -> tuple[verdicts.Reported, ...]:
    """Return the verdicts on a case in the committed reports. If the id names no mode, return the verdicts on the case
    in each mode.

    Return () for any id for which ``has_scenario`` is false. Raises ``ResultsError``.
    """
    provider, dialect, scenario, *rest = [*_parts(name), "", ""]
    if not has_scenario(name):
        return ()
    rest = [part for part in rest if part]
    modes = tuple(rest[:1]) or _modes_of(subject_of(provider, dialect), scenario)
    played = (CassetteName(provider, dialect, scenario, mode) for mode in modes)  # type: ignore[arg-type]
    return verdicts.of_cases(played, "".join(rest[1:]))


def _sources(name: CassetteName) -> Iterator[str]:
    """Yield the sources of a case's cassette. If the case is inferred, yield the sources of the owner's cassette.

    Yield nothing if the cassette cannot be read.
    """
    home = load(name.provider).dialects[name.dialect].home
    played = msgspec.structs.replace(name, provider=home) if _is_inferred(name) else name
    with suppress(CassetteError):
        yield from Cassette(played.among(cassettes_folders())).provenance.sources


def _explain_text_case(name: str, subject: TextFormat, scenario: str, mode: str, check: list[str]) -> Description:
    """Describe a case in a text format. ``check``: the name of the check in the id, or an empty list.

    Raises ``UnknownId``.
    """
    _check_subject(subject)
    _check_scenario(subject, scenario)
    _check_known("mode", mode, _MODES)
    titles = text_titles()
    for named in check:
        _check_known("check", named, titles)
    asked, template, text = load_scenario(scenario), written()[subject.name], answer(subject.name, scenario)

    def facts() -> Iterator[Fact]:
        yield Fact("why", (" ".join(asked.why.split()),))
        yield Fact("capability", (f"{asked.capability}: {capabilities()[asked.capability]}",))
        yield Fact("evidence", (f"documented {template.retrieved}: {template.source}",))
        if isinstance(text, str):
            yield Fact("a model writes", tuple(text.splitlines()))
        else:
            yield Fact("cannot be expressed", (str(text),))
        for named in check:
            yield Fact("check", (f"{titles[named]}; it judges the {'provider' if named == EXPRESSED else 'adapter'}",))
        yield Fact("again", (f"conformance gate {name} {_ADAPTER}",))

    return f"{asked.title}, calls in text, {subject.name}, {mode}", facts()


def text_titles() -> dict[str, str]:
    """Return the titles of the checks of calls in text, by the name of the check."""
    mutants = {mutant.check: mutant.statement for mutant in TEXT_MUTANTS}
    return {
        EXPRESSED: "The text format can express the scenario",
        **{check.name: check.title for check in TEXT_CHECKS},
        **mutants,
    }


@cache
def _stream_titles() -> dict[str, str]:
    """Return the titles of deliveries and mutants, by the name of the check."""
    return {each.check: each.title for each in DELIVERIES} | {
        each.check: each.statement for each in (*MUTANTS, *PLAIN_MUTANTS)
    }


def _check_facts(name: CassetteName, check: list[str]) -> Iterator[Fact]:
    for named in check:
        if named in _stream_titles():
            yield Fact("check", (f"{_stream_titles()[named]} It judges the adapter.",))
            continue
        judges = checks.by_name(named)
        yield Fact("check", (f"{judges.title}; it judges the {judges.party}",))
        claims = load(name.provider).dialects[name.dialect]
        known = [deviation(name, claims, named), *(quirk.statement for quirk in claims.quirks if named in quirk.breaks)]
        if any(known):
            yield Fact("known to fail", tuple(filter(None, known)))


def _check_subject(subject: Subject) -> None:
    match subject:
        case TextFormat(name=text_format):
            _check_known("text format", text_format, written())
        case Dialect(provider=provider, dialect=dialect):
            _check_known(f"dialect of {provider}", dialect, tuple(load(provider).dialects))


def _check_scenario(subject: Subject, scenario: str, *more: str) -> None:
    in_text = isinstance(subject, TextFormat)
    if in_text or parsed(scenario) is None:
        known = dict.fromkeys(name.scenario for name in text_names()) if in_text else (*more, *scenario_names())
        _check_known("scenario", scenario, known)


def _check_known(kind: str, value: str, known: Iterable[str]) -> None:
    """Raise ``UnknownId`` if a value is not among the known values of its kind."""
    known = tuple(known)
    if value not in known:
        alike = similar(value, known) or known
        raise UnknownId(
            f"unknown {kind}: {value!r}; expected one of: {', '.join(alike)}"
            " (a case is provider/dialect/scenario/plain|stream/check)"
        )


def _played(name: CassetteName) -> Iterator[str]:
    claims = load(name.provider).dialects[name.dialect]
    if name.among(cassettes_folders()).exists():
        yield from evidence(name)
    elif name.scenario in claims.unsupported:
        yield f"cannot be expressed, because {claims.unsupported[name.scenario]}"
    elif is_generated(name):
        yield f"drawn from a seed, and played with the stand-in of {claims.home}; documented, not observed"
    elif by_dialect.is_played(name):
        yield f"inferred from the cassette of {claims.home}, with this provider's known differences; not observed"
        lent = CassetteName(claims.home, name.dialect, name.scenario, name.mode)
        yield from (f"that cassette: {line}" for line in evidence(lent))
    else:
        yield "nobody recorded it"


def evidence(name: CassetteName) -> Iterator[str]:
    """Yield a line with the origin, date, models and server of a cassette. If it cannot be read, yield the reason."""
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
