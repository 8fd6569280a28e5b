"""A page of the site that is not written to a file yet."""

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
    """The files to which the page links and which are written together with the page. The keys are the files' paths."""


Making: TypeAlias = Callable[[], Page]
"""A function that makes a page. These functions are divided between two processes, so each process makes only a part of
the pages.
"""
