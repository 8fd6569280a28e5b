"""Server-sent events by the rules of the WHATWG HTML standard, section 9.2.6.

Lines end in CR, LF or CRLF, a byte order mark at the start is dropped, bytes that are not UTF-8 become U+FFFD,
and an event that the stream's end leaves without its blank line is not dispatched.
"""

import codecs
import re
from collections.abc import Iterator
from typing import Final

import msgspec

_LINE_END: Final = re.compile("\r\n|\n|\r")
_MILLISECONDS: Final = re.compile("[0-9]{1,18}")


class SseEvent(msgspec.Struct, frozen=True, gc=False):
    """One event."""

    data: str
    event: str = "message"
    id: str = ""
    """The last event id when it was dispatched."""


class SseDecoder:
    """Bytes in, events out, however the bytes are cut."""

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending: list[str] = []
        self._after_cr = False
        self._at_start = True
        self._data: list[str] = []
        self._event = ""
        self._id = ""
        self.retry: int | None = None
        """The reconnection time that the server last asked for, in milliseconds."""
        self.comments: int = 0
        """How many comment lines there were."""

    def feed(self, chunk: bytes) -> Iterator[SseEvent]:
        """The events that ``chunk`` completes."""
        text = self._utf8.decode(chunk)
        if self._at_start and text:
            self._at_start = False
            text = text.removeprefix("\ufeff")
        if self._after_cr and text:
            self._after_cr = False
            text = text.removeprefix("\n")
        if "\r" in text:
            self._after_cr = text.endswith("\r")
            text = _LINE_END.sub("\n", text)
        start = 0
        while self._is_inside() and (end := text.find("\n", start)) >= 0:
            yield from self._line("".join((*self._pending, text[start:end])))
            self._pending = []
            start = end + 1
        *events, rest = text[start:].split("\n\n")
        for lines in events:
            head, found, data = ("", True, lines[6:]) if lines.startswith("data: ") else lines.partition("\ndata: ")
            if found and "\n" not in data and (not head or (head.startswith("event: ") and "\n" not in head)):
                yield SseEvent(data, head[7:] or "message", self._id)
            else:
                for line in (*lines.split("\n"), ""):
                    yield from self._line(line)
        *whole, rest = rest.split("\n")
        for line in whole:
            yield from self._line(line)
        if rest:
            self._pending.append(rest)

    def _is_inside(self) -> bool:
        """Whether an event has begun."""
        return bool(self._pending or self._data or self._event)

    def unfinished(self) -> SseEvent | None:
        """The event that the end of the stream cut off, if it had any data: never part of ``feed``'s events."""
        data = list(self._data)
        line = "".join(self._pending)
        field, _, value = line.partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        return SseEvent("\n".join(data), self._event or "message", self._id) if data else None

    def _line(self, line: str) -> Iterator[SseEvent]:
        if not line:
            data, event = self._data, self._event
            self._data, self._event = [], ""  # first, so that nothing is left where whoever takes the event fails
            if data:
                yield SseEvent("\n".join(data), event or "message", self._id)
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not field:
            self.comments += 1
        elif field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
        elif field == "id" and "\0" not in value:
            self._id = value
        elif field == "retry" and _MILLISECONDS.fullmatch(value):
            self.retry = int(value)


def decode(body: bytes) -> tuple[list[SseEvent], SseEvent | None]:
    """All events of a whole body, and the one that its end cut off."""
    decoder = SseDecoder()
    return list(decoder.feed(body)), decoder.unfinished()


def encode(data: str, event: str | None = None, *, line_end: str = "\n") -> bytes:
    """One event as bytes."""
    head = f"event: {event}{line_end}" if event else ""
    lines = "".join(f"data: {line}{line_end}" for line in data.split("\n"))
    return f"{head}{lines}{line_end}".encode()
