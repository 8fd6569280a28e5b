"""The first page: the questions of somebody who chooses a provider or a library, and the ways in."""

from collections.abc import Iterator
from typing import Any

from conformance.report import chooser
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.pages.matrix import link


def pages(material: Material) -> Iterator[Making]:
    """Yield this page alone."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.INDEX,
        title="Which providers and libraries get tool calling right?",
        template="index.html.jinja",
        told={
            "questions": chooser.QUESTIONS,
            "rows": [_row(material, row) for row in chooser.rows(material.matrix)],
            "providers": len({column.provider for column in material.matrix.spoken.columns}),
            "conversations": sum(judged[0].origin != "by-dialect" for judged in material.cases.values()),
            "names": libraries.names(material),
            "versions": {library.name: library.version for library in material.libraries},
        },
    )


def _row(material: Material, row: chooser.Row) -> dict[str, Any]:
    place = material.matrix.columns.index(row.column)
    cells = {of_capability.capability: of_capability.cells[place] for of_capability in material.matrix.rows}
    return {
        "column": row.column,
        "answers": [
            (
                question,
                marks,
                link(material, row.column, capability, cells[capability]) if capability in cells else "",
            )
            for (question, capability), marks in zip(chooser.QUESTIONS.items(), row.answers, strict=True)
        ],
    }
