"""Every kind of page: a module each, which names the pages of its kind."""

from collections.abc import Iterator

from conformance.site.material import Material
from conformance.site.page import Making
from conformance.site.pages import (
    adapter,
    capability,
    case,
    changes,
    compare,
    contents,
    dialect,
    libraries,
    matrix,
    provider,
    rule,
    scenario,
    text_format,
    text_formats,
)

_KINDS = (
    matrix, libraries, compare, changes, contents, text_formats, text_format, provider, dialect, capability, scenario,
    rule, adapter, case,
)  # fmt: skip


def every(material: Material) -> Iterator[Making]:
    """All pages, in an order that stays."""
    for kind in _KINDS:
        yield from kind.pages(material)
