"""Facts: what there is to say of an id, each under a name."""

from collections.abc import Iterator

import msgspec


class Fact(msgspec.Struct, frozen=True):
    """One thing that is said, under its name; several lines where there are several."""

    name: str
    lines: tuple[str, ...]


Told = tuple[str, Iterator[Fact]]
"""A title, and what there is to say."""


class UnknownId(Exception):
    """Nothing has this id; the message names what is alike, or what there is."""
