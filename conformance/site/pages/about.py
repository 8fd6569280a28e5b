"""The page about the site: the evidence of its verdicts, and how readers judge their own library in its CI."""

from collections.abc import Iterator

from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(_: Material) -> Iterator[Making]:
    """Yield the page."""
    yield lambda: Page(path=addresses.ABOUT, title="About", template="about.html.jinja")
