"""The facts that explain an id."""

from collections.abc import Iterator

import msgspec


class Fact(msgspec.Struct, frozen=True):
    """A statement about an id: its name, and the lines of its value."""

    name: str
    lines: tuple[str, ...]


Description = tuple[str, Iterator[Fact]]
"""The title of an id, and its facts."""


class UnknownId(Exception):
    """An error for an unknown id. The message lists similar ids, or else the kinds of ids."""
