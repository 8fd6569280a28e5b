"""Explanations of providers and dialects."""

from collections import Counter
from collections.abc import Iterator

from conformance.bundle.manifest import BundleError, Entry
from conformance.bundle.submitted import disagreements_of, of_provider
from conformance.plural import counted
from conformance.recording import by_dialect
from conformance.recording.cassette import CassetteName, recorded
from conformance.recording.errors import CassetteError
from conformance.report.explanation.cases import evidence
from conformance.report.explanation.facts import Description, Fact
from conformance.scenarios import load as load_scenario
from conformance.scenarios import names as scenario_names
from toolwire.providers import Declared, DialectClaims, load, load_all, own_rules, owner, rules
from toolwire.providers.evidence import surveyed


def explain_provider(name: str) -> Description:
    """Describe a provider: its claims, its differences from the dialect's owner, and its evidence."""
    profile = load(name)

    def facts() -> Iterator[Fact]:
        yield Fact("homepage", (profile.homepage,))
        yield Fact("key", (f"{profile.auth}, from {profile.key_variable}" if profile.key_variable else profile.auth,))
        for dialect, claims in profile.dialects.items():
            lent = "its own" if claims.home == name else f"borrowed from {claims.home}"
            yield Fact("dialect", (f"{dialect}, {lent}, at {claims.base_url}, model {claims.model}",))
            yield Fact("declares", tuple(f"{claim.capability}: {format_claim(claim)}" for claim in claims.declared))
            yield Fact("differs", tuple(f"{quirk.id}: {quirk.statement} ({quirk.source})" for quirk in claims.quirks))
            yield Fact("rules of its own", tuple(f"{rule.id}: {rule.statement}" for rule in own_rules(name, dialect)))
            yield Fact("cannot express", tuple(f"{scenario}: {why}" for scenario, why in claims.unsupported.items()))
            yield Fact("evidence", tuple(_evidence(name, dialect, claims)))
        yield from _submitted(name)

    return profile.title, facts()


def _submitted(name: str) -> Iterator[Fact]:
    """If submitted bundles have recordings of a provider, yield a fact with these bundles, and a fact with the checks
    on which sources of the same case disagree.

    If a bundle or a cassette cannot be read, yield only a fact with the error.
    """
    try:
        bundles = of_provider(name)
        disagreements = disagreements_of(name)
    except (BundleError, CassetteError) as error:
        yield Fact("submitted", (f"cannot be read: {error}",))
        return
    if bundles:
        lines = (f"{bundle}: {', '.join(sorted(_origins(entries)))}" for bundle, entries in bundles)
        yield Fact("submitted", tuple(lines))
        yield Fact("disagree", tuple(map(str, disagreements)))


def _origins(entries: tuple[Entry, ...]) -> Iterator[str]:
    counts = Counter(f"{entry.origin} {entry.date}, address {entry.address}" for entry in entries)
    yield from (f"{counted(number, 'cassette')} {origin}" for origin, number in counts.items())


def _evidence(name: str, dialect: str, claims: DialectClaims) -> Iterator[str]:
    own = [cassette for cassette in recorded() if (cassette.provider, cassette.dialect) == (name, dialect)]
    origins = Counter(line for cassette in sorted(own) for line in evidence(cassette))
    yield from (f"{counted(number, 'cassette')}: {line}" for line, number in origins.items())
    if claims.home != name:
        lent = [
            CassetteName(name, dialect, scenario, mode)
            for scenario in scenario_names()
            for mode in load_scenario(scenario).modes
        ]
        played = sum(cassette not in own and by_dialect.is_played(cassette) for cassette in lent)
        more = counted(played, "more cassette")
        yield f"{more} inferred from the cassettes of {claims.home}, with this provider's known differences"
    known = surveyed(name).get(dialect)
    if known is not None:
        yield f"observed elsewhere: {counted(known.exchanges, 'public exchange')} ({known.date})"


def format_claim(declared: Declared) -> str:
    """Return a claim about a capability as a line, with its source, and with the day on which the source was read."""
    if declared.claim == "unpublished":
        return f"not published, looked for in {declared.source} ({declared.retrieved})"
    number = None if declared.value is None else str(declared.value)
    parts = filter(None, (declared.claim, number, declared.note, declared.source))
    return f"{', '.join(parts)} ({declared.retrieved})"


def dialects() -> tuple[str, ...]:
    """Return all dialects, sorted."""
    return tuple(sorted({dialect for profile in load_all().values() for dialect in profile.dialects}))


def explain_dialect(name: str) -> Description:
    """Describe a dialect: its owner, the providers that speak it, and its rules."""
    home = owner(name)
    speakers = {provider: profile for provider, profile in load_all().items() if name in profile.dialects}

    def facts() -> Iterator[Fact]:
        yield Fact("owner", (speakers[home].title,))
        yield Fact("sources", speakers[home].dialects[name].sources)
        yield Fact("spoken by", tuple(_speaker(provider, speakers[provider].dialects[name]) for provider in speakers))
        yield Fact("rules", tuple(f"{rule.id} ({rule.level}): {rule.statement}" for rule in rules(home, name)))

    return f"The dialect of {speakers[home].title}", facts()


def _speaker(provider: str, claims: DialectClaims) -> str:
    differs = f", {counted(len(claims.quirks), 'difference')}" if claims.quirks else ""
    return f"{provider}: {claims.base_url}{differs}"
