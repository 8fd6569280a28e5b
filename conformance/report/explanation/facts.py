"""The facts that explain an id."""

from collections.abc import Iterator

import msgspec


class Fact(msgspec.Struct, frozen=True):
    """A fact about an id. It has a name, and several lines of text as its value."""

    name: str
    lines: tuple[str, ...]


Description = tuple[str, Iterator[Fact]]
"""The title of an id, and its facts."""


class UnknownId(Exception):
    """An error for an unknown id. The message lists similar ids. If no id is similar, it lists the kinds of ids."""
