"""Two providers, or two adapters, side by side."""

from collections.abc import Iterator
from typing import Any

from conformance.report.mark import SIGNS, kind
from conformance.scenarios import capabilities
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.pages.matrix import States, link


def pages(material: Material) -> Iterator[Making]:
    """Yield this page alone."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    built = material.matrix.spoken
    states = States()
    providers: dict[str, Any] = {
        f"{column.provider}/{column.dialect}": {
            "title": f"{column.title}, {column.dialect}",
            "cells": {
                row.capability: [
                    states.of(material.shown(row.cells[n])),
                    link(material, column, row.capability, row.cells[n]),
                ]
                for row in built.rows
            },
        }
        for n, column in sorted(enumerate(built.columns), key=lambda pair: not pair[1].recorded)
    }
    adapters: dict[str, Any] = {name: {} for name in libraries.names(material)}
    for subject in libraries.subjects(material):
        for name, judged in libraries.judged(material, subject).items():
            adapters[name][str(subject)] = {
                capability: {"k": kind(marks.worst), "l": marks.words} for capability, marks in judged.marks.items()
            }
    return Page(
        path=addresses.COMPARE,
        title="Side by side",
        template="compare.html.jinja",
        told={
            "changed": material.changed,
            "data": {
                "capabilities": capabilities(),
                "providers": providers,
                "adapters": adapters,
                "pages": {name: addresses.adapter(name) for name in adapters},
                "states": states.every,
                "signs": SIGNS,
            },
        },
    )
