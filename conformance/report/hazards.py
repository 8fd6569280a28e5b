"""Hazards: behaviours of a provider that surprise its callers. Each hazard has its evidence. The gravest hazard comes
first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

from conformance.judge.cause import Cause, causes
from conformance.judge.effect import GRAVEST_FIRST, gravity
from conformance.judge.finding import Consumers, Effect
from conformance.judge.origin import Origin
from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from conformance.scenarios import capabilities, load_all
from toolwire.providers import Refusal, Rule, load, own_rules

Kind = Literal["cause", "rule", "capability", "quirk"]
_KINDS: Final[tuple[Kind, ...]] = ("cause", "rule", "capability", "quirk")
"""The kinds of hazards, in the order in which hazards with the same effect are listed."""


class Observed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="by", tag="exchanges"):
    """Evidence of a hazard: answers of the provider that show the hazard."""

    origin: Origin
    date: str
    models: tuple[str, ...]
    cases: tuple[str, ...]
    """The cases that show the hazard, the smallest case first: ``provider/dialect/scenario/plain|stream``."""
    findings: tuple[str, ...] = ()
    consumers: tuple[str, ...] = ()
    """Clauses about the libraries that break on the answers, if the answers only deviate in form. Each clause is like
    ``this deviation breaks none of 9 libraries``.
    """


class Stated(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="by", tag="source"):
    """Evidence of a hazard: a source that states the behaviour."""

    origin: Literal["documented", "surveyed", "recorded-local", "quoted"]
    """The origin of the statement. ``quoted``: the source quotes the provider."""
    date: str
    source: str
    words: tuple[str, ...] = ()
    """The words of the provider's refusals."""
    seen: int | None = None
    """The number of recorded answers, chunks or calls that show the hazard. None if they were not counted."""
    of: int | None = None
    """The number of all recorded answers, chunks or calls that could show it. None if they were not counted."""


class Hazard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A behaviour that surprises callers of a provider."""

    kind: Kind
    id: str
    """The id of the root cause, the rule, the capability or the quirk."""
    dialects: tuple[str, ...]
    """The dialects that have the hazard. If the evidence is of the kind ``Stated``, the id and the evidence are from
    the first dialect.
    """
    heading: str
    evidence: Observed | Stated
    effect: Effect | None = None
    """The effect on the caller. None if the effect depends on how the caller reads the answers."""


def shows_hazard(result: Result) -> bool:
    """Return whether a result is an observed failure of a provider. Only such results show hazards."""
    return result.outcome == "fail" and result.party == "provider" and result.observed


def hazards(provider: str, results: Iterable[Result]) -> tuple[Hazard, ...]:
    """Return the hazards of a provider in all its dialects, the gravest first.

    Results that show no hazard do not count. If you call this for many providers, first select the results with
    ``shows_hazard``, to save time.
    """
    failing: dict[Dialect, list[Result]] = defaultdict(list)
    for result in results:
        if result.provider == provider and shows_hazard(result):
            failing[Dialect(provider, result.dialect)].append(result)
    found: dict[tuple[Kind, Effect | None, str], list[Hazard]] = defaultdict(list)
    for dialect in load(provider).dialects:
        for hazard in (*_of_causes(failing[Dialect(provider, dialect)]), *_stated(provider, dialect)):
            found[hazard.kind, hazard.effect, hazard.heading].append(hazard)
    return tuple(sorted(map(_together, found.values()), key=_gravity))


def _together(alike: list[Hazard]) -> Hazard:
    """Merge entries for the same hazard in different dialects into a single hazard."""
    first = alike[0]
    dialects = tuple(dict.fromkeys(dialect for hazard in alike for dialect in hazard.dialects))
    observed = [hazard.evidence for hazard in alike if isinstance(hazard.evidence, Observed)]
    if not isinstance(first.evidence, Observed):
        return msgspec.structs.replace(first, dialects=dialects)
    evidence = msgspec.structs.replace(
        first.evidence,
        models=tuple(dict.fromkeys(model for each in observed for model in each.models)),
        cases=tuple(case for each in observed for case in each.cases),
        findings=tuple(dict.fromkeys(finding for each in observed for finding in each.findings)),
        consumers=tuple(dict.fromkeys(consumers for each in observed for consumers in each.consumers)),
    )
    return msgspec.structs.replace(first, dialects=dialects, evidence=evidence)


def _gravity(hazard: Hazard) -> tuple[int, int]:
    effect = gravity(hazard.effect) if hazard.effect else len(GRAVEST_FIRST)
    return effect, _KINDS.index(hazard.kind)


def _of_causes(results: list[Result]) -> Iterator[Hazard]:
    """Yield a hazard for each root cause. Root causes share a hazard if the list of known deviations has the same
    reason for them.
    """
    alike: dict[tuple[Effect, str], list[Cause]] = defaultdict(list)
    for cause in causes(results):
        alike[cause.effect, cause.smallest.known or cause.id].append(cause)
    for same in alike.values():
        first = same[0]
        cases = dict.fromkeys((first.smallest.case, *(case for cause in same for case in cause.cases)))
        consumers = [cause.finding.consumers for cause in same if cause.finding.consumers is not None]
        breaking = [each for each in consumers if each.breaks]
        yield Hazard(
            kind="cause",
            id=first.id,
            dialects=(first.smallest.dialect,),
            heading=_sentence(first.smallest.known or first.heading),
            effect=first.effect,
            evidence=Observed(
                origin=first.smallest.origin,
                date=first.smallest.date,
                models=first.smallest.models,
                cases=tuple(cases),
                findings=tuple(dict.fromkeys(cause.finding.line for cause in same)),
                consumers=tuple(map(str, _joined(breaking or consumers))),
            ),
        )


def _joined(consumers: Iterable[Consumers]) -> Iterator[Consumers]:
    """Merge the lists of libraries that break on deviations.

    Each list belongs to a deviation. The lists of all deviations that were tried with the same number of libraries are
    merged. A merged list has the libraries that break on any of these deviations.
    """
    breaking: dict[int, set[str]] = defaultdict(set)
    for each in consumers:
        breaking[each.asked].update(each.breaks)
    for asked, breaks in breaking.items():
        yield Consumers(asked=asked, breaks=tuple(sorted(breaks)))


def _stated(provider: str, dialect: str) -> Iterator[Hazard]:
    claims = load(provider).dialects[dialect]
    for rule, refusals in _refused(provider, dialect):
        yield Hazard(
            kind="rule",
            id=rule.id,
            dialects=(dialect,),
            heading=rule.statement,
            effect="rejected",
            evidence=Stated(
                origin="quoted",
                date=refusals[0].retrieved,
                source=refusals[0].source,
                words=tuple(refusal.words for refusal in refusals),
            ),
        )
    played = {scenario.capability for scenario in load_all()}
    titles = {name: title for name, title in capabilities().items() if name in played}
    for claim in claims.declared:
        if claim.claim in ("no", "partly") and claim.capability in titles:
            how = "not supported" if claim.claim == "no" else "only in part"
            yield Hazard(
                kind="capability",
                id=claim.capability,
                dialects=(dialect,),
                heading=f"{titles[claim.capability]}: {claim.note or how}",
                evidence=Stated(origin="documented", date=claim.retrieved, source=claim.source),
            )
    for quirk in claims.quirks:
        yield Hazard(
            kind="quirk",
            id=quirk.id,
            dialects=(dialect,),
            heading=quirk.statement,
            evidence=Stated(
                origin=quirk.evidence, date=quirk.retrieved, source=quirk.source, seen=quirk.seen, of=quirk.of
            ),
        )


def _refused(provider: str, dialect: str) -> Iterator[tuple[Rule, tuple[Refusal, ...]]]:
    """Yield the rules that the provider enforces by refusals, each with the refusals.

    These are the provider's own rules of the level MUST that have a refusal, and the rules of the dialect's owner that
    the profile lists under ``refuses``.
    """
    claims = load(provider).dialects[dialect]
    for rule in own_rules(provider, dialect):
        if rule.level == "MUST" and rule.refusal:
            yield rule, rule.refusal
    if claims.home != provider:
        for rule in own_rules(claims.home, dialect):
            if rule.id in claims.refuses:
                yield rule, claims.refuses[rule.id]


def _sentence(text: str) -> str:
    """Return a text with a capital first letter. If the first word has characters other than letters, return the text
    unchanged, because the word may be a name from the wire.
    """
    return f"{text[:1].upper()}{text[1:]}" if text.partition(" ")[0].isalpha() else text
