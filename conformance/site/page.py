"""A page of the site, before it is written."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page: its path, the template that writes it, and the template's variables."""

    path: str
    title: str
    template: str
    variables: dict[str, Any] = {}
    beside: dict[str, bytes] = {}
    """Files that are written with the page because the page links to them, by their paths."""


Making: TypeAlias = Callable[[], Page]
"""A function that makes a page. Two processes divide these functions between them, and each process makes only its own
pages."""
