"""A provider: what it says of itself, what differs from the dialect's owner, and every cell of its columns in words."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.claims import load, own_rules
from conformance.claims.evidence import surveyed
from conformance.report.matrix import Cell
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(material: Material) -> Iterator[Making]:
    """One for each provider of the matrix."""
    for name in dict.fromkeys(column.provider for column in material.matrix.columns):
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    profile = load(name)
    columns = [(n, column) for n, column in enumerate(material.matrix.columns) if column.provider == name]
    return Page(
        path=addresses.provider(name),
        title=profile.title,
        template="provider.html.jinja",
        told={
            "name": name,
            "profile": profile,
            "dialects": [
                {
                    "name": column.dialect,
                    "recorded": column.recorded,
                    "claims": profile.dialects[column.dialect],
                    "surveyed": surveyed(name).get(column.dialect),
                    "rules": own_rules(name, column.dialect),
                    "rows": [
                        _row(material, name, column.dialect, row.capability, row.title, row.cells[n])
                        for row in material.matrix.rows
                    ],
                }
                for n, column in columns
            ],
        },
    )


def _row(material: Material, name: str, dialect: str, capability: str, title: str, cell: Cell) -> dict[str, Any]:
    cases = material.of_cell.get((name, dialect, capability), ())
    return {
        "capability": capability,
        "title": title,
        "cell": cell,
        "shown": material.shown(cell),
        "cases": cases,
        "reasons": material.reasons(cases),
    }
