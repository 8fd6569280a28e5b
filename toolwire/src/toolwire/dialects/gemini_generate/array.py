"""A decoder that splits a body into JSON objects while the body arrives.

The body is an array of objects, or a single object.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects.errors import ShapeError
from toolwire.wire.errors import LimitExceeded
from toolwire.wire.limits import LIMITS, Limits

_MARK: Final = re.compile(rb'["\[\]{}]')
_STRING_MARK: Final = re.compile(rb'["\\]')
_BETWEEN: Final = b" \t\r\n,"


class ObjectDecoder:
    """A decoder that reads a body in pieces of any size, and yields the bytes of each object.

    The decoder reads each byte once.
    """

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limit = limits.event
        self._pieces = bytearray()
        self._depth = 0
        self._base: int | None = None
        self._in_string = False
        self._escaped = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the bytes of each object that ``chunk`` completes.

        Raises ``ShapeError`` for other data between objects. Raises ``LimitExceeded`` for an object that is too large.
        """
        place = kept = 0
        while place < len(chunk):
            if self._escaped:
                self._escaped = False
                place += 1
                continue
            mark = (_STRING_MARK if self._in_string else _MARK).search(chunk, place)
            if not self._inside():
                self._expect_nothing(chunk[place : mark.start() if mark else len(chunk)])
            if mark is None:
                break
            place = mark.end()
            if not self._inside():
                kept = mark.start()
            if self._count(mark.group()):
                self._grow(chunk[kept:place])
                whole, self._pieces = bytes(self._pieces), bytearray()
                yield whole
        if self._inside():
            self._grow(chunk[kept:])

    def _grow(self, piece: bytes) -> None:
        self._pieces += piece
        if len(self._pieces) > self._limit:
            self._pieces.clear()
            raise LimitExceeded(f"a chunk is too large: expected at most {self._limit} bytes", "event", self._limit)

    def _inside(self) -> bool:
        return self._base is not None and self._depth > self._base

    def _count(self, mark: bytes) -> bool:
        """Keep track of a bracket, quotation mark or backslash, and return True if it ends an object.

        Raises ``ShapeError`` for a character that cannot come next.
        """
        if mark == b"\\":
            self._escaped = True
        elif mark == b'"':
            self._in_string = not self._in_string
        elif mark in (b"{", b"["):
            if self._base is None:
                self._base = 1 if mark == b"[" else 0
            elif not self._inside() and mark == b"[":
                raise ShapeError(_EXPECTED)
            self._depth += 1
        else:
            inside = self._inside()
            self._depth -= 1
            return inside and not self._inside()
        if self._base is None or (self._in_string and not self._inside()):
            raise ShapeError(_EXPECTED)
        return False

    @staticmethod
    def _expect_nothing(between: bytes) -> None:
        if between.strip(_BETWEEN):
            raise ShapeError(_EXPECTED)


_EXPECTED: Final = "/: expected an object or an array of objects, got other data"
