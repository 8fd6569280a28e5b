"""The evidence from all exchanges of a survey, for each provider and dialect."""

from collections import Counter, defaultdict
from collections.abc import Iterable

import msgspec

from conformance.survey.sight import Shown, Sight
from conformance.survey.sources import Unreadable
from conformance.survey.text_records import TextSight
from toolwire.providers import load, speaker
from toolwire.providers.evidence import Mode, Origin, Seen, SeenCapability, SeenOfModel, Surveyed


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """The document that ``check --survey`` writes. Its facts are grouped by provider, and then by dialect."""

    date: str
    providers: dict[str, dict[str, Surveyed]]


def gather(sights: Iterable[Sight | TextSight | Unreadable], date: str) -> Evidence:
    """Return the facts that exchanges show about their providers and dialects. ``date``: the day of the survey.

    Exchanges of unknown providers are left out.
    """
    sighted: dict[tuple[str, str], list[Sight]] = defaultdict(list)
    for seen in sights:
        if isinstance(seen, Sight) and seen.provider and seen.dialect and seen.shown:
            sighted[_answering(seen.provider, seen.dialect), seen.dialect].append(seen)
    providers: dict[str, dict[str, Surveyed]] = defaultdict(dict)
    for (provider, dialect), exchanges in sorted(sighted.items()):
        providers[provider][dialect] = Surveyed(
            date=date,
            exchanges=len(exchanges),
            capabilities={name: _capability(facts) for name, facts in _shown(exchanges, "capability").items()},
            rules={name: _seen(facts) for name, facts in _shown(exchanges, "rule").items()},
            forms={name: _seen(facts) for name, facts in _shown(exchanges, "form").items()},
            answers={name: _seen(facts) for name, facts in _shown(exchanges, "answer").items()},
        )
    return Evidence(date=date, providers=dict(providers))


def _answering(host: str, dialect: str) -> str:
    """Return the provider whose behaviour an answer shows. ``host``: the provider to which the address belongs.

    Two providers with different dialects may share an address. Then return the provider that speaks the answer's
    dialect there. Otherwise return ``host``.
    """
    known = speaker(host, dialect)
    return known if host in (known, load(known).beside) else host


def _shown(exchanges: list[Sight], kind: str) -> dict[str, list[tuple[Sight, Shown]]]:
    """Return the facts of a kind, grouped by their id. Each fact comes with the exchange that shows it."""
    shown: dict[str, list[tuple[Sight, Shown]]] = defaultdict(list)
    for sight in exchanges:
        for fact in sight.shown:
            if fact.kind == kind:
                shown[fact.id].append((sight, fact))
    return dict(sorted(shown.items()))


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


def _capability(facts: list[tuple[Sight, Shown]]) -> SeenCapability:
    by_model: dict[str, dict[Mode, list[tuple[Sight, Shown]]]] = defaultdict(lambda: defaultdict(list))
    for sight, fact in facts:
        by_model[sight.model or ""]["stream" if sight.streamed else "plain"].append((sight, fact))
    return SeenCapability(
        by_model={
            model: {mode: _of_model(own) for mode, own in sorted(modes.items())}
            for model, modes in sorted(by_model.items())
        },
        origins=_origins(sight for sight, _ in facts),
        against=_origins(sight for sight, fact in facts if fact.outcome == "otherwise"),
    )


def _of_model(facts: list[tuple[Sight, Shown]]) -> SeenOfModel:
    borne = [sight for sight, fact in facts if fact.outcome == "borne-out"]
    contrary = [sight for sight, fact in facts if fact.outcome == "otherwise"]
    return SeenOfModel(
        borne_out=len(borne),
        otherwise=len(contrary),
        example=_first_origin(borne),
        counterexample=_first_origin(contrary),
    )


def _first_origin(sights: list[Sight]) -> Origin | None:
    """Return the origin of the first exchange from a public repository, or None if there is no such exchange."""
    return next((sight.origin for sight in sights if sight.origin is not None), None)


def _origins(sights: Iterable[Sight]) -> tuple[Origin, ...]:
    """Return the origin of the first exchange from each public repository."""
    origins: dict[str, Origin] = {}
    for sight in sights:
        if sight.origin is not None:
            origins.setdefault(sight.origin.repository, sight.origin)
    return tuple(sorted(origins.values()))
