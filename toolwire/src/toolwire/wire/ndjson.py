"""Newline-delimited JSON: each line has one document, and blank lines are skipped."""

from collections.abc import Iterator

from toolwire.wire.errors import LimitExceeded
from toolwire.wire.limits import LIMITS, Limits


class NdjsonDecoder:
    """A decoder that takes the bytes of a stream, cut anywhere, and returns its lines."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limit = limits.event
        self._pending: list[bytes] = []
        self._size = 0
        """The number of pending bytes."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the lines that ``chunk`` completes, without their ends. Raises ``LimitExceeded`` for a line that is too
        long.
        """
        *lines, last = chunk.split(b"\n")
        for line in lines:
            self._check(len(line))
            if self._pending:
                line = b"".join((*self._pending, line))
                self._pending, self._size = [], 0
            if line.strip():
                yield line.rstrip(b"\r")
        if last:
            self._check(len(last))
            self._pending.append(last)
            self._size += len(last)

    def _check(self, more: int) -> None:
        if self._size + more > self._limit:
            self._pending, self._size = [], 0
            raise LimitExceeded(f"a line is too long: expected at most {self._limit} bytes", "event", self._limit)

    def unfinished(self) -> bytes | None:
        """Return the last line if the stream ended before the line's end; None if no such line is left."""
        return b"".join(self._pending).strip() or None
