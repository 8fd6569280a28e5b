"""The matrix and the verdicts on adapters as CSV. Each cell of these tables is a line."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from conformance.report.adapters import Judged, Library
from conformance.report.mark import Marks, deviations, kind
from conformance.report.matrix import Cell, Column, Matrix, Row
from conformance.scenarios import Mode

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The characters that may begin a formula in a spreadsheet."""

_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")
_MARKS: Final = tuple(f"{mode}{part}" for mode in _MODES for part in ("", "_evidence", "_reasons", "_deviations"))
MATRIX: Final = (
    "provider", "dialect", "capability", *_MARKS, "declared", "declared_value", "origin", "date", "models",
    "elsewhere_borne_out", "elsewhere_otherwise", "adapter_plain", "adapter_stream", "expressible", "taken",
)  # fmt: skip
ADAPTERS: Final = (
    "adapter", "version", "date", "provider", "dialect", "capability", *_MARKS, "outdated",
)  # fmt: skip


def to_csv(matrix: Matrix) -> bytes:
    """Return the matrix as CSV: a line for each cell about which anything is known, with its marks."""
    return _written(
        MATRIX,
        (
            _cell(column, row, cell)
            for row in matrix.rows
            for column, cell in zip(matrix.columns, row.cells, strict=True)
            if cell.is_known
        ),
    )


def _cell(column: Column, row: Row, cell: Cell) -> tuple[object, ...]:
    declared, evidence, elsewhere, handled = cell.declared, cell.evidence, cell.elsewhere, cell.handled
    return (
        column.provider,
        column.dialect,
        row.capability,
        *_marks(cell.marks),
        declared and declared.claim,
        declared and declared.value,
        evidence and evidence.origin,
        evidence and evidence.date,
        evidence and " ".join(evidence.models),
        elsewhere and elsewhere.borne_out,
        elsewhere and elsewhere.otherwise,
        *(handled and (found := handled.marks.modes.get(mode)) and kind(found) for mode in _MODES),
        "no" if cell.excluded else "yes",
        _yes(bool(cell.accepted)),
    )


def _marks(marks: Marks) -> Iterator[object]:
    """Yield four values for each mode: the mark, its evidence, its reasons, and the number of its deviations.

    All four are None for a mode without a mark.
    """
    for mode in _MODES:
        found = marks.modes.get(mode)
        yield from (
            (kind(found), found.evidence, "; ".join(found.reasons), deviations(found)) if found else (None,) * 4
        )


def adapters_to_csv(libraries: Iterable[Library]) -> bytes:
    """Return the verdicts on libraries as CSV: a line for each library, provider's dialect and capability."""
    return _written(
        ADAPTERS, (line for library in libraries for judged in library.judged for line in _lines(library, judged))
    )


def _lines(library: Library, judged: Judged) -> Iterator[tuple[object, ...]]:
    outdated = _yes(not judged.is_current)
    for capability, marks in judged.marks.items():
        cell = (judged.provider, judged.dialect, capability)
        yield library.name, library.version, library.date, *cell, *_marks(marks), outdated


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _written(head: tuple[str, ...], lines: Iterable[tuple[object, ...]]) -> bytes:
    page = StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_harmless(value) for value in line] for line in lines)
    return page.getvalue().encode(errors="backslashreplace")


def _harmless(value: object) -> object:
    """Return a value. If it is a text that a spreadsheet may read as a formula, put ``'`` before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
