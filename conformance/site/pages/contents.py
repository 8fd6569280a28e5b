"""The page of contents, which lists all other pages."""

from collections.abc import Iterator

from conformance.scenarios import capabilities
from conformance.scenarios import load_all as scenarios
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import every_rule, load_all
from toolwire.text import FORMATS


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the page of contents."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.CONTENTS,
        title="Contents",
        template="contents.html.jinja",
        variables={
            "providers": [(name, profile.title, addresses.provider(name)) for name, profile in load_all().items()],
            "dialects": DIALECTS,
            "capabilities": capabilities(),
            "scenarios": scenarios(),
            "adapters": libraries.names(material),
            "rules": every_rule(),
            "text_formats": [text_format.name for text_format in FORMATS],
        },
    )
