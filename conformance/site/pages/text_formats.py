"""Calls in text: every format, who reads it elsewhere, and what the reference makes of it."""

from collections.abc import Iterator
from typing import Final

from conformance.normalizer.text import FORMATS
from conformance.report.text_formats import overview
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.suite.text_formats import Reference, played, results

_CELLS: Final = {"not-applicable": "inexpressible"}


def pages(material: Material) -> Iterator[Making]:
    """It alone. What is played is written anew: it has no cassettes."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    del material
    scenarios = played()
    seen = overview(list(results(Reference(), scenarios)))
    return Page(
        path=addresses.TEXT_FORMATS,
        title="Calls in text",
        template="text_formats.html.jinja",
        told={
            "formats": FORMATS,
            "scenarios": scenarios,
            "seen": seen,
            "verdicts": {place: _CELLS.get(outcome, outcome) for place, outcome in seen.verdicts.items()},
        },
    )
