"""The matrix: providers across, capabilities down; a cell holds the claim, its evidence, and the adapter's verdict."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from conformance.data import kept
from conformance.judge.finding import Finding, in_words
from conformance.judge.result import Result, Results, of_cases, standing
from conformance.judge.subject import Dialect, Subject, TextFormat, subject_of
from conformance.judge.text_checks import SAID
from conformance.report.canonical import indented
from conformance.report.results import ResultsError
from conformance.scenarios import capabilities, load
from conformance.scenarios import load_all as load_scenarios
from toolwire.providers import Declared, load_all, owner
from toolwire.providers.evidence import surveyed
from toolwire.text import FORMATS

Verdict = Literal["pass", "fail", "warn", "unsupported", "undecided", "nothing"]

_WORST: Final[tuple[Verdict, ...]] = ("fail", "unsupported", "undecided", "warn", "pass")
_VERDICTS: Final[dict[str, Verdict]] = {
    "pass": "pass",
    "warn": "warn",
    "fail": "fail",
    "error": "fail",
    "unsupported": "unsupported",
    "not-observed": "undecided",
}


class Column(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One dialect of a provider, or a text format if ``provider`` is ``text``."""

    provider: str
    dialect: str
    title: str
    recorded: bool = True
    """True if it has a cassette of its own; else all its cases are played by dialect."""

    @property
    def subject(self) -> Subject:
        """The subject of its cases."""
        return subject_of(self.provider, self.dialect)


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict on the provider's recorded answers."""

    verdict: Verdict
    origin: str
    date: str
    models: tuple[str, ...]
    failing: tuple[str, ...] = ()
    """Ids of the results that decided the verdict."""
    data: tuple[str, ...] = ()
    """Folders of cassettes that were laid over ours."""


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """The number of exchanges in other people's public recordings that bear the capability out, and that do not."""

    date: str
    borne_out: int
    otherwise: int
    models: tuple[str, ...]


class Handling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict on the adapter under test."""

    verdict: Verdict
    """The worst verdict on any case; ``unsupported`` if the subject of a case was not exercised."""
    failing: tuple[str, ...] = ()
    declined: bool = False
    """True if it declined something beside the subject."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A provider's claim about itself."""

    claim: str
    source: str
    retrieved: str
    value: int | None = None
    note: str | None = None


class Cell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One capability of one column. A missing field means that there is no evidence: nothing is inferred."""

    declared: Claim | None = None
    evidence: Evidence | None = None
    elsewhere: Elsewhere | None = None
    handled: Handling | None = None
    excluded: tuple[str, ...] = ()
    """The reasons why scenarios of this capability were not played."""
    accepted: tuple[str, ...] = ()
    """The reasons why the provider is expected to accept requests of this capability that others refuse."""
    waiting: bool = False
    """True if nothing is recorded, and something could be."""

    @property
    def is_silent(self) -> bool:
        """True if there is no evidence, and no reason why there cannot be any."""
        return self.evidence is None and self.elsewhere is None and (self.waiting or not self.excluded + self.accepted)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One capability, a cell for each column."""

    capability: str
    title: str
    cells: tuple[Cell, ...]


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A result that is not a pass, in words."""

    id: str
    party: str = msgspec.field(name="subject")
    outcome: str
    message: str
    known: str | None = None
    scenarios: int = 1
    """The number of scenarios by dialect that fail alike; the message is from the first."""

    @property
    def reason(self) -> str:
        """The reason of a known deviation; "" for others."""
        return self.known or ""


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """All columns and rows, and notes on the results that are not a pass."""

    adapter: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Note, ...]
    format: int = 1
    """Version of this file format."""

    @property
    def played(self) -> tuple[Row, ...]:
        """The rows that have scenarios; the others are only declared."""
        return tuple(row for row in self.rows if row.capability in _played())

    @property
    def shown(self) -> tuple[Row, ...]:
        """The played rows with evidence, or a reason for its absence, in any column."""
        return tuple(row for row in self.played if any(not cell.is_silent for cell in row.cells))

    @property
    def dialects(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(column.dialect for column in self.columns))

    @property
    def spoken(self) -> "Matrix":
        """The matrix with only the columns of providers."""
        return self.at([n for n, column in enumerate(self.columns) if isinstance(column.subject, Dialect)])

    @property
    def in_text(self) -> "Matrix":
        """The matrix with only the columns of text formats, and the rows that any of them fills."""
        own = self.at([n for n, column in enumerate(self.columns) if isinstance(column.subject, TextFormat)])
        rows = tuple(row for row in own.rows if any(cell != Cell() for cell in row.cells))
        return msgspec.structs.replace(own, rows=rows)

    def of(self, provider: str, dialect: str | None = None) -> "Matrix":
        """Return the matrix with only the columns and notes of one provider, or of one dialect of it."""
        kept = [
            n
            for n, column in enumerate(self.columns)
            if column.provider == provider and dialect in (None, column.dialect)
        ]
        below = f"{provider}/" if dialect is None else f"{provider}/{dialect}/"
        notes = tuple(note for note in self.notes if note.id.startswith(below))
        return msgspec.structs.replace(self.at(kept), notes=notes)

    def only(self, *, recorded: bool, dialect: str | None = None) -> "Matrix":
        """Return the matrix with only the columns that have cassettes of their own, or only those that have none.

        With a dialect: only the columns of that dialect, its owner first.
        """
        kept = [
            n
            for n, column in enumerate(self.columns)
            if column.recorded == recorded and dialect in (None, column.dialect)
        ]
        if dialect is not None:
            kept.sort(key=lambda n: self.columns[n].provider != owner(dialect))
        return self.at(kept)

    def at(self, indices: Sequence[int]) -> "Matrix":
        """Return the matrix with only the columns at these indices, in this order."""
        rows = [msgspec.structs.replace(row, cells=tuple(row.cells[n] for n in indices)) for row in self.rows]
        return msgspec.structs.replace(
            self,
            columns=tuple(self.columns[n] for n in indices),
            rows=tuple(row for row in rows if row.capability in _played() or any(cell.declared for cell in row.cells)),
        )


def build(results: Results) -> Matrix:
    """Build the matrix of some results. The same results give the same matrix.

    Raises ``ResultsError`` if a result's subject or capability is unknown.
    """
    titles = _titles()
    by_cell: dict[tuple[Subject, str], list[Result]] = defaultdict(list)
    for result in results.results:
        by_cell[result.subject, result.capability].append(result)
    present = {subject for subject, _ in by_cell}
    recorded = {result.subject for result in results.results if result.origin != "by-dialect"}
    for subject, capability in sorted(by_cell, key=lambda cell: (cell[0].spelling, cell[1])):
        if subject not in titles or capability not in capabilities():
            raise ResultsError(
                f"results of {', '.join(subject.spelling)}, {capability}, which is not known here; if they are of data "
                f"of your own, name their folder with --data"
            )
    columns = tuple(
        _column(subject, title, recorded=subject in recorded) for subject, title in titles.items() if subject in present
    )
    rows = tuple(
        Row(
            capability=capability,
            title=title,
            cells=tuple(_cell(column, capability, by_cell[column.subject, capability]) for column in columns),
        )
        for capability, title in capabilities().items()
        if _asked(results.scenario, capability)
        and (capability in _played() or any(_declared(column, capability) for column in columns))
    )
    return Matrix(adapter=results.adapter, columns=columns, rows=rows, notes=_notes(results.results))


def _titles() -> dict[Subject, str]:
    """Return the title of every known subject, in the order of the columns."""
    dialects = {
        Dialect(name, dialect): profile.title for name, profile in load_all().items() for dialect in profile.dialects
    }
    return dialects | {TextFormat(text_format.name): text_format.title for text_format in FORMATS}


def _column(subject: Subject, title: str, *, recorded: bool) -> Column:
    provider, dialect = subject.spelling
    return Column(provider=provider, dialect=dialect, title=title, recorded=recorded)


def _asked(scenario: str | None, capability: str) -> bool:
    return scenario is None or load(scenario).capability == capability


def _cell(column: Column, capability: str, results: list[Result]) -> Cell:
    if isinstance(column.subject, TextFormat):
        return _text_cell(results)
    claims = load_all()[column.provider].dialects[column.dialect]
    declared = _declared(column, capability)
    claim = declared and Claim(
        claim=declared.claim,
        source=declared.source,
        retrieved=declared.retrieved,
        value=declared.value,
        note=declared.note,
    )
    seen = [result for result in results if result.party == "provider"]
    handled = [result for result in results if result.party == "adapter"]
    scenarios = [scenario.id for scenario in load_scenarios() if scenario.capability == capability]
    return Cell(
        declared=claim or None,
        evidence=_evidence(seen),
        elsewhere=_elsewhere(column, capability),
        handled=_handling(handled),
        excluded=tuple(sorted(_reasons(claims.unsupported, capability))),
        accepted=tuple(sorted(_reasons(claims.accepts, capability))),
        waiting=not seen and any(scenario not in {*claims.unsupported, *claims.accepts} for scenario in scenarios),
    )


def why(result: Result) -> str:
    """Return the message of the first finding; results of other programs may have none."""
    return result.findings[0].message if result.findings else "no reason is given"


def _text_cell(results: list[Result]) -> Cell:
    """Return the cell of a text format: nothing is declared of text, and nothing waits for a recording."""
    written = [result for result in results if result.check == SAID]
    unsaid = [result for result in written if result.outcome == "not-applicable"]
    return Cell(
        evidence=_evidence([result for result in written if result.outcome == "pass"]),
        handled=_handling([result for result in results if result.party == "adapter"]),
        excluded=tuple(sorted(f"{result.scenario}: {why(result)}" for result in unsaid)),
    )


def _elsewhere(column: Column, capability: str) -> Elsewhere | None:
    known = surveyed(column.provider).get(column.dialect)
    seen = known and known.capabilities.get(capability)
    if not known or not seen:
        return None
    return Elsewhere(date=known.date, borne_out=seen.plain + seen.stream, otherwise=seen.otherwise, models=seen.models)


def _declared(column: Column, capability: str) -> Declared | None:
    if isinstance(column.subject, TextFormat):
        return None
    claims = load_all()[column.provider].dialects[column.dialect]
    return next((claim for claim in claims.declared if claim.capability == capability), None)


@kept
@cache
def _played() -> frozenset[str]:
    return frozenset(scenario.capability for scenario in load_scenarios())


def _reasons(given: dict[str, str], capability: str) -> Iterable[str]:
    for scenario, reason in given.items():
        if load(scenario).capability == capability:
            yield f"{scenario}: {reason}"


def _evidence(results: list[Result]) -> Evidence | None:
    if not results:
        return None
    return Evidence(
        verdict=worst(results),
        origin=min(result.origin for result in results),
        date=min(result.date for result in results),
        models=tuple(sorted({model for result in results for model in result.models})),
        failing=_failing(results),
        data=tuple(sorted({result.data for result in results if result.data})),
    )


def _handling(results: list[Result]) -> Handling | None:
    if not results:
        return None
    verdict = worst(results)
    declined = any(result.declined is not None or result.outcome == "unsupported" for result in results)
    return Handling(verdict=verdict, failing=_failing(results), declined=declined and verdict != "unsupported")


def worst(results: list[Result]) -> Verdict:
    """Return the worst verdict on any case; ``nothing`` if no check applied."""
    verdicts = {verdict for case in of_cases(results).values() for verdict in _of_case(case)}
    return next((verdict for verdict in _WORST if verdict in verdicts), "nothing")


def _of_case(results: list[Result]) -> Iterable[Verdict]:
    decides, unexercised = standing(results)
    yield from (_verdict(result) for result in decides if result.outcome in _VERDICTS)
    if unexercised:
        yield "unsupported"


def _verdict(result: Result) -> Verdict:
    """The verdict of a result; a provider fails by what was observed alone."""
    if result.outcome == "fail" and result.party == "provider" and not result.observed:
        return "warn"
    return _VERDICTS[result.outcome]


def _failing(results: list[Result]) -> tuple[str, ...]:
    return tuple(sorted(result.id for result in results if _VERDICTS.get(result.outcome) not in ("pass", None)))


def _notes(results: tuple[Result, ...]) -> tuple[Note, ...]:
    grouped: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        if _VERDICTS.get(result.outcome) not in ("pass", None):
            grouped[_noted(result), result.known or ""].append(result)
    return tuple(
        Note(
            id=name,
            party=first.party,
            outcome=first.outcome,
            message=in_words(sorted(first.findings, key=_breaks_nobody)[:3]),
            known=first.known,
            scenarios=len(same) if name != first.id else 1,
        )
        for (name, _), same in sorted(grouped.items(), key=lambda group: _order(group[0][0], group[1]))
        for first in [min(same, key=lambda result: result.id)]
    )


def _breaks_nobody(finding: Finding) -> bool:
    return finding.consumers is None or not finding.consumers.breaks


def _order(name: str, same: list[Result]) -> tuple[int, str]:
    return min(_WORST.index(_VERDICTS[result.outcome]) for result in same), name


def _noted(result: Result) -> str:
    """Return the id of a result's note: by dialect, all scenarios that fail alike share one."""
    if result.origin != "by-dialect":
        return result.id
    return f"{result.provider}/{result.dialect}/*/{result.mode}/{result.check}"


def to_json(matrix: Matrix) -> bytes:
    """Return the matrix as JSON."""
    return indented(msgspec.to_builtins(matrix)).encode()
