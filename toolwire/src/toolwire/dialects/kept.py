"""A count of the bytes that are kept in memory while an answer arrives. The count has a limit."""

from sys import maxsize
from typing import Final

import msgspec

from toolwire.model import Json
from toolwire.wire.errors import LimitExceeded
from toolwire.wire.exact_json import Number, RepeatedKeys
from toolwire.wire.limits import LIMITS, Limits, text_size

PART: Final = 64
"""The number of bytes that are counted for each part in addition to its content."""
_VALUE: Final = 8
"""The number of bytes that are counted for a value that is not text."""


class Kept:
    """A count of the bytes that the decoder of a stream and the assembler of the response keep in memory."""

    __slots__ = ("_most", "limits", "size")

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self.size = 0
        self._most = limits.total

    def grow(self, size: int) -> None:
        """Add ``size``, which may be negative, to the count. Raises ``LimitExceeded`` above the limit."""
        self.size += size
        if self.size > self._most:
            raise LimitExceeded(
                f"the answer is too large: expected at most {self._most} bytes in memory", "total", self._most
            )

    def grow_text(self, text: str) -> None:
        """Add the bytes of a text to the count. Raises ``LimitExceeded`` above the limit."""
        self.size += len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        if self.size > self._most:
            self.grow(0)

    def lift(self) -> None:
        """Remove the limit.

        Call this at the end of a stream: no further bytes are read, but the values in memory still become events.
        """
        self._most = maxsize


class Held:
    """A count of the bytes of a block or call. The decoder keeps these bytes until an event reports them. ``Kept``
    includes this count.
    """

    __slots__ = ("_kept", "_size")

    def __init__(self, kept: Kept, size: int = PART) -> None:
        """Start the count with ``size`` bytes. These bytes count even if no content follows them. Raises
        ``LimitExceeded``.
        """
        self._kept = kept
        self._size = size
        kept.grow(size)

    def add(self, value: Json, instead_of: Json = "") -> None:
        """Count ``value``, and stop counting ``instead_of``, the earlier value that it replaces, if any.

        Raises ``LimitExceeded``.
        """
        more = size(value) - size(instead_of)
        self._size += more
        self._kept.grow(more)

    def update(self, known: dict[str, Json], more: dict[str, Json]) -> None:
        """Add the keys of ``more`` to the object ``known``, and count them.

        Later keys replace earlier keys. Raises ``LimitExceeded``.
        """
        before = {key: known[key] for key in more if key in known}
        known |= more
        self.add(more, before)

    def release(self) -> None:
        """Stop counting the kept values.

        Call this when the values are dropped, or just before events report them. The receiver of the events then counts
        the values.
        """
        self._kept.size -= self._size
        self._size = 0


def size(value: object) -> int:
    """Return the size of a value: the bytes of all its text, and a few bytes for each member that is not text."""
    total, remaining = 0, [value]
    while remaining:
        item = remaining.pop()
        if isinstance(item, str):
            total += text_size(item)
            continue
        total += _VALUE
        if isinstance(item, msgspec.Struct):
            remaining += [getattr(item, name) for name in item.__struct_fields__]
        elif isinstance(item, RepeatedKeys):
            remaining += item.pairs
        elif isinstance(item, dict):
            remaining += item
            remaining += item.values()
        elif isinstance(item, list | tuple):
            remaining += item
        elif isinstance(item, Number):
            total += len(item.text)
        elif isinstance(item, bytes):
            total += len(item)
    return total
