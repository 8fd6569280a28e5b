"""The matrix: a column for each provider's dialect, a row for each capability, and marks in the cells."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import msgspec

from conformance.data import kept
from conformance.judge.finding import Finding, in_words
from conformance.judge.result import Result, Results
from conformance.judge.subject import Dialect, Subject, TextFormat, subject_of
from conformance.judge.text_checks import EXPRESSED
from conformance.report import mark
from conformance.report.canonical import indented
from conformance.report.mark import INK_OF, NOTHING, Ink, Known, Mark, Marks, Verdict
from conformance.report.results import UnknownSubject
from conformance.scenarios import Mode, Scenario, capabilities, load
from conformance.scenarios import load_all as load_scenarios
from toolwire.providers import Declared, load_all, owner
from toolwire.providers.evidence import SeenOfModel, surveyed
from toolwire.text import FORMATS

FORMAT: Final = 2
"""The version of the matrix's format. In version 1, cells had verdicts in place of marks."""
_WORST_FIRST: Final = ("fail", "error", "unsupported", "not-observed", "warn")
"""The outcomes of results that have a note. The worst outcome comes first."""
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")


class Column(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A column: a dialect of a provider, or a text format if ``provider`` is ``text``."""

    provider: str
    dialect: str
    title: str
    recorded: bool = True
    """True if the provider has any cassette of its own in this dialect. Otherwise all cases of the column are inferred
    from cassettes of the dialect's owner (played by dialect).
    """

    @property
    def subject(self) -> Subject:
        """The subject of the column: a provider's dialect, or a text format."""
        return subject_of(self.provider, self.dialect)


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The exchanges that were judged for a cell."""

    origin: str
    date: str
    models: tuple[str, ...]
    failing: tuple[str, ...] = ()
    """The ids of the provider's results that did not pass."""
    data: tuple[str, ...] = ()
    """The folders of users' cassettes that were played in addition to this project's cassettes."""


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The evidence about a capability in other people's public recordings.

    ``borne_out`` is the number of exchanges that confirm the capability, and ``otherwise`` the number of exchanges that
    show the contrary.
    """

    date: str
    borne_out: int
    otherwise: int
    models: tuple[str, ...]
    contrary: dict[str, int] = {}
    """The number of exchanges that show the contrary, by model. Empty if no model confirms the capability."""


class Handling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The marks of the adapter under test in a cell."""

    marks: Marks
    failing: tuple[str, ...] = ()
    """The ids of the adapter's results that did not pass."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A provider's claim about itself."""

    claim: str
    source: str
    retrieved: str
    value: int | None = None
    note: str | None = None


class Cell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cell: the capability of a row, in the dialect or text format of a column."""

    marks: Marks = NOTHING
    """The marks that a table shows: the provider's marks. In the column of a text format, they are the adapter's marks,
    because a text format has no provider.
    """
    declared: Claim | None = None
    evidence: Evidence | None = None
    elsewhere: Elsewhere | None = None
    handled: Handling | None = None
    excluded: tuple[str, ...] = ()
    """The reasons why scenarios of this capability were not played."""
    accepted: tuple[str, ...] = ()
    """The reasons why the provider is expected to accept requests of this capability, although other providers refuse
    such requests.
    """

    @property
    def is_known(self) -> bool:
        """True if anything is known or claimed about the capability."""
        return self.marks.is_known or any((self.declared, self.evidence, self.elsewhere, self.handled))


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row: a capability, with a cell for each column."""

    capability: str
    title: str
    cells: tuple[Cell, ...]


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A note on a result that did not pass."""

    id: str
    party: str = msgspec.field(name="subject")
    outcome: str
    message: str
    known: str | None = None
    scenarios: int = 1
    """The number of scenarios that share the note. Only scenarios that are inferred from cassettes of the dialect's
    owner share notes. The message of a shared note is from the first scenario.
    """

    @property
    def reason(self) -> str:
        """The reason in the list of known deviations for this failure. "" if the list does not have the failure."""
        return self.known or ""


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """All columns and rows, and notes on the results that did not pass."""

    adapter: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Note, ...]
    format: int = FORMAT
    """Version of this file format."""

    @property
    def played(self) -> tuple[Row, ...]:
        """The rows with scenarios. The other rows have only claims."""
        return tuple(row for row in self.rows if row.capability in _played())

    @property
    def shown(self) -> tuple[Row, ...]:
        """The rows with scenarios and with a known cell in any column."""
        return tuple(row for row in self.played if any(cell.marks.is_known for cell in row.cells))

    @property
    def dialects(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(column.dialect for column in self.columns))

    @property
    def spoken(self) -> "Matrix":
        """The matrix with only the columns of providers."""
        return self.at([n for n, column in enumerate(self.columns) if isinstance(column.subject, Dialect)])

    @property
    def in_text(self) -> "Matrix":
        """The matrix with only the columns of text formats, and only the rows with a known cell in these columns."""
        own = self.at([n for n, column in enumerate(self.columns) if isinstance(column.subject, TextFormat)])
        rows = tuple(row for row in own.rows if any(cell.is_known for cell in row.cells))
        return msgspec.structs.replace(own, rows=rows)

    def of(self, provider: str, dialect: str | None = None) -> "Matrix":
        """Return the matrix with only the columns and notes of a provider, or of a dialect of the provider."""
        kept = [
            n
            for n, column in enumerate(self.columns)
            if column.provider == provider and dialect in (None, column.dialect)
        ]
        below = f"{provider}/" if dialect is None else f"{provider}/{dialect}/"
        notes = tuple(note for note in self.notes if note.id.startswith(below))
        return msgspec.structs.replace(self.at(kept), notes=notes)

    def only(self, *, recorded: bool) -> "Matrix":
        """Return the matrix with only the columns for which ``recorded`` has the given value.

        If ``recorded`` is true, they are the columns with cassettes of the provider's own answers.
        """
        return self.at([n for n, column in enumerate(self.columns) if column.recorded == recorded])

    def speaking(self, dialect: str) -> "Matrix":
        """Return the matrix with only the columns of a dialect.

        The column of the dialect's owner comes first. Columns with cassettes come next.
        """
        kept = [n for n, column in enumerate(self.columns) if column.dialect == dialect]
        kept.sort(key=lambda n: (self.columns[n].provider != owner(dialect), not self.columns[n].recorded))
        return self.at(kept)

    def origins(self, column: Column) -> tuple[Evidence, ...]:
        """Return the evidence of a column, as an entry for each origin.

        An entry has all models, all data folders and the oldest date of its origin.
        """
        place = self.columns.index(column)
        found: dict[str, list[Evidence]] = defaultdict(list)
        for row in self.rows:
            evidence = row.cells[place].evidence
            if evidence is not None:
                found[evidence.origin].append(evidence)
        return tuple(
            Evidence(
                origin=origin,
                date=min(evidence.date for evidence in same),
                models=tuple(sorted({model for evidence in same for model in evidence.models})),
                data=tuple(sorted({folder for evidence in same for folder in evidence.data})),
            )
            for origin, same in sorted(found.items())
        )

    def at(self, indices: Sequence[int]) -> "Matrix":
        """Return the matrix with only the columns at these indices, in this order.

        A row is left out if no scenario plays its capability, and if no provider of these columns declares the
        capability.
        """
        rows = [msgspec.structs.replace(row, cells=tuple(row.cells[n] for n in indices)) for row in self.rows]
        return msgspec.structs.replace(
            self,
            columns=tuple(self.columns[n] for n in indices),
            rows=tuple(row for row in rows if row.capability in _played() or any(cell.declared for cell in row.cells)),
        )


def build(results: Results) -> Matrix:
    """Build the matrix from results. The same results give the same matrix.

    Raises ``UnknownSubject`` if a result is about an unknown subject or capability.
    """
    titles = _titles()
    by_cell: dict[tuple[Subject, str], list[Result]] = defaultdict(list)
    for result in results.results:
        by_cell[result.subject, result.capability].append(result)
    present = {subject for subject, _ in by_cell}
    recorded = {result.subject for result in results.results if result.origin != "by-dialect"}
    for subject, capability in sorted(by_cell, key=lambda cell: (cell[0].spelling, cell[1])):
        if subject not in titles or capability not in capabilities():
            raise UnknownSubject(subject, capability, by_cell[subject, capability][0].data)
    asked = {load(scenario).capability for scenario in results.scenarios}
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
        if (not asked or capability in asked)
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
    return Cell(
        marks=_of_provider(column, capability, seen),
        declared=claim or None,
        evidence=_evidence(seen),
        elsewhere=_elsewhere(column, capability),
        handled=_handling([result for result in results if result.party == "adapter"]),
        excluded=tuple(sorted(_reasons(claims.unsupported, capability))),
        accepted=tuple(sorted(_reasons(claims.accepts, capability))),
    )


def _of_provider(column: Column, capability: str, results: list[Result]) -> Marks:
    return _marks({mode: mark.of_provider(known(column, capability, mode, results)) for mode in modes_of(capability)})


def modes_of(capability: str) -> tuple[Mode, ...]:
    """Return the modes in which the scenarios of a capability are played. Return both modes if the capability has no
    scenario.
    """
    scenarios = _scenarios(capability)
    return tuple(mode for mode in _MODES if not scenarios or any(mode in scenario.modes for scenario in scenarios))


def known(column: Column, capability: str, mode: Mode, results: Iterable[Result]) -> Known:
    """Return everything that is known about a provider's capability in one mode. ``results``: the results about the
    capability.
    """
    claims = load_all()[column.provider].dialects[column.dialect]
    beside = dict.fromkeys(claims.unsupported, "cannot be expressed") | dict.fromkeys(
        claims.accepts, "is accepted, not refused"
    )
    asked = [scenario.id for scenario in _scenarios(capability) if mode in scenario.modes]
    seen = _seen(column, capability, mode)
    cases: dict[Ink, list[Result]] = defaultdict(list)
    for result in results:
        cases[INK_OF[result.origin]].append(result)
    return Known(
        cases={ink: _verdicts(of_ink, mode) for ink, of_ink in cases.items()},
        beside={name: beside[name] for name in asked if name in beside},
        waiting=any(name not in beside for name in asked),
        borne_out=sum(each.borne_out for each in seen),
        otherwise=sum(each.otherwise for each in seen),
        claim=_declared(column, capability),
    )


def observed_of(column: Column, capability: str, mode: Mode, results: Iterable[Result], model: str) -> Known:
    """Return everything that was observed about a capability of a single model. ``results``: the results about the
    capability.

    Claims and documentation are left out, because they are about the provider, not about a single model.
    """
    recorded = [result for result in results if INK_OF[result.origin] == "recorded" and model in result.models]
    seen = _seen(column, capability, mode, model)
    of_provider = known(column, capability, mode, recorded)
    return msgspec.structs.replace(
        of_provider,
        beside=of_provider.beside if recorded else {},
        borne_out=sum(each.borne_out for each in seen),
        otherwise=sum(each.otherwise for each in seen),
        claim=None,
    )


def _seen(column: Column, capability: str, mode: Mode, model: str | None = None) -> tuple[SeenOfModel, ...]:
    survey = surveyed(column.provider).get(column.dialect)
    seen = survey and survey.capabilities.get(capability)
    return seen.seen(mode, model) if seen else ()


def _scenarios(capability: str) -> list[Scenario]:
    return [scenario for scenario in load_scenarios() if scenario.capability == capability]


def _verdicts(results: list[Result], mode: Mode) -> dict[str, Verdict]:
    """Return the verdict on each case in a mode, by scenario."""
    cases: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.mode == mode:
            cases[result.scenario].append(result)
    return {name: found for name, case in sorted(cases.items()) if (found := mark.verdict(case)) is not None}


def _marks(modes: dict[Mode, Mark]) -> Marks:
    return Marks(plain=modes.get("plain"), stream=modes.get("stream")) if modes else NOTHING


def why(result: Result) -> str:
    """Return the message of a result's first finding, or "no reason is given" if the result has no finding.

    If a different program wrote the results, even a failing result may have no finding.
    """
    return result.findings[0].message if result.findings else "no reason is given"


def _text_cell(results: list[Result]) -> Cell:
    """Return the cell of a text format. Nobody makes claims about text formats, and their cases need no recordings."""
    written = [result for result in results if result.check == EXPRESSED]
    unsaid = [result for result in written if result.outcome == "not-applicable"]
    handled = [result for result in results if result.party == "adapter"]
    beside = dict.fromkeys(sorted({result.scenario for result in unsaid}), "cannot be expressed")
    modes = [mode for mode in _MODES if any(result.mode == mode for result in results)]
    marks = {mode: mark.of_text(_verdicts(handled, mode), beside) for mode in modes}
    return Cell(
        marks=_marks(marks),
        evidence=_evidence([result for result in written if result.outcome == "pass"]),
        handled=_handling(handled),
        excluded=tuple(sorted(f"{result.scenario}: {why(result)}" for result in unsaid)),
    )


def _elsewhere(column: Column, capability: str) -> Elsewhere | None:
    known = surveyed(column.provider).get(column.dialect)
    seen = known and known.capabilities.get(capability)
    if not known or not seen:
        return None
    return Elsewhere(
        date=known.date,
        borne_out=seen.plain + seen.stream,
        otherwise=seen.otherwise,
        models=seen.models,
        contrary=seen.contrary,
    )


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
        origin=min(result.origin for result in results),
        date=min(result.date for result in results),
        models=tuple(sorted({model for result in results for model in result.models})),
        failing=_failing(results),
        data=tuple(sorted({result.data for result in results if result.data})),
    )


def _handling(results: list[Result]) -> Handling | None:
    if not results:
        return None
    modes = [mode for mode in _MODES if any(result.mode == mode for result in results)]
    marks = _marks({mode: mark.of_cases(_verdicts(results, mode), "recorded") for mode in modes})
    return Handling(marks=marks, failing=_failing(results))


def _failing(results: list[Result]) -> tuple[str, ...]:
    return tuple(sorted(result.id for result in results if result.outcome in _WORST_FIRST))


def _notes(results: tuple[Result, ...]) -> tuple[Note, ...]:
    grouped: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        if result.outcome in _WORST_FIRST:
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
    return min(_WORST_FIRST.index(result.outcome) for result in same), name


def _noted(result: Result) -> str:
    """Return the id of the note on a result.

    Results of cases that are inferred from cassettes of the dialect's owner share a note if they are results of the
    same check, in the same mode of a provider's dialect. The id of this note has ``*`` for the scenario.
    """
    if result.origin != "by-dialect":
        return result.id
    return f"{result.provider}/{result.dialect}/*/{result.mode}/{result.check}"


def to_json(matrix: Matrix) -> bytes:
    """Return the matrix as JSON."""
    return indented(msgspec.to_builtins(matrix)).encode()
