"""The page about the site: the evidence behind its verdicts, and instructions to judge a library in the library's own
CI.
"""

from collections.abc import Iterator

from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(_: Material) -> Iterator[Making]:
    """Yield the function that makes the page about the site."""
    yield lambda: Page(path=addresses.ABOUT, title="About", template="about.html.jinja")
