"""What is kept of one answer while it arrives, counted in bytes."""

from sys import maxsize
from typing import Final

import msgspec

from toolwire.model import Json
from toolwire.wire.errors import LimitExceeded
from toolwire.wire.exact_json import Number, RepeatedKeys
from toolwire.wire.limits import LIMITS, Limits, text_size

PART: Final = 64
"""Bytes that a part counts, whatever is in it."""
_VALUE: Final = 8
"""Bytes that a value counts that is no text."""


class Kept:
    """Counts what the decoder of a stream and the assembler of its response keep together."""

    __slots__ = ("_most", "limits", "size")

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self.size = 0
        self._most = limits.total

    def grow(self, size: int) -> None:
        """So many bytes more, or less, are kept. Raises ``LimitExceeded`` once they are too many."""
        self.size += size
        if self.size > self._most:
            raise LimitExceeded(f"more than {self._most} bytes of the answer would be kept", "total", self._most)

    def grow_text(self, text: str) -> None:
        """The same for a text."""
        self.size += len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        if self.size > self._most:
            self.grow(0)

    def lift(self) -> None:
        """From now on there is no limit: nothing more is read, and what was held back is let go."""
        self._most = maxsize


class Held:
    """What a decoder holds back of one thing, a block or a call: it came, and no event told of it yet."""

    __slots__ = ("_kept", "_size")

    def __init__(self, kept: Kept, size: int = PART) -> None:
        """``size``: what it counts whatever it holds. Raises ``LimitExceeded``."""
        self._kept = kept
        self._size = size
        kept.grow(size)

    def add(self, value: Json, instead_of: Json = "") -> None:
        """Hold ``value`` too, or in place of another that was held. Raises ``LimitExceeded``."""
        more = size(value) - size(instead_of)
        self._size += more
        self._kept.grow(more)

    def update(self, known: dict[str, Json], more: dict[str, Json]) -> None:
        """Hold what an object has more; later keys replace earlier ones. Raises ``LimitExceeded``."""
        before = {key: known[key] for key in more if key in known}
        known |= more
        self.add(more, before)

    def release(self) -> None:
        """It is told now, and whoever keeps it counts it; or it is dropped."""
        self._kept.size -= self._size
        self._size = 0


def size(value: object) -> int:
    """The bytes of all text in a value, and a few for each member that is none."""
    found, left = 0, [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            found += text_size(one)
            continue
        found += _VALUE
        if isinstance(one, RepeatedKeys):
            left += one.pairs
        elif isinstance(one, dict):
            left += one
            left += one.values()
        elif isinstance(one, list | tuple):
            left += one
        elif isinstance(one, msgspec.Struct):
            left += (getattr(one, name) for name in one.__struct_fields__)
        elif isinstance(one, Number):
            found += len(one.text)
        elif isinstance(one, bytes):
            found += len(one)
    return found
