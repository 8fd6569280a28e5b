"""Newline-delimited JSON: one document a line, blank lines skipped."""

from collections.abc import Iterator

from toolwire.wire.errors import LimitExceeded
from toolwire.wire.limits import LIMITS, Limits


class NdjsonDecoder:
    """Bytes in, lines out, however the bytes are cut."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._most = limits.event
        self._pending: list[bytes] = []
        self._size = 0
        """How many bytes are pending."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that ``chunk`` completes, without their ends. Raises ``LimitExceeded``."""
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
        if self._size + more > self._most:
            self._pending, self._size = [], 0
            raise LimitExceeded(f"a line is longer than the {self._most} bytes that are read", "event", self._most)

    def unfinished(self) -> bytes | None:
        """The line that the end of the stream left without its line end."""
        return b"".join(self._pending).strip() or None
