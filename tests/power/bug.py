"""Bugs: adapters that are right except for a single fault."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from conformance.adapters.adapter import Adapter

from .client import Client, Edit, Layer

Kind = Literal[
    "definitions", "choice", "settings", "messages", "history", "results", "ids", "framing", "streaming", "calls",
    "values", "text", "reasoning", "ends", "memory", "codec", "format",
]  # fmt: skip
"""The part of tool calling that has the bug."""


class Bug(msgspec.Struct, frozen=True, kw_only=True):
    """A realistic bug."""

    name: str
    wrong: str
    """A description of the bug, which begins with a verb."""
    kind: Kind
    seen: str | None
    """A public report of a similar bug. None if the bug is known from experience."""
    adapter: Callable[[], Adapter]
    """A function that makes a new adapter with the bug."""


BUGS: Final[dict[str, Bug]] = {}
"""All bugs by name."""


def bug(layer: Layer, kind: Kind, seen: str | None = None) -> Callable[[Edit], Edit]:
    """Return a decorator that adds a bug. The decorated function edits a layer of the client. The function's name and
    docstring become the bug's name and description.
    """

    def added(edit: Edit) -> Edit:
        _add(edit, kind, seen, lambda: Client(lambda: {layer: edit}))
        return edit

    return added


def forgetful_bug(kind: Kind, seen: str | None = None) -> Callable[[Callable[[], Mapping[Layer, Edit]]], None]:
    """Return a decorator that adds a bug. The decorated function makes new edits for each conversation, so that the
    edits may remember earlier turns, but no other conversation.
    """
    return lambda edits: _add(edits, kind, seen, lambda: Client(edits))


def lasting_bug(
    kind: Kind, seen: str | None = None
) -> Callable[[Callable[[dict[str, Any]], Mapping[Layer, Edit]]], None]:
    """Return a decorator that adds a bug. The decorated function makes the edits for each conversation. It gets a
    memory that all conversations of the client share.
    """

    def added(edits: Callable[[dict[str, Any]], Mapping[Layer, Edit]]) -> None:
        def client() -> Adapter:
            memory: dict[str, Any] = {}
            return Client(lambda: edits(memory))

        _add(edits, kind, seen, client)

    return added


def adapter_bug(kind: Kind, seen: str | None = None) -> Callable[[type[Adapter]], type[Adapter]]:
    """Return a decorator that adds a bug. The decorated class is the adapter with the bug, for example a codec."""

    def added(adapter: type[Adapter]) -> type[Adapter]:
        _add(adapter, kind, seen, adapter)
        return adapter

    return added


def _add(made: Any, kind: Kind, seen: str | None, adapter: Callable[[], Adapter]) -> None:
    name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in made.__name__)
    name = name.strip("-").replace("_", "-")
    assert name not in BUGS, name
    BUGS[name] = Bug(name=name, wrong=made.__doc__ or "", kind=kind, seen=seen, adapter=adapter)
