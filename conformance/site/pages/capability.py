"""A capability: its scenarios, and every provider and adapter side by side."""

from collections.abc import Iterator
from functools import partial

from conformance.scenarios import capabilities, load_all
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.pages.matrix import link


def pages(material: Material) -> Iterator[Making]:
    """Yield a page for each capability, also for those that nobody was asked for."""
    for name in capabilities():
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    cells = next((row.cells for row in material.matrix.rows if row.capability == name), ())
    return Page(
        path=addresses.capability(name),
        title=capabilities()[name],
        template="capability.html.jinja",
        told={
            "name": name,
            "scenarios": [scenario for scenario in load_all() if scenario.capability == name],
            "rows": [
                (column, cell, material.shown(cell), link(material, column, name, cell))
                for column, cell in zip(material.matrix.columns, cells, strict=bool(cells))
                if cell.is_known
            ],
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
