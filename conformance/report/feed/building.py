"""The construction of the capability feed from the matrix and its results.

Each fact of the feed states a mark: the mark of a cell of the matrix, or the mark of a single model.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from conformance.judge.result import Result, Results
from conformance.report import mark, matrix
from conformance.report.feed.document import (
    CapabilitiesDocument,
    CaseSource,
    ClaimSource,
    Fact,
    RecordingSource,
    Source,
    Subject,
)
from conformance.report.mark import INK_OF, Ink, Mark, Unknown
from conformance.report.matrix import Cell, Column, Matrix
from conformance.scenarios import Mode, load
from toolwire.providers import load as load_profile
from toolwire.providers.evidence import SeenOfModel, surveyed

_FEW: Final = 3
"""The maximum number of examples of a fact. It is also the maximum number of counterexamples."""
_Cells = dict[tuple[str, str, str], list[Result]]


def build(built: Matrix, results: Results) -> CapabilitiesDocument:
    """Build the feed from a matrix and the results from which the matrix was built."""
    cells: _Cells = defaultdict(list)
    for result in results.results:
        if result.party == "provider":
            cells[result.provider, result.dialect, result.capability].append(result)
    spoken = built.spoken
    return CapabilitiesDocument(
        subjects=tuple(
            subject
            for place, column in enumerate(spoken.columns)
            for subject in (
                _of_dialect(spoken, column, place, cells),
                *(_of_model(spoken, column, model, cells) for model in _models(column, cells)),
            )
            if subject.capabilities
        )
    )


def _models(column: Column, cells: _Cells) -> list[str]:
    """Return the models whose behaviour was observed in a provider's dialect."""
    survey = surveyed(column.provider).get(column.dialect)
    seen = {model for capability in survey.capabilities.values() for model in capability.models} if survey else set()
    recorded = {
        model
        for (provider, dialect, _), results in cells.items()
        if (provider, dialect) == (column.provider, column.dialect)
        for result in results
        if INK_OF[result.origin] == "recorded"
        for model in result.models
    }
    return sorted(seen | recorded)


def _of_dialect(built: Matrix, column: Column, place: int, cells: _Cells) -> Subject:
    capabilities: dict[str, dict[Mode, Fact]] = {}
    for row in built.rows:
        cell = row.cells[place]
        own = cells.get((column.provider, column.dialect, row.capability), [])
        facts = {
            mode: fact
            for mode, found in cell.marks.modes.items()
            if (fact := _fact(column, row.capability, mode, found, own, cell=cell)) is not None
        }
        capabilities |= {row.capability: facts} if facts else {}
    return Subject(provider=column.provider, dialect=column.dialect, model=None, capabilities=capabilities)


def _of_model(built: Matrix, column: Column, model: str, cells: _Cells) -> Subject:
    capabilities: dict[str, dict[Mode, Fact]] = {}
    for row in built.rows:
        own = [
            result
            for result in cells.get((column.provider, column.dialect, row.capability), [])
            if model in result.models
        ]
        facts = {}
        for mode in matrix.modes_of(row.capability):
            found = mark.of_provider(matrix.observed_of(column, row.capability, mode, own, model))
            if (fact := _fact(column, row.capability, mode, found, own, model=model)) is not None:
                facts[mode] = fact
        capabilities |= {row.capability: facts} if facts else {}
    return Subject(provider=column.provider, dialect=column.dialect, model=model, capabilities=capabilities)


def _fact(
    column: Column,
    capability: str,
    mode: Mode,
    found: Mark,
    results: list[Result],
    *,
    cell: Cell | None = None,
    model: str | None = None,
) -> Fact | None:
    """Return the fact that states the mark ``found``. None if the mark is unknown.

    ``cell``: the cell of the matrix with the mark, or None. ``model``: the model that the mark is about, or None for
    the dialect as a whole.
    """
    value = mark.kind(found)
    if isinstance(found, Unknown) or value == "unknown":
        return None
    dates, sources = _sources(column, capability, mode, found.evidence, results, cell, model)
    is_of_claim = bool(sources) and isinstance(sources[0], ClaimSource)
    return Fact(
        value=value,
        evidence=found.evidence,
        date=min(dates, default=None),
        number=cell.declared.value if cell and cell.declared and is_of_claim else None,
        reasons=found.reasons,
        sources=sources,
    )


def _sources(
    column: Column, capability: str, mode: Mode, ink: Ink, results: list[Result], cell: Cell | None, model: str | None
) -> tuple[list[str], tuple[Source, ...]]:
    """Return the dates and the sources of the evidence for a mark. ``ink`` is the kind of the evidence.

    ``results``: the results about the capability. ``cell``, ``model``: as for ``_fact``.
    """
    if ink == "surveyed":
        survey = surveyed(column.provider)[column.dialect]
        seen = survey.capabilities[capability].seen(mode, model)
        return [survey.date], _most_seen(source for each in seen for source in _recordings(each))
    judged = [result for result in results if INK_OF[result.origin] == ink and result.mode == mode]
    if judged:
        cases = sorted({result.case for result in judged})
        return [result.date for result in judged], tuple(CaseSource(case=case) for case in cases)
    claims = load_profile(column.provider).dialects[column.dialect]
    beside = claims.unsupported | claims.accepts
    reasons = [f"{name}: {why}" for name, why in beside.items() if load(name).capability == capability]
    if cell is not None and cell.declared is not None and not reasons:
        claim = cell.declared
        return [claim.retrieved], (ClaimSource(source=claim.source, retrieved=claim.retrieved),)
    return [], tuple(ClaimSource(source=reason) for reason in sorted(reasons))


def _most_seen(sources: Iterable[RecordingSource]) -> tuple[RecordingSource, ...]:
    """Return the recordings that are listed as sources: at most ``_FEW`` counterexamples, then at most ``_FEW``
    examples.

    In both parts, recordings that represent more exchanges come first.
    """
    found = sorted(dict.fromkeys(sources), key=lambda source: -source.exchanges)
    kinds = [[source for source in found if source.shows == shows] for shows in ("counterexample", "example")]
    return tuple(source for kind in kinds for source in kind[:_FEW])


def _recordings(seen: SeenOfModel) -> Iterator[RecordingSource]:
    for place, number, shows in (
        (seen.example, seen.borne_out, "example"),
        (seen.counterexample, seen.otherwise, "counterexample"),
    ):
        if place is not None:
            yield RecordingSource(
                repository=place.repository,
                path=place.path,
                commit=place.commit,
                exchanges=number,
                shows="example" if shows == "example" else "counterexample",
            )
