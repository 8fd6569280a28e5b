"""The matrix and the verdicts on adapters as CSV: a line for each cell."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from conformance.report.adapters import Judged, Library
from conformance.report.matrix import Cell, Column, Matrix, Row

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which spreadsheets begin a formula."""

MATRIX: Final = (
    "provider", "dialect", "capability", "declared", "declared_value", "origin", "date", "models", "observed",
    "elsewhere_borne_out", "elsewhere_otherwise", "handled", "handled_in_part", "expressible", "taken",
)  # fmt: skip
ADAPTERS: Final = ("adapter", "version", "date", "provider", "dialect", "capability", "verdict", "outdated")


def to_csv(matrix: Matrix) -> bytes:
    """Return a line for each cell that is not empty; ``observed`` is the verdict on the evidence of that ``origin``."""
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
    declared, evidence, elsewhere, handled = cell.declared, cell.evidence, cell.elsewhere, cell.handled
    return (
        column.provider,
        column.dialect,
        row.capability,
        declared and declared.claim,
        declared and declared.value,
        evidence and evidence.origin,
        evidence and evidence.date,
        evidence and " ".join(evidence.models),
        evidence and evidence.verdict,
        elsewhere and elsewhere.borne_out,
        elsewhere and elsewhere.otherwise,
        handled and handled.verdict,
        _yes(handled is not None and handled.declined),
        "no" if cell.excluded else "yes",
        _yes(bool(cell.accepted)),
    )


def adapters_to_csv(libraries: Iterable[Library]) -> bytes:
    """Return a line for each capability of each provider's dialect that a library was judged with."""
    return _written(
        ADAPTERS, (line for library in libraries for judged in library.judged for line in _lines(library, judged))
    )


def _lines(library: Library, judged: Judged) -> Iterator[tuple[object, ...]]:
    outdated = _yes(not judged.is_current)
    for capability, verdict in judged.capabilities.items():
        cell = (judged.provider, judged.dialect, capability)
        yield library.name, library.version, library.date, *cell, verdict, outdated


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _written(head: tuple[str, ...], lines: Iterable[tuple[object, ...]]) -> bytes:
    page = StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_harmless(value) for value in line] for line in lines)
    return page.getvalue().encode(errors="backslashreplace")


def _harmless(value: object) -> object:
    """Return a value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
