"""Server-sent events by the rules of the WHATWG HTML standard, section 9.2.6.

Lines end in CR, LF or CRLF. A byte order mark at the start is dropped, and bytes that are not UTF-8 become U+FFFD. If
the stream ends before the blank line that ends an event, the event is not dispatched.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from toolwire.wire.errors import LimitExceeded
from toolwire.wire.limits import LIMITS, Limits

_BOM: Final = b"\xef\xbb\xbf"
_LINE_END: Final = re.compile(b"\r\n|\n|\r")
_HEAD: Final = re.compile(b"(?:event: (.+)\n)?data: ")
"""A pattern for the bytes with which most events start."""
_MILLISECONDS: Final = re.compile("[0-9]{1,18}")


class SseEvent(msgspec.Struct, frozen=True, gc=False):
    """A server-sent event: its data, its type and the last event id."""

    raw: bytes
    """The event's data, not decoded."""
    event: str = "message"
    id: str = ""
    """The stream's last event id at the time of this event."""

    @property
    def data(self) -> str:
        """The event's data as text."""
        return _text(self.raw)


class SseDecoder:
    """A decoder that takes the bytes of a stream, cut anywhere, and returns events."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limit = limits.event
        self._pending = bytearray()
        """The bytes of a line that has no end yet."""
        self._after_cr = False
        self._start: bytes | None = b""
        """The first bytes, while they may still become a byte order mark; None after that."""
        self._head = b"data: ", "message"
        """The start of the last event, and its name. Most events have the same start as the event before them."""
        self._data: list[bytes] = []
        self._data_size = 0
        """The size of the data lines in bytes."""
        self._event = b""
        self._id = ""
        self.retry: int | None = None
        """The server's last reconnection time, in milliseconds."""
        self.comments: int = 0
        """The number of comment lines."""

    def feed(self, chunk: bytes) -> Iterator[SseEvent]:
        """Yield the events that ``chunk`` completes. Raises ``LimitExceeded`` for an event that is too large, even if
        the event is incomplete.
        """
        if self._start is not None:
            chunk = self._without_mark(chunk)
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = _LINE_END.sub(b"\n", chunk)
        head, name = self._head
        place, inside = 0, self._is_inside()
        while True:
            if not inside and not chunk.startswith(head, place) and (other := _HEAD.match(chunk, place)):
                self._head = head, name = other[0], _text(other[1] or b"message")
            if not inside and chunk.startswith(head, place):
                end = chunk.find(b"\n", place + len(head))
                if end >= 0 and chunk.startswith(b"\n", end + 1):
                    if end - place > self._limit:
                        self._check(max(map(len, chunk[place:end].split(b"\n"))))
                    yield SseEvent(chunk[place + len(head) : end], name, self._id)
                    place = end + 2
                    continue
            end = chunk.find(b"\n", place)
            if end < 0:
                break
            line = chunk[place:end]
            if self._pending:
                self._pending += line
                line = self._take_line()
            yield from self._line(line)
            place, inside = end + 1, self._is_inside()
        if place < len(chunk):
            self._pending += chunk[place:]
            self._check(len(self._pending))

    def _without_mark(self, chunk: bytes) -> bytes:
        """Return the first bytes without a byte order mark. Return no bytes while they may still become a mark."""
        start = (self._start or b"") + chunk
        if len(start) < len(_BOM) and _BOM.startswith(start):
            self._start = start
            return b""
        self._start = None
        return start.removeprefix(_BOM)

    def _take_line(self) -> bytes:
        """Return the bytes of a line so far, and forget them."""
        line, self._pending = bytes(self._pending), bytearray()
        return line

    def _check(self, line: int) -> None:
        """Raise ``LimitExceeded`` if an additional line of ``line`` bytes makes the event too large. In this case, drop
        the event first.
        """
        if self._data_size + line > self._limit:
            self._take_line()
            self._data, self._data_size, self._event = [], 0, b""
            raise LimitExceeded(f"an event is too large: expected at most {self._limit} bytes", "event", self._limit)

    def _is_inside(self) -> bool:
        """Return whether an event has started."""
        return bool(self._pending or self._data or self._event)

    def unfinished(self) -> SseEvent | None:
        """Return the event that was cut by the end of the stream. Return None if no event was cut, or if the cut event
        has no data. ``feed`` never yields this event.
        """
        data = list(self._data)
        field, _, value = ((self._start or b"") + self._pending).partition(b":")
        if field == b"data":
            data.append(value.removeprefix(b" "))
        return SseEvent(b"\n".join(data), _text(self._event or b"message"), self._id) if data else None

    def _line(self, line: bytes) -> Iterator[SseEvent]:
        """Read a whole line. A blank line ends an event, which is yielded. The data of any other line is stored."""
        if not line:
            data, event = self._data, self._event
            # Empty these first, so that no data is left if the code that gets the event raises an error.
            self._data, self._data_size, self._event = [], 0, b""
            if data:
                yield SseEvent(b"\n".join(data), _text(event or b"message"), self._id)
            return
        self._check(len(line))
        if line.startswith(b"data: "):
            self._data.append(line[6:])
            self._data_size += len(line)
            return
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not field:
            self.comments += 1
        elif field == b"data":
            self._data.append(value)
            self._data_size += len(line)
        elif field == b"event":
            self._event = value
        elif field == b"id" and b"\0" not in value:
            self._id = _text(value)
        elif field == b"retry" and _MILLISECONDS.fullmatch(value.decode("latin-1")):
            self.retry = int(value)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def decode(body: bytes) -> tuple[list[SseEvent], SseEvent | None]:
    """Return all events of a whole body, and the event that was cut by the body's end, or None if no event was cut.
    Raises ``LimitExceeded`` for an event that is too large.
    """
    decoder = SseDecoder()
    return list(decoder.feed(body)), decoder.unfinished()


def encode(data: str, event: str | None = None, *, line_end: str = "\n") -> bytes:
    """Return a server-sent event with ``data`` as bytes. ``event`` is the type of the event; None states no type."""
    head = f"event: {event}{line_end}" if event else ""
    lines = "".join(f"data: {line}{line_end}" for line in data.split("\n"))
    return f"{head}{lines}{line_end}".encode()
