"""Places at which to cut the bytes of a stream."""

import re
from collections.abc import Iterator
from random import Random

SMALL = 4096
"""The largest size, in bytes, of streams that are cut in two at each place."""
_BLANK = re.compile(rb"\r\n\r\n|\n\n|\r\r")
_LINE = re.compile(rb"\n")
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_LONG_CHARACTER = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
_AROUND = range(-3, 4)
_SEEDED, _AT_ONCE = 200, 20


def cuttings(spoken: str, body: bytes) -> Iterator[list[int]]:
    """Yield ways to cut a stream, each as a list of places.

    The places are: every byte; the ends of events, and up to three bytes before and after them; the inside of each
    CRLF, JSON escape and character of several bytes; and 200 random places, twenty at a time.
    """
    yield list(range(1, len(body)))
    ends = _ends(spoken, body)
    for shift in _AROUND:
        yield _within(body, (end + shift for end in ends))
    yield _within(body, (found.start() + 1 for found in re.finditer(b"\r\n", body)))
    for pattern, longest in ((_ESCAPE, 6), (_LONG_CHARACTER, 4)):
        for n in range(1, longest):
            yield _within(body, (match.start() + n for match in pattern.finditer(body) if n < len(match.group())))
    drawn = Random(len(body)).choices(range(1, len(body)), k=_SEEDED)
    for start in range(0, _SEEDED, _AT_ONCE):
        yield _within(body, drawn[start : start + _AT_ONCE])


def in_two(body: bytes) -> Iterator[list[int]]:
    """Yield every way to cut a small stream in two."""
    yield from ([place] for place in range(1, len(body)) if len(body) <= SMALL)


def pieces(body: bytes, places: list[int]) -> Iterator[bytes]:
    for start, end in zip((0, *places), (*places, len(body)), strict=True):
        yield body[start:end]


def _within(body: bytes, places: "Iterator[int] | list[int]") -> list[int]:
    return sorted({place for place in places if 0 < place < len(body)})


def _ends(spoken: str, body: bytes) -> list[int]:
    if spoken == "bedrock_converse":
        ends = [0]
        while ends[-1] + 4 <= len(body):
            ends.append(ends[-1] + int.from_bytes(body[ends[-1] : ends[-1] + 4], "big"))
        return ends
    pattern = _LINE if spoken == "ollama_chat" else _BLANK
    return [found.end() for found in pattern.finditer(body)]
