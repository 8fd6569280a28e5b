"""The page of calls in text: all text formats and capabilities, and the parsers that other projects have for the
formats.
"""

from collections.abc import Iterator

from conformance.judge.subject import TextFormat
from conformance.report.text_formats import overview
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages.matrix import variables_of
from toolwire.text import FORMATS


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the page of calls in text."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.TEXT_FORMATS,
        title="Calls in text",
        template="text_formats.html.jinja",
        variables={
            **variables_of(material, material.matrix.in_text),
            "formats": FORMATS,
            "judged": {form.name: material.of_libraries.get(TextFormat(form.name), ()) for form in FORMATS},
            "counts": overview(material.results.results).counts,
        },
    )
