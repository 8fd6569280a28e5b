"""Calls in text: every format and capability, and who reads the formats elsewhere."""

from collections.abc import Iterator

from conformance.recording.text_answers import TEXT
from conformance.report.text_formats import overview
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages.matrix import told_of
from toolwire.text import FORMATS


def pages(material: Material) -> Iterator[Making]:
    """It alone."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.TEXT_FORMATS,
        title="Calls in text",
        template="text_formats.html.jinja",
        told={
            **told_of(material, material.matrix.in_text),
            "formats": FORMATS,
            "judged": {one.name: material.of_libraries.get((TEXT, one.name), ()) for one in FORMATS},
            "counts": overview(material.results.results).counts,
        },
    )
