"""Deliveries: the same bytes of a stream, cut into different pieces.

A network may end a piece anywhere, so every delivery is legal.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Final

import msgspec

DELIVERY: Final = "delivery-"
"""The beginning of the name of a delivery's check. The delivery's id follows."""
_TOGETHER: Final = 3
"""The number of events in each piece of the delivery ``events-together``."""
_FEW: Final = 32
"""The maximum size of a small piece, in bytes."""
_NEAR: Final = 8192
"""The distance from both ends of a body, in bytes, within which all pieces have only a few bytes."""
_MORE: Final = 1024
"""The maximum size, in bytes, of a piece that is farther than ``_NEAR`` from both ends of a body."""
_PRELUDE: Final = 16
"""The minimum number of bytes of a frame of an AWS event stream."""
_CHARACTER: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
"""A pattern of a character with several bytes."""
_CONTINUES: Final = 0b11000000
_CONTINUING: Final = 0b10000000
"""The upper two bits of each UTF-8 byte that is not the first byte of a character."""
_LINE_ENDS: Final = re.compile(rb"[\r\n]{2,}")
_BLANK: Final = re.compile(rb"\r\n\r\n|\n\n|\r\r")
_LINE: Final = re.compile(rb"\n")


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that cuts a stream into pieces."""

    id: str
    statement: str
    """A description of the stream as it arrives. It begins with the words *a stream*."""
    bug: str
    """A description of the faulty readers that the delivery finds."""
    borders: Callable[[bytes], Iterable[int]]
    """The function that returns the indices in a body at which a piece ends, in order."""
    also: tuple[str, ...] = ()
    """The ids of deliveries that find some of the same faulty readers.

    If a reader also misreads such a delivery, the same fault explains both failures.
    """
    usual: bool = True
    """True if ``conformance gate`` tries the delivery on some of the streams. False if other deliveries find the same
    faulty readers.
    """
    since: str = "2026-11-25"
    """The suite's edition that added the delivery. An edition is a date."""

    @property
    def title(self) -> str:
        """The attribute ``statement`` as a whole sentence."""
        return f"{self.statement[:1].upper()}{self.statement[1:]}."

    @property
    def check(self) -> str:
        """The name of the delivery's check."""
        return f"{DELIVERY}{self.id}"


def pieces(body: bytes, borders: Iterable[int]) -> tuple[bytes, ...]:
    """Return a body, cut into pieces at the indices ``borders``."""
    return tuple(body[start:end] for start, end in pairwise((0, *borders, len(body))) if start < end)


def by_event(body: bytes) -> tuple[bytes, ...]:
    """Return a body in pieces. Each piece is an event."""
    return pieces(body, _ends(body))


def _ends(body: bytes) -> list[int]:
    """Return the ends of the events. An event is a frame, a block that ends with a blank line, or else a line."""
    framed = _frames(body)
    if framed:
        return framed
    return [end.end() for end in _BLANK.finditer(body)] or [end.end() for end in _LINE.finditer(body)]


def _frames(body: bytes) -> list[int]:
    """Return the ends of the frames of an AWS event stream. Empty if the body is not such a stream."""
    ends = [0]
    while ends[-1] < len(body):
        size = int.from_bytes(body[ends[-1] : ends[-1] + 4])
        if size < _PRELUDE or ends[-1] + size > len(body):
            return []
        ends.append(ends[-1] + size)
    return ends[1:]


def _across(body: bytes) -> Iterator[int]:
    """Yield the middle of each event. If the middle is inside a character, yield the end of the character."""
    for start, end in pairwise((0, *_ends(body))):
        middle = (start + end) // 2
        yield next((at for at in range(middle, end) if body[at] & _CONTINUES != _CONTINUING), middle)


def _few(body: bytes) -> Iterator[int]:
    """Yield the ends of small pieces. The sizes of the pieces are random, but the same in every run.

    Far from both ends of a long body, pieces may be larger, to save time.
    """
    drawn, end = Random(len(body)), 0
    while True:
        is_near = min(end, len(body) - end) < _NEAR
        end += drawn.randint(1, _FEW if is_near else _MORE)
        if end >= len(body):
            return
        yield end


def _inside(pattern: re.Pattern[bytes]) -> Callable[[bytes], Iterable[int]]:
    """Return a function that gets a body, and yields every index inside a match of the pattern."""
    return lambda body: (at for found in pattern.finditer(body) for at in range(found.start() + 1, found.end()))


WHOLE: Final = Delivery(
    id="whole", statement="a stream that arrives as a whole, in one piece",
    bug="a reader that takes each piece for one event, and loses everything after the first event in it",
    borders=lambda _: (),
)  # fmt: skip
INSIDE_CHARACTERS: Final = Delivery(
    id="inside-characters",
    statement="a stream that arrives in pieces that end inside characters",
    bug="a reader that decodes each piece as UTF-8 separately, without the bytes of its neighbours",
    borders=_inside(_CHARACTER),
    also=("across-events",),
)
DELIVERIES: Final = (
    WHOLE,
    Delivery(
        id="event-by-event", statement="a stream that arrives event by event",
        bug="a reader that waits for more bytes before it reads an event that has arrived", borders=_ends, usual=False,
    ),
    Delivery(
        id="events-together", statement=f"a stream that arrives in pieces of {_TOGETHER} events",
        bug="a reader that takes each piece for one event, and loses everything after the first event in it",
        borders=lambda body: _ends(body)[_TOGETHER - 1 :: _TOGETHER], also=("whole",),
    ),
    Delivery(
        id="across-events",
        statement="a stream that arrives in pieces with the end of one event and the beginning of the next",
        bug="a reader that expects whole events in each piece", borders=_across, also=("whole", "events-together"),
    ),
    INSIDE_CHARACTERS,
    Delivery(
        id="inside-line-ends",
        statement="a stream that arrives in pieces that end between two line ends, or inside of CRLF",
        bug="a reader that takes CR at the end of a piece, and LF at the beginning of the next, for two line ends",
        borders=_inside(_LINE_ENDS),
        also=("across-events",),
    ),
    Delivery(
        id="few-bytes", statement="a stream that arrives in pieces of a few bytes",
        bug="a reader that expects whole events, lines or characters in each piece", borders=_few,
        also=("across-events", "inside-characters", "inside-line-ends"),
    ),
    Delivery(
        id="byte-by-byte", statement="a stream that arrives byte by byte",
        bug="a reader that expects whole events, lines or characters in each piece",
        borders=lambda body: range(1, len(body)), usual=False,
        also=("across-events", "inside-characters", "inside-line-ends", "few-bytes"),
    ),
)  # fmt: skip
