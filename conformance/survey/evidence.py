"""The evidence of a survey's exchanges together, for each provider and dialect."""

from collections import Counter, defaultdict
from collections.abc import Iterable

import msgspec

from conformance.survey.sight import Shown, Sight
from conformance.survey.sources import Unreadable
from conformance.survey.text_records import TextSight
from toolwire.providers import load, speaker
from toolwire.providers.evidence import Origin, Seen, Surveyed


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """The document that ``check --survey`` writes: by provider, then by dialect."""

    date: str
    providers: dict[str, dict[str, Surveyed]]


def gather(sights: Iterable[Sight | TextSight | Unreadable], date: str) -> Evidence:
    """Gather the facts of all exchanges whose provider is known by its address."""
    sighted: dict[tuple[str, str], list[Sight]] = defaultdict(list)
    for seen in sights:
        if isinstance(seen, Sight) and seen.provider and seen.dialect and seen.shown:
            sighted[_answering(seen.provider, seen.dialect), seen.dialect].append(seen)
    providers: dict[str, dict[str, Surveyed]] = defaultdict(dict)
    for (provider, dialect), exchanges in sorted(sighted.items()):
        providers[provider][dialect] = Surveyed(
            date=date,
            exchanges=len(exchanges),
            capabilities=_counted(exchanges, "capability"),
            rules=_counted(exchanges, "rule"),
            forms=_counted(exchanges, "form"),
            answers=_counted(exchanges, "answer"),
        )
    return Evidence(date=date, providers=dict(providers))


def _answering(host: str, dialect: str) -> str:
    """The provider that speaks the dialect at the host; the host's own name where that is not known here."""
    known = speaker(host, dialect)
    return known if host in (known, load(known).beside) else host


def _counted(exchanges: list[Sight], kind: str) -> dict[str, Seen]:
    shown: dict[str, list[tuple[Sight, Shown]]] = defaultdict(list)
    for sight in exchanges:
        for fact in sight.shown:
            if fact.kind == kind:
                shown[fact.id].append((sight, fact))
    return {name: _seen(facts) for name, facts in sorted(shown.items())}


def _seen(facts: list[tuple[Sight, Shown]]) -> Seen:
    borne = [sight for sight, fact in facts if fact.outcome == "borne-out"]
    contrary = Counter(sight.model for sight, fact in facts if fact.outcome == "otherwise" and sight.model)
    return Seen(
        plain=sum(not sight.streamed for sight in borne),
        stream=sum(sight.streamed for sight in borne),
        otherwise=sum(fact.outcome == "otherwise" for _, fact in facts),
        refused=sum(fact.outcome == "refused" for _, fact in facts),
        contrary=dict(sorted(contrary.items())) if borne else {},
        models=tuple(sorted({sight.model for sight, _ in facts if sight.model})),
        origins=_origins(sight for sight, _ in facts),
        against=_origins(sight for sight, fact in facts if fact.outcome == "otherwise"),
    )


def _origins(sights: Iterable[Sight]) -> tuple[Origin, ...]:
    """Return the first recording of each repository."""
    origins: dict[str, Origin] = {}
    for sight in sights:
        if sight.origin is not None:
            origins.setdefault(sight.origin.repository, sight.origin)
    return tuple(sorted(origins.values()))
