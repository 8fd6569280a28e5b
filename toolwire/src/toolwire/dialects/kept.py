"""Bytes kept of an answer that is still arriving, held to a limit."""

from sys import maxsize
from typing import Final

import msgspec

from toolwire.model import Json
from toolwire.wire.errors import LimitExceeded
from toolwire.wire.exact_json import Number, RepeatedKeys
from toolwire.wire.limits import LIMITS, Limits, text_size

PART: Final = 64
"""Bytes that a part counts whatever it holds."""
_VALUE: Final = 8
"""Bytes that a value counts that is not text."""


class Kept:
    """A count of the bytes that the decoder of a stream and the assembler of its response keep together."""

    __slots__ = ("_most", "limits", "size")

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self.size = 0
        self._most = limits.total

    def grow(self, size: int) -> None:
        """Add to the count, or take from it with a negative size. Raises ``LimitExceeded`` above the limit."""
        self.size += size
        if self.size > self._most:
            raise LimitExceeded(f"more than {self._most} bytes of the answer would be kept", "total", self._most)

    def grow_text(self, text: str) -> None:
        """Add the bytes of a text to the count. Raises ``LimitExceeded`` above the limit."""
        self.size += len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        if self.size > self._most:
            self.grow(0)

    def lift(self) -> None:
        """Remove the limit, for the end of a stream: nothing more is read, and what was held back is released."""
        self._most = maxsize


class Held:
    """The bytes that a decoder holds back of a block or call, because no event has them yet."""

    __slots__ = ("_kept", "_size")

    def __init__(self, kept: Kept, size: int = PART) -> None:
        """Start with ``size``, the bytes it counts whatever it holds. Raises ``LimitExceeded``."""
        self._kept = kept
        self._size = size
        kept.grow(size)

    def add(self, value: Json, instead_of: Json = "") -> None:
        """Hold ``value`` too, or in place of another that was held. Raises ``LimitExceeded``."""
        more = size(value) - size(instead_of)
        self._size += more
        self._kept.grow(more)

    def update(self, known: dict[str, Json], more: dict[str, Json]) -> None:
        """Hold the keys that ``more`` adds to an object; later ones replace earlier ones. Raises ``LimitExceeded``."""
        before = {key: known[key] for key in more if key in known}
        known |= more
        self.add(more, before)

    def release(self) -> None:
        """Count nothing any more: an event has it now, and its receiver counts it, or it is dropped."""
        self._kept.size -= self._size
        self._size = 0


def size(value: object) -> int:
    """Return the bytes of all text in a value, and a few for each member that is not text."""
    total, remaining = 0, [value]
    while remaining:
        item = remaining.pop()
        if isinstance(item, str):
            total += text_size(item)
            continue
        total += _VALUE
        if isinstance(item, RepeatedKeys):
            remaining += item.pairs
        elif isinstance(item, dict):
            remaining += item
            remaining += item.values()
        elif isinstance(item, list | tuple):
            remaining += item
        elif isinstance(item, msgspec.Struct):
            remaining += (getattr(item, name) for name in item.__struct_fields__)
        elif isinstance(item, Number):
            total += len(item.text)
        elif isinstance(item, bytes):
            total += len(item)
    return total
