"""The page of a capability: its scenarios, and all providers and adapters side by side."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeAlias

from conformance.judge.subject import Dialect
from conformance.report.mark import INKS, KINDS, Mark, kind
from conformance.report.matrix import Cell, Column
from conformance.scenarios import capabilities, load_all
from conformance.site import addresses
from conformance.site.cells import ShownCell
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.pages.matrix import link

Named: TypeAlias = tuple[Column, str]
"""A column of the matrix, with the address of the column's evidence."""


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each capability, even if none of its cases was played."""
    for name in capabilities():
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    cells = next((row.cells for row in material.matrix.rows if row.capability == name), ())
    rows = [
        (column, cell, material.shown(cell), link(material, column, name, cell))
        for column, cell in zip(material.matrix.columns, cells, strict=bool(cells))
        if cell.is_known
    ]
    providers = Counter(column.provider for column in material.matrix.columns)
    return Page(
        path=addresses.capability(name),
        title=capabilities()[name],
        template="capability.html.jinja",
        variables={
            "name": name,
            "scenarios": [scenario for scenario in load_all() if scenario.capability == name],
            "rows": rows,
            "modes": _modes(rows),
            "several": {provider for provider, number in providers.items() if number > 1},
            "adapters": [
                (
                    *subject.spelling,
                    [
                        (adapter, marks)
                        for adapter, entry in judged.items()
                        if (marks := entry.marks.get(name)) is not None
                    ],
                )
                for subject in libraries.subjects(material)
                for judged in [libraries.judged(material, subject)]
                if any(name in entry.marks for entry in judged.values())
            ],
        },
    )


def _modes(rows: Iterable[tuple[Column, Cell, ShownCell, str]]) -> list[tuple[str, list[tuple[Mark, list[Named]]]]]:
    """Return the providers grouped by their marks: a list of groups for plain answers, and a list for streamed answers.

    If both lists are equal, return a single list for both modes. The best mark comes first. Among marks of the same
    kind, the mark with the strongest evidence comes first.
    """
    spoken = [(column, cell.marks, href) for column, cell, _, href in rows if isinstance(column.subject, Dialect)]
    modes = {
        "Plain": _grouped((marks.plain, column, href) for column, marks, href in spoken),
        "Streamed": _grouped((marks.stream, column, href) for column, marks, href in spoken),
    }
    if modes["Plain"] == modes["Streamed"]:
        return [("Plain and streamed", modes["Plain"])]
    return [(mode, groups) for mode, groups in modes.items() if groups]


def _grouped(marked: Iterable[tuple[Mark | None, Column, str]]) -> list[tuple[Mark, list[Named]]]:
    found: dict[tuple[int, int], tuple[Mark, list[Named]]] = {}
    for mark, column, href in marked:
        if mark is not None:
            place = (KINDS.index(kind(mark)), INKS.index(mark.evidence) if mark.evidence else len(INKS))
            found.setdefault(place, (mark, []))[1].append((column, href))
    return [found[place] for place in sorted(found)]
