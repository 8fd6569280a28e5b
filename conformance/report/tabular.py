"""The matrix and what adapters did as CSV: a line for each cell."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from conformance.report.adapters import Judged, Library
from conformance.report.matrix import Cell, Column, Matrix, Row

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""

MATRIX: Final = (
    "provider", "dialect", "capability", "declared", "declared_value", "origin", "date", "models", "observed",
    "elsewhere_borne_out", "elsewhere_otherwise", "handled", "handled_in_part", "expressible", "taken",
)  # fmt: skip
ADAPTERS: Final = ("adapter", "version", "date", "provider", "dialect", "capability", "verdict", "outdated")


def to_csv(matrix: Matrix) -> bytes:
    """A line for each cell that says anything; ``observed`` is what the evidence of that ``origin`` shows."""
    return _written(
        MATRIX,
        (
            _cell(column, row, cell)
            for row in matrix.rows
            for column, cell in zip(matrix.columns, row.cells, strict=True)
            if cell != Cell()
        ),
    )


def _cell(column: Column, row: Row, cell: Cell) -> tuple[object, ...]:
    said, seen, elsewhere, handled = cell.declared, cell.evidence, cell.elsewhere, cell.handled
    return (
        column.provider,
        column.dialect,
        row.capability,
        said and said.claim,
        said and said.value,
        seen and seen.origin,
        seen and seen.date,
        seen and " ".join(seen.models),
        seen and seen.verdict,
        elsewhere and elsewhere.borne_out,
        elsewhere and elsewhere.otherwise,
        handled and handled.verdict,
        _yes(handled is not None and handled.declined),
        "no" if cell.excluded else "yes",
        _yes(bool(cell.accepted)),
    )


def adapters_to_csv(libraries: Iterable[Library]) -> bytes:
    """A line for each capability of each provider's dialect that a library was asked for."""
    return _written(
        ADAPTERS, (line for library in libraries for one in library.judged for line in _judged(library, one))
    )


def _judged(library: Library, one: Judged) -> Iterator[tuple[object, ...]]:
    outdated = _yes(not one.is_current)
    for capability, verdict in one.capabilities.items():
        place = (one.provider, one.dialect, capability)
        yield library.name, library.version, library.date, *place, verdict, outdated


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _written(head: tuple[str, ...], lines: Iterable[tuple[object, ...]]) -> bytes:
    page = StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_harmless(value) for value in line] for line in lines)
    return page.getvalue().encode(errors="backslashreplace")


def _harmless(value: object) -> object:
    """A value that no spreadsheet runs."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
