"""Breakage: the faults of libraries and of providers, each with the libraries or providers that have it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

import msgspec

from conformance.judge.effect import COSTS_NOTHING, gravity
from conformance.judge.finding import Effect
from conformance.judge.result import Result
from conformance.report.adapters import Library
from conformance.report.hazards import Observed, hazards, shows_hazard
from toolwire.dialects.dialect import DIALECTS

_FRONTS: Final = tuple(f"-{dialect}" for dialect in DIALECTS)


class Breakage(msgspec.Struct, frozen=True, kw_only=True):
    """A fault that some libraries or some providers have."""

    id: str
    """The id of the fault's root cause."""
    heading: str
    effect: Effect
    silent: bool
    """True if the fault is silent in at least one case of every affected library or provider: the user gets neither an
    exception nor an error.
    """
    affected: dict[str, str]
    """The name of the page of each affected library or provider, by the name of the library or provider. Those with the
    most cases come first. A gateway counts once, even if it was judged with clients of several dialects.
    """
    cases: int
    smallest: str
    """A case that shows the fault: ``provider/dialect/scenario/plain|stream``."""


def of_libraries(libraries: Iterable[Library]) -> tuple[Breakage, ...]:
    """Return the faults of libraries that cost users something. The faults that most libraries share come first."""
    alike = defaultdict(list)
    for library in libraries:
        for cause in library.causes or ():
            if not cause.is_harmless:
                alike[cause.id].append((library, cause))
    found = []
    for name, entries in alike.items():
        most_first = sorted(entries, key=lambda entry: -len(entry[1].cases))
        leading = most_first[0][1]
        affected: dict[str, str] = {}
        for library, _ in most_first:
            affected.setdefault(_product(library.name), library.name)
        found.append(
            Breakage(
                id=name,
                heading=leading.heading,
                effect=min((cause.effect for _, cause in entries), key=gravity),
                silent=all(cause.silent for _, cause in entries),
                affected=affected,
                cases=sum(len(cause.cases) for _, cause in entries),
                smallest=leading.smallest.rpartition("/")[0],
            )
        )
    return tuple(sorted(found, key=_most_shared))


def of_providers(results: Iterable[Result]) -> tuple[Breakage, ...]:
    """Return the observed faults of providers' answers that cost users something. The faults that most providers share
    come first.
    """
    failing = [*filter(shows_hazard, results)]
    alike = defaultdict(list)
    for provider in dict.fromkeys(result.provider for result in failing):
        for hazard in hazards(provider, failing):
            if isinstance(hazard.evidence, Observed) and hazard.effect and hazard.effect not in COSTS_NOTHING:
                alike[hazard.heading].append((provider, hazard.id, hazard.effect, hazard.evidence.cases))
    found = []
    for heading, entries in alike.items():
        counts = Counter({provider: len(cases) for provider, _, _, cases in entries})
        found.append(
            Breakage(
                id=entries[0][1],
                heading=heading,
                effect=min((effect for _, _, effect, _ in entries), key=gravity),
                silent=True,
                affected={provider: provider for provider, _ in counts.most_common()},
                cases=counts.total(),
                smallest=entries[0][3][0],
            )
        )
    return tuple(sorted(found, key=_most_shared))


def _product(library: str) -> str:
    """Return the name of a gateway without the name of its clients' dialect: ``litellm-proxy-openai_chat`` ->
    ``litellm-proxy``. Return any other name unchanged.
    """
    return next((library.removesuffix(front) for front in _FRONTS if library.endswith(front)), library)


def _most_shared(breakage: Breakage) -> tuple[int, int, int, str]:
    return -len(breakage.affected), gravity(breakage.effect), -breakage.cases, breakage.id
