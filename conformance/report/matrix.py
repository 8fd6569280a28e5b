"""The matrix: providers across, capabilities down; a cell holds the claim, the evidence of it, and who handled it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from conformance.data import kept
from conformance.judge.result import Result, Results, of_cases, standing
from conformance.judge.text_checks import SAID
from conformance.recording.text_answers import TEXT
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
    """One provider speaking one dialect; where ``provider`` is ``text``, the dialect is a text format."""

    provider: str
    dialect: str
    title: str
    recorded: bool = True
    """Whether it has any cassette of its own; else it is played by dialect throughout."""

    @property
    def is_text(self) -> bool:
        """Whether it is a text format, which models write and no server reads."""
        return self.provider == TEXT


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the provider's recorded answers show."""

    verdict: Verdict
    origin: str
    date: str
    models: tuple[str, ...]
    failing: tuple[str, ...] = ()
    """Ids of the results that decided it."""
    data: tuple[str, ...] = ()
    """The folders that were laid over ours and hold cassettes of it."""


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """What other people's public recordings of the provider show: how many exchanges bear it out, and how many not."""

    date: str
    borne_out: int
    otherwise: int
    models: tuple[str, ...]


class Handling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the adapter under test did with them."""

    verdict: Verdict
    """The worst of what was judged; ``unsupported`` where the subject of a case was not exercised."""
    failing: tuple[str, ...] = ()
    declined: bool = False
    """Whether it declined something behind that."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the provider says of itself."""

    claim: str
    source: str
    retrieved: str
    value: int | None = None
    note: str | None = None


class Cell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One capability of one column. What is missing has no evidence: nothing is inferred."""

    declared: Claim | None = None
    evidence: Evidence | None = None
    elsewhere: Elsewhere | None = None
    handled: Handling | None = None
    excluded: tuple[str, ...] = ()
    """Why scenarios of this capability were not played."""
    accepted: tuple[str, ...] = ()
    """Why the provider is said to take what scenarios of this capability have refused."""
    waiting: bool = False
    """Whether nothing is recorded, and something could be."""

    @property
    def is_silent(self) -> bool:
        """Whether there is no evidence of it, and no reason why there cannot be any."""
        return self.evidence is None and self.elsewhere is None and (self.waiting or not self.excluded + self.accepted)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One capability, a cell for each column."""

    capability: str
    title: str
    cells: tuple[Cell, ...]


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A result that is not a pass, in words."""

    id: str
    subject: str
    outcome: str
    message: str
    known: str | None = None
    scenarios: int = 1
    """How many fail alike, by dialect; the message is that of the first."""

    @property
    def reason(self) -> str:
        """Why it is known; "" where it is not."""
        return self.known or ""


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """All columns and rows, and what is behind the cells that are not green."""

    adapter: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Note, ...]
    format: int = 1
    """Version of this file format."""

    @property
    def played(self) -> tuple[Row, ...]:
        """The rows that scenarios play: the others are only declared."""
        return tuple(row for row in self.rows if row.capability in _played())

    @property
    def shown(self) -> tuple[Row, ...]:
        """Of these, the rows of which any column says more than that it waits."""
        return tuple(row for row in self.played if any(not cell.is_silent for cell in row.cells))

    @property
    def dialects(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(column.dialect for column in self.columns))

    @property
    def spoken(self) -> "Matrix":
        """The columns of providers alone."""
        return self.at([n for n, column in enumerate(self.columns) if not column.is_text])

    @property
    def in_text(self) -> "Matrix":
        """The columns of text formats alone, and the rows that any of them is about."""
        own = self.at([n for n, column in enumerate(self.columns) if column.is_text])
        rows = tuple(row for row in own.rows if any(cell != Cell() for cell in row.cells))
        return msgspec.structs.replace(own, rows=rows)

    def of(self, provider: str, dialect: str | None = None) -> "Matrix":
        """The columns of one provider, or of one dialect of it, with what is behind their cells."""
        kept = [n for n, one in enumerate(self.columns) if one.provider == provider and dialect in (None, one.dialect)]
        below = f"{provider}/" if dialect is None else f"{provider}/{dialect}/"
        notes = tuple(note for note in self.notes if note.id.startswith(below))
        return msgspec.structs.replace(self.at(kept), notes=notes)

    def only(self, *, recorded: bool, dialect: str | None = None) -> "Matrix":
        """The columns that have cassettes of their own, or those that have none; of one dialect its owner first."""
        kept = [
            n
            for n, column in enumerate(self.columns)
            if column.recorded == recorded and dialect in (None, column.dialect)
        ]
        if dialect is not None:
            kept.sort(key=lambda n: self.columns[n].provider != owner(dialect))
        return self.at(kept)

    def at(self, places: Sequence[int]) -> "Matrix":
        """The columns at these places, in this order."""
        rows = [msgspec.structs.replace(row, cells=tuple(row.cells[n] for n in places)) for row in self.rows]
        return msgspec.structs.replace(
            self,
            columns=tuple(self.columns[n] for n in places),
            rows=tuple(row for row in rows if row.capability in _played() or any(cell.declared for cell in row.cells)),
        )


def build(results: Results) -> Matrix:
    """The matrix of some results. The same results give the same matrix. Raises ``ResultsError``."""
    profiles = load_all()
    found: dict[tuple[str, str, str], list[Result]] = defaultdict(list)
    for result in results.results:
        found[result.provider, result.dialect, result.capability].append(result)
    present = {(provider, dialect) for provider, dialect, _ in found}
    recorded = {(result.provider, result.dialect) for result in results.results if result.origin != "by-dialect"}
    for provider, dialect, capability in sorted(found):
        known = _TEXT_FORMATS if provider == TEXT else getattr(profiles.get(provider), "dialects", ())
        if dialect not in known or capability not in capabilities():
            raise ResultsError(
                f"results of {provider}, {dialect}, {capability}, which is not known here; if they are of data of your "
                f"own, name their folder with --data"
            )
    columns = (
        *(
            Column(provider=name, dialect=dialect, title=profile.title, recorded=(name, dialect) in recorded)
            for name, profile in profiles.items()
            for dialect in profile.dialects
            if (name, dialect) in present
        ),
        *(
            Column(provider=TEXT, dialect=name, title=title)
            for name, title in _TEXT_FORMATS.items()
            if (TEXT, name) in present
        ),
    )
    rows = tuple(
        Row(
            capability=capability,
            title=title,
            cells=tuple(
                _cell(column, capability, found[column.provider, column.dialect, capability]) for column in columns
            ),
        )
        for capability, title in capabilities().items()
        if _asked(results.scenario, capability)
        and (capability in _played() or any(_declared(column, capability) for column in columns))
    )
    return Matrix(adapter=results.adapter, columns=columns, rows=rows, notes=_notes(results.results))


_TEXT_FORMATS: Final = {one.name: one.title for one in FORMATS}


def _asked(scenario: str | None, capability: str) -> bool:
    return scenario is None or load(scenario).capability == capability


def _cell(column: Column, capability: str, results: list[Result]) -> Cell:
    if column.is_text:
        return _text_cell(results)
    claims = load_all()[column.provider].dialects[column.dialect]
    declared = _declared(column, capability)
    said = declared and Claim(
        claim=declared.claim,
        source=declared.source,
        retrieved=declared.retrieved,
        value=declared.value,
        note=declared.note,
    )
    seen = [result for result in results if result.subject == "provider"]
    handled = [result for result in results if result.subject == "adapter"]
    waits = [one.id for one in load_scenarios() if one.capability == capability]
    return Cell(
        declared=said or None,
        evidence=_evidence(seen),
        elsewhere=_elsewhere(column, capability),
        handled=_handling(handled),
        excluded=tuple(sorted(_reasons(claims.unsupported, capability))),
        accepted=tuple(sorted(_reasons(claims.accepts, capability))),
        waiting=not seen and any(one not in {*claims.unsupported, *claims.accepts} for one in waits),
    )


def why(result: Result) -> str:
    """The first thing that was found; a result of somebody's may say none."""
    return result.findings[0].message if result.findings else "no reason is given"


def _text_cell(results: list[Result]) -> Cell:
    """What models are documented to write, and who reads it; nothing is declared of text, and nothing waits."""
    written = [result for result in results if result.check == SAID]
    unsaid = [result for result in written if result.outcome == "not-applicable"]
    return Cell(
        evidence=_evidence([result for result in written if result.outcome == "pass"]),
        handled=_handling([result for result in results if result.subject == "adapter"]),
        excluded=tuple(sorted(f"{result.scenario}: {why(result)}" for result in unsaid)),
    )


def _elsewhere(column: Column, capability: str) -> Elsewhere | None:
    known = surveyed(column.provider).get(column.dialect)
    seen = known and known.capabilities.get(capability)
    if not known or not seen:
        return None
    return Elsewhere(date=known.date, borne_out=seen.plain + seen.stream, otherwise=seen.otherwise, models=seen.models)


def _declared(column: Column, capability: str) -> Declared | None:
    if column.is_text:
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
    """The worst verdict on any case; ``nothing`` where no check had anything to say."""
    verdicts = {verdict for case in of_cases(results).values() for verdict in _of_case(case)}
    return next((verdict for verdict in _WORST if verdict in verdicts), "nothing")


def _of_case(results: list[Result]) -> Iterable[Verdict]:
    decides, unexercised = standing(results)
    yield from (_VERDICTS[result.outcome] for result in decides if result.outcome in _VERDICTS)
    if unexercised:
        yield "unsupported"


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
            subject=first.subject,
            outcome=first.outcome,
            message="; ".join(finding.said for finding in first.findings[:3]),
            known=first.known,
            scenarios=len(same) if name != first.id else 1,
        )
        for (name, _), same in sorted(grouped.items(), key=lambda one: _order(one[0][0], one[1]))
        for first in [min(same, key=lambda result: result.id)]
    )


def _order(name: str, same: list[Result]) -> tuple[int, str]:
    return min(_WORST.index(_VERDICTS[result.outcome]) for result in same), name


def _noted(result: Result) -> str:
    """The id under which a result is told: by dialect, one for all scenarios that fail alike."""
    if result.origin != "by-dialect":
        return result.id
    return f"{result.provider}/{result.dialect}/*/{result.mode}/{result.check}"


def to_json(matrix: Matrix) -> bytes:
    """The matrix for machines."""
    return indented(msgspec.to_builtins(matrix)).encode()
