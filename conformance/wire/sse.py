"""Server-sent events by the rules of the WHATWG HTML standard, section 9.2.6.

Lines end in CR, LF or CRLF, a byte order mark at the start is dropped, bytes that are not UTF-8 become U+FFFD,
and an event that the stream's end leaves without its blank line is not dispatched.
"""

import codecs
import re
from collections.abc import Iterator
from io import StringIO
from typing import Final

import msgspec

from conformance.wire.errors import LimitExceeded
from conformance.wire.limits import LIMITS, Limits, text_size

_LINE_END: Final = re.compile("\r\n|\n|\r")
_HEAD: Final = re.compile("(?:event: (.+)\n)?data: ")
"""How nearly all events begin."""
_MILLISECONDS: Final = re.compile("[0-9]{1,18}")


class SseEvent(msgspec.Struct, frozen=True, gc=False):
    """One event."""

    data: str
    event: str = "message"
    id: str = ""
    """The last event id when it was dispatched."""


class SseDecoder:
    """Bytes in, events out, however the bytes are cut."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._most = limits.event
        self._surely = limits.event // 4
        """So many characters are not too many bytes."""
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = StringIO()
        """The line that has begun."""
        self._pending_size = 0
        """How many bytes that is."""
        self._after_cr = False
        self._at_start = True
        self._head = "data: ", "message"
        """How the last event began, and its name: the next one mostly does too."""
        self._data: list[str] = []
        self._data_size = 0
        """How many bytes its lines are."""
        self._event = ""
        self._id = ""
        self.retry: int | None = None
        """The reconnection time that the server last asked for, in milliseconds."""
        self.comments: int = 0
        """How many comment lines there were."""

    def feed(self, chunk: bytes) -> Iterator[SseEvent]:
        """The events that ``chunk`` completes. Raises ``LimitExceeded`` where one is too large, complete or not."""
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
        head, name = self._head
        place, inside = 0, self._is_inside()
        while True:
            if not inside and not text.startswith(head, place) and (other := _HEAD.match(text, place)):
                self._head = head, name = other[0], other[1] or "message"
            if not inside and text.startswith(head, place):
                end = text.find("\n", place + len(head))
                if end >= 0 and text.startswith("\n", end + 1):
                    if end - place > self._surely:
                        self._check(max(map(text_size, text[place:end].split("\n"))))
                    yield SseEvent(text[place + len(head) : end], name, self._id)
                    place = end + 2
                    continue
            end = text.find("\n", place)
            if end < 0:
                break
            line = text[place:end]
            size = text_size(line)
            if self._pending_size:
                self._begin_line(line, size)
                size, line = self._pending_size, self._begun_line()
            yield from self._line(line, size)
            place, inside = end + 1, self._is_inside()
        if place < len(text):
            rest = text[place:]
            self._begin_line(rest, text_size(rest))
            self._check(self._pending_size)

    def _begin_line(self, text: str, size: int) -> None:
        self._pending.write(text)
        self._pending_size += size

    def _begun_line(self) -> str:
        """What came of a line so far; it is taken."""
        line = self._pending.getvalue()
        if line:
            self._pending, self._pending_size = StringIO(), 0
        return line

    def _check(self, line: int) -> None:
        """That an event is not too large with a line of so many bytes; if it is, nothing is left of it."""
        if self._data_size + line > self._most:
            self._begun_line()
            self._data, self._data_size, self._event = [], 0, ""
            raise LimitExceeded(f"an event is larger than the {self._most} bytes that are read", "event", self._most)

    def _is_inside(self) -> bool:
        """Whether an event has begun."""
        return bool(self._pending_size or self._data or self._event)

    def unfinished(self) -> SseEvent | None:
        """The event that the end of the stream cut off, if it had any data: never part of ``feed``'s events."""
        data = list(self._data)
        field, _, value = self._pending.getvalue().partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        return SseEvent("\n".join(data), self._event or "message", self._id) if data else None

    def _line(self, line: str, size: int) -> Iterator[SseEvent]:
        """The event that ends in a line of so many bytes, if one does."""
        if not line:
            data, event = self._data, self._event
            # First, so that nothing is left where whoever takes the event fails.
            self._data, self._data_size, self._event = [], 0, ""
            if data:
                yield SseEvent("\n".join(data), event or "message", self._id)
            return
        self._check(size)
        if line.startswith("data: "):
            self._data.append(line[6:])
            self._data_size += size
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not field:
            self.comments += 1
        elif field == "data":
            self._data.append(value)
            self._data_size += size
        elif field == "event":
            self._event = value
        elif field == "id" and "\0" not in value:
            self._id = value
        elif field == "retry" and _MILLISECONDS.fullmatch(value):
            self.retry = int(value)


def decode(body: bytes) -> tuple[list[SseEvent], SseEvent | None]:
    """All events of a whole body, and the one that its end cut off. Raises ``LimitExceeded``."""
    decoder = SseDecoder()
    return list(decoder.feed(body)), decoder.unfinished()


def encode(data: str, event: str | None = None, *, line_end: str = "\n") -> bytes:
    """One event as bytes."""
    head = f"event: {event}{line_end}" if event else ""
    lines = "".join(f"data: {line}{line_end}" for line in data.split("\n"))
    return f"{head}{lines}{line_end}".encode()
