"""Claims: what is documented of providers, and observed otherwise in others' recordings."""

from collections.abc import Iterator

from conformance.report.contradictions import every
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.providers import load_all


def pages(material: Material) -> Iterator[Making]:
    """Yield this page alone."""
    del material
    yield _page


def _page() -> Page:
    return Page(
        path=addresses.CONTRADICTIONS,
        title="Documented, and observed otherwise",
        template="contradictions.html.jinja",
        told={"found": every(), "profiles": load_all()},
    )
