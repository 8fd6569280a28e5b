"""Newline-delimited JSON: each line has one document, and blank lines are skipped."""

from collections.abc import Iterator

from toolwire.wire.errors import LimitExceeded
from toolwire.wire.limits import LIMITS, Limits


class NdjsonDecoder:
    """A decoder that takes the bytes of a stream, cut anywhere, and returns its lines."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limit = limits.event
        self._pending = bytearray()

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the lines that ``chunk`` completes, without their ends. Raises ``LimitExceeded`` for a line that is too
        long.
        """
        *lines, last = chunk.split(b"\n")
        for line in lines:
            self._check(len(line))
            if self._pending:
                line, self._pending = bytes(self._pending + line), bytearray()
            if line.strip():
                yield line.rstrip(b"\r")
        if last:
            self._check(len(last))
            self._pending += last

    def _check(self, more: int) -> None:
        if len(self._pending) + more > self._limit:
            self._pending = bytearray()
            raise LimitExceeded(f"a line is too long: expected at most {self._limit} bytes", "event", self._limit)

    def unfinished(self) -> bytes | None:
        """Return the last line if the stream ended before the line's end; None if no such line is left."""
        return bytes(self._pending.strip()) or None
