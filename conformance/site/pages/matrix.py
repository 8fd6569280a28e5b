"""The page of the matrix: a column for each provider's dialect, and a row for each capability."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from conformance.report.matrix import Cell, Column, Matrix
from conformance.site import addresses
from conformance.site.cells import ShownCell
from conformance.site.material import Material
from conformance.site.page import Making, Page

_BETWEEN: Final = "; "
"""The text between the parts of a cell's label."""


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the page of the matrix."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.MATRIX,
        title="Providers and capabilities",
        template="matrix.html.jinja",
        variables={
            **variables_of(material, material.matrix.spoken),
            "conversations": Counter(judged[0].origin for judged in material.cases.values()),
            "formats": len(material.matrix.in_text.columns),
        },
    )


def variables_of(material: Material, built: Matrix) -> dict[str, Any]:
    """Return the template's variables for the table of a matrix, and for the script that filters the table."""
    order = sorted(range(len(built.columns)), key=lambda n: (not built.columns[n].recorded, built.columns[n].provider))
    states = States()
    rows: list[dict[str, Any]] = [
        {
            "capability": row.capability,
            "title": row.title,
            "cells": [
                (states.of(shown), shown, link(material, built.columns[n], row.capability, row.cells[n]))
                for n in order
                for shown in [material.shown(row.cells[n])]
            ],
        }
        for row in built.rows
    ]
    columns = [built.columns[n] for n in order]
    usual = _most_common((_style(shown), state) for row in rows for state, shown, _ in row["cells"])
    return {
        "columns": columns,
        "own": sum(column.recorded for column in columns),
        "rows": rows,
        "states": {"words": states.words, "cells": states.every, "usual": usual},
        "providers": sorted(
            {column.provider: column.title for column in columns}.items(), key=lambda pair: pair[1].lower()
        ),
        "inks_there": Counter(ink for row in rows for _, shown, _ in row["cells"] for ink in shown.marks.inks),
        "kinds_there": Counter(kind for row in rows for _, shown, _ in row["cells"] for kind in shown.marks.kinds),
    }


def _style(shown: ShownCell) -> str:
    """Return the CSS classes of a cell in the table, or "" for a cell without a link."""
    return shown.style if shown.is_linked else ""


def _most_common(found: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return, for each value of the attribute ``class``, the index of the most common state of the cells with this
    value.

    In the HTML, a cell has the index of its state only if its state is not the most common state of its class. This
    makes the HTML smaller. ``found``: for each cell, its class and the index of its state.
    """
    counts = Counter(found)
    return {style: state for (style, state), _ in sorted(counts.items(), key=lambda counted: counted[1])}


class States:
    """The distinct states of cells, for the script that filters the cells. Cells that look alike share a state.

    Many states have the same marks, evidence, dates and parts of labels. So each such text is stored only once, in
    ``words``, and a state has the indices of its texts in ``words``.
    """

    def __init__(self) -> None:
        self.every: list[list[int | str | list[int]]] = []
        self._places: dict[ShownCell, int] = {}
        self._numbers: dict[str, int] = {}

    @property
    def words(self) -> list[str]:
        """The distinct texts of all states: marks, dates and parts of labels. A state has the indices of its texts in
        this list.
        """
        return list(self._numbers)

    def of(self, shown: ShownCell) -> int:
        """Return the number of a cell's state: its index in ``every``."""
        if shown not in self._places:
            self._places[shown] = len(self.every)
            self.every.append(self._state(shown))
        return self._places[shown]

    def _state(self, shown: ShownCell) -> list[int | str | list[int]]:
        """Return a cell's state for the script: marks, evidence, date, parts of the label, and any contradictions."""
        words = (" ".join(shown.marks.kinds), " ".join(shown.marks.inks), shown.date)
        label = [self._number(part) for part in shown.label.split(_BETWEEN)]
        return [*map(self._number, words), label, *([" ".join(shown.disagreements)] if shown.disagreements else [])]

    def _number(self, word: str) -> int:
        return self._numbers.setdefault(word, len(self._numbers))


def link(material: Material, column: Column, capability: str, cell: Cell) -> str:
    """Return the address of a cell's evidence: the exchange that decided the cell's mark, or a description of the cell.

    The description is used if the cell has no exchange, or if other people's recordings decided the mark.
    """
    if "surveyed" in cell.marks.inks:
        return addresses.cell(column.provider, column.dialect, capability)
    names = material.of_cell.get((column.subject, capability), ())
    deciding = (cell.evidence.failing if cell.evidence else ()) or (cell.handled.failing if cell.handled else ())
    for name in names:
        if deciding and deciding[0].startswith(f"{name}/"):
            return addresses.case(name)
    if names:
        return addresses.case(names[0])
    return addresses.cell(column.provider, column.dialect, capability)
