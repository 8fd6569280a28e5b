"""Newline-delimited JSON: one document a line, blank lines skipped."""

from collections.abc import Iterator


class NdjsonDecoder:
    """Bytes in, lines out, however the bytes are cut."""

    def __init__(self) -> None:
        self._pending: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that ``chunk`` completes, without their ends."""
        *lines, last = chunk.split(b"\n")
        for line in lines:
            if self._pending:
                line = b"".join((*self._pending, line))
                self._pending = []
            if line.strip():
                yield line.rstrip(b"\r")
        if last:
            self._pending.append(last)

    def unfinished(self) -> bytes | None:
        """The line that the end of the stream left without its line end."""
        return b"".join(self._pending).strip() or None
