"""The page of contradictions: documented claims of providers that public recordings contradict."""

from collections.abc import Iterator

from conformance.report.contradictions import every
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.providers import load_all


def pages(_: Material) -> Iterator[Making]:
    """Yield the function that makes the page of contradictions."""
    yield _page


def _page() -> Page:
    return Page(
        path=addresses.CONTRADICTIONS,
        title="Documented, and observed otherwise",
        template="contradictions.html.jinja",
        variables={
            "found": every(),
            "titles": {name: profile.title for name, profile in load_all().items()},
        },
    )
