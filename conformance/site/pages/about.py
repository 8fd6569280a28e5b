"""The page about the site: the evidence of its verdicts, and the way to gate a library of one's own."""

from collections.abc import Iterator

from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(_: Material) -> Iterator[Making]:
    """Yield this page alone."""
    yield lambda: Page(path=addresses.ABOUT, title="About", template="about.html.jinja")
