"""Contradictions between documentation and recordings: other people's recordings show the contrary of a documented
claim.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from conformance.data import cassettes_folders
from conformance.judge.checks import PREDICATES
from conformance.judge.rules import asked
from conformance.plural import counted
from conformance.recording.cassette import Cassette, CassetteName, recorded
from conformance.scenarios import load as load_scenario
from conformance.scenarios import load_all as load_scenarios
from toolwire.providers import Declared, DialectClaims, Refusal, Rule, every_rule, load, names, wire_format
from toolwire.providers.evidence import Origin, Seen, SeenCapability, Surveyed, surveyed
from toolwire.wire import exact_json

Kind = Literal["capability", "rule", "request form", "answer form"]


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """A documented claim about a provider that other people's recordings contradict."""

    provider: str
    dialect: str
    kind: Kind
    id: str
    """The id of the contradicted capability or rule, or of the deviation from the documented form."""
    documented: tuple[str, ...]
    """The claims. Each line has a claim and its source."""
    cassettes: tuple[str, ...] = ()
    """The documented cassettes that agree with the claim: ``provider/dialect/scenario/plain|stream``."""
    observed: str
    """A description of what the recordings show, with the number of exchanges."""
    number: int
    """The number of exchanges that contradict the claim."""
    date: str
    """The day of the survey. The recordings are from that day or earlier."""
    models: tuple[str, ...] = ()
    """The known models of the exchanges that contradict the claim."""
    recordings: tuple[Origin, ...] = ()
    """Recordings that contradict the claim, at most one recording from each repository."""


def every() -> dict[str, tuple[Contradiction, ...]]:
    """Return the contradictions by provider. Providers without contradictions are left out."""
    return {name: found for name in names() if (found := contradictions(name))}


def contradictions(provider: str) -> tuple[Contradiction, ...]:
    """Return the contradictions of a provider, grouped by dialect and kind.

    Within a group, the contradictions with the most exchanges come first. Raises ``ClaimError`` and ``CassetteError``.
    """
    found: list[Contradiction] = []
    for dialect, claims in load(provider).dialects.items():
        known = surveyed(provider).get(dialect)
        if known is not None:
            for of_kind in (_capabilities, _rules, _forms, _answers):
                found += sorted(of_kind(provider, dialect, claims, known), key=lambda each: -each.number)
    return tuple(found)


def _capabilities(provider: str, dialect: str, claims: DialectClaims, known: Surveyed) -> Iterator[Contradiction]:
    declared = {claim.capability: claim for claim in claims.declared}
    for capability, seen in known.capabilities.items():
        claim = declared.get(capability)
        shown = seen.plain + seen.stream
        if seen.otherwise:
            documented = _promises(claim, seen)
            cassettes = tuple(_cassettes_of(provider, dialect, capability))
            observed = f"contradicted by {seen.otherwise} of {counted(shown + seen.otherwise, 'exchange')}"
            models, number, recordings = tuple(seen.contrary), seen.otherwise, seen.against
        else:
            documented = _denials(claim, claims, capability)
            cassettes = ()
            observed = f"the capability works in {counted(shown, 'exchange')}"
            models, number, recordings = seen.models, shown, seen.origins
        if documented or cassettes:
            yield Contradiction(
                provider=provider, dialect=dialect, kind="capability", id=capability, documented=documented,
                cassettes=cassettes, observed=observed, number=number, date=known.date, models=models,
                recordings=recordings,
            )  # fmt: skip


def _promises(claim: Declared | None, seen: SeenCapability) -> tuple[str, ...]:
    """Return the provider's claim that a capability works (``yes``) or works in part (``partly``), as a tuple with a
    single line.

    Return () if there is no such claim. Also return () for the claim ``partly`` if its note names every model in
    ``seen.contrary``, which are the models whose recordings show the contrary.
    """
    if claim is None or claim.claim not in ("yes", "partly"):
        return ()
    note = (claim.note or "") if claim.claim == "partly" else ""
    if seen.contrary and all(model.rpartition("/")[2] in note for model in seen.contrary):
        return ()
    return (_format_claim(claim),)


def _format_claim(claim: Declared) -> str:
    note = f", {claim.note}" if claim.note else ""
    return f"{claim.claim}{note} ({claim.source}, {claim.retrieved})"


def _denials(claim: Declared | None, claims: DialectClaims, capability: str) -> tuple[str, ...]:
    """Return the provider's denials of a capability, as lines. Return () if the provider claims that it works.

    A denial is the claim that the capability does not work. If the provider makes no claim, the denials are the reasons
    why the scenarios of the capability cannot be played.
    """
    if claim is None or claim.claim == "unpublished":
        return tuple(_unsupported(claims, capability))
    return (_format_claim(claim),) if claim.claim == "no" else ()


def _unsupported(claims: DialectClaims, capability: str) -> Iterator[str]:
    """Yield the reasons why the scenarios of a capability cannot be played.

    Yield nothing if any scenario of the capability can be played.
    """
    scenarios = [scenario.id for scenario in load_scenarios() if scenario.capability == capability]
    if scenarios and all(scenario in claims.unsupported for scenario in scenarios):
        yield from (f"{scenario} cannot be played: {claims.unsupported[scenario]}" for scenario in scenarios)


def _cassettes_of(provider: str, dialect: str, capability: str) -> Iterator[str]:
    """Yield the documented cassettes that show that a capability works."""
    for cassette in _documented(provider, dialect):
        if (
            load_scenario(cassette.name.scenario).capability == capability
            and cassette.known(PREDICATES.name) is None
        ):  # fmt: skip
            yield str(cassette.name)


def _documented(provider: str, dialect: str) -> Iterator[Cassette]:
    names: list[CassetteName] = sorted(
        name for name in recorded() if (name.provider, name.dialect) == (provider, dialect)
    )
    for name in names:
        cassette = Cassette(name.among(cassettes_folders()))
        if cassette.origin == "documented":
            yield cassette


def _rules(provider: str, dialect: str, claims: DialectClaims, known: Surveyed) -> Iterator[Contradiction]:
    """Yield a contradiction for each rule that recordings contradict. ``known``: the facts from the recordings.

    A rule about requests is contradicted if requests that break it were accepted, and if a source quotes the provider's
    refusal of such requests. A rule about answers is contradicted if answers break it, and if its level is not MAY.
    """
    rules = {rule.id: (home, rule) for home, spoken, rule in every_rule() if spoken == dialect}
    for name, seen in known.rules.items():
        if not seen.otherwise or name not in rules:
            continue
        home, rule = rules[name]
        refusals = rule.refusal if home == provider else claims.refuses.get(name, ())
        if rule.applies_to == "request" and not refusals:
            continue
        if rule.applies_to != "request" and rule.level == "MAY":
            continue
        of = counted(seen.plain + seen.stream + seen.otherwise, "exchange")
        what = "requests that break the rule were accepted" if refusals else "answers break the rule"
        refused = f"; refused in {counted(seen.refused, 'exchange')}" if seen.refused else ""
        yield Contradiction(
            provider=provider, dialect=dialect, kind="rule", id=name,
            documented=(f"{rule.level}: {rule.statement} ({rule.source})", *map(_format_refusal, refusals)),
            cassettes=tuple(_refusals_of(provider, dialect, rule)) if refusals else (),
            observed=f"{seen.otherwise} of {of}: {what}{refused}", number=seen.otherwise, date=known.date,
            models=tuple(seen.contrary), recordings=seen.against,
        )  # fmt: skip


def _format_refusal(refusal: Refusal) -> str:
    models = f", for models whose name matches {refusal.models}" if refusal.models else ""
    return f"refused with {refusal.words!r} ({refusal.source}, {refusal.retrieved}{models})"


def _refusals_of(provider: str, dialect: str, rule: Rule) -> Iterator[str]:
    """Yield the documented cassettes in which the provider refuses a request that breaks a rule."""
    view = wire_format(provider, dialect).history
    for cassette in _documented(provider, dialect):
        if load_scenario(cassette.name.scenario).refused:
            body = exact_json.loads(cassette.exchanges[0].request.body)
            if any(findings for _, findings in asked(body, view, (rule,))):
                yield str(cassette.name)


def _forms(provider: str, dialect: str, claims: DialectClaims, known: Surveyed) -> Iterator[Contradiction]:
    for name, seen in known.forms.items():
        if accepted := seen.plain + seen.stream:
            refused = f", refused in {counted(seen.refused, 'request')}" if seen.refused else ""
            observed = f"accepted in {counted(accepted, 'request')}{refused}"
            yield _of_form(provider, dialect, claims, known, "request form", name, seen, observed)


def _answers(provider: str, dialect: str, claims: DialectClaims, known: Surveyed) -> Iterator[Contradiction]:
    for name, seen in known.answers.items():
        observed = f"in {seen.plain} plain and {seen.stream} streamed answers of {counted(known.exchanges, 'exchange')}"
        yield _of_form(provider, dialect, claims, known, "answer form", name, seen, observed)


def _of_form(
    provider: str, dialect: str, claims: DialectClaims, known: Surveyed,
    kind: Kind, name: str, seen: Seen, observed: str,
) -> Contradiction:  # fmt: skip
    documented = f"{_format_form(name)} (schema of {claims.home}'s {dialect})"
    return Contradiction(
        provider=provider, dialect=dialect, kind=kind, id=name, documented=(documented,), observed=observed,
        number=seen.plain + seen.stream, date=known.date, models=seen.models, recordings=seen.origins,
    )  # fmt: skip


def _format_form(deviation: str) -> str:
    """Return the documented form that a deviation breaks, in words.

    ``deviation``: a place, a keyword of JSON Schema, and sometimes the subject of the keyword. For example, ``/usage
    required total_tokens`` becomes ``/usage has total_tokens``.
    """
    place, keyword, subject = [*deviation.split(" ", maxsplit=2), ""][:3]
    where = place or "the document"
    match keyword:
        case "required":
            return f"{where} has {subject}"
        case "additionalProperties":
            return f"{where} has no {subject}"
        case "type" | "enum" | "const" if subject:
            return f"{where} is never {subject}"
    return f"{where} conforms to {keyword}"
