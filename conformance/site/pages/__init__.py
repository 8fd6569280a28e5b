"""The kinds of pages. Each kind has a module, whose function ``pages`` yields functions that make the pages."""

from collections.abc import Iterator

from conformance.site.material import Material
from conformance.site.page import Making
from conformance.site.pages import (
    about,
    adapter,
    capability,
    case,
    changes,
    compare,
    contents,
    contradictions,
    dialect,
    index,
    libraries,
    matrix,
    provider,
    rule,
    scenario,
    search,
    text_format,
    text_formats,
)

_KINDS = (
    index, matrix, libraries, compare, changes, contents, contradictions, about, search, text_formats, text_format,
    provider, dialect, capability, scenario, rule, adapter, case,
)  # fmt: skip


def every(material: Material) -> Iterator[Making]:
    """Yield the functions that make all pages, in a stable order."""
    for kind in _KINDS:
        yield from kind.pages(material)
