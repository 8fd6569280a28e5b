"""Bugs between the bytes of a stream and its events."""

import html
from collections.abc import Sequence

from ..bug import bug
from ..client import lines_of

Pieces = Sequence[bytes]
_LINE = 65_536


def _events(pieces: Pieces) -> list[bytes]:
    return _unified(pieces).split(b"\n\n")


def _unified(pieces: Pieces) -> bytes:
    return b"\n".join(lines_of(b"".join(pieces)))


@bug("pieces", "framing", "api7/aisix#111")
def drops_halves_of_characters(pieces: Pieces) -> bytes:
    """Each piece is decoded by itself, and what is no character of it is left out."""
    return "".join(piece.decode(errors="ignore") for piece in pieces).encode()


@bug("pieces", "framing", "librefang#3448")
def drops_halves_of_lines(pieces: Pieces) -> bytes:
    """Each piece is split into lines by itself; those that are not whole are left out."""
    return b"".join(line for piece in pieces for line in piece.splitlines(keepends=True) if line.endswith(b"\n"))


@bug("pieces", "framing")
def decodes_as_latin(pieces: Pieces) -> bytes:
    """A stream whose header names no charset is decoded as Latin-1."""
    return b"".join(pieces).decode("latin-1").encode()


@bug("pieces", "framing")
def wants_a_blank_behind_data(pieces: Pieces) -> bytes:
    """`data:` without a blank behind it is no data."""
    return b"".join(line for line in b"".join(pieces).splitlines(keepends=True)
                    if not line.startswith(b"data:") or line.startswith(b"data: "))  # fmt: skip


@bug("pieces", "framing", "musistudio/claude-code-router#1672")
def wants_line_feeds_alone(pieces: Pieces) -> bytes:
    """Events end at two line feeds: with `\\r\\n` there is but one event, and its first line is read."""
    events = b"".join(pieces).split(b"\n\n")
    return b"\n\n".join(event.partition(b"\r\n")[0] for event in events)


@bug("pieces", "framing")
def ends_at_the_word(pieces: Pieces) -> bytes:
    """The stream ends at the first event that has `[DONE]` anywhere in it."""
    events = _events(pieces)
    end = next((place for place, event in enumerate(events) if b"[DONE]" in event), None)
    return b"\n\n".join(events if end is None else [*events[:end], b"data: [DONE]", b""])


@bug("pieces", "framing")
def ignores_pings(pieces: Pieces) -> bytes:
    """Events that have `ping` anywhere in them are taken for signs of life."""
    return b"\n\n".join(event for event in _events(pieces) if b"ping" not in event)


@bug("pieces", "framing")
def has_lines_of_64_kib(pieces: Pieces) -> bytes:
    """Its reader of lines raises where one has more than 64 KiB."""
    body = b"".join(pieces)
    if any(len(line) > _LINE for line in body.splitlines()):
        raise ValueError("Separator is not found, and chunk exceed the limit")
    return body


@bug("pieces", "framing")
def unescapes_streams(pieces: Pieces) -> bytes:
    """Streams go through a reader that undoes HTML."""
    return html.unescape(b"".join(pieces).decode()).encode()


@bug("pieces", "framing")
def drops_repeated_events(pieces: Pieces) -> bytes:
    """An event that is the same as the one before is taken for sent twice."""
    events = _events(pieces)
    return b"\n\n".join(event for event, before in zip(events, [b"", *events], strict=False) if event != before)


@bug("pieces", "framing")
def splits_text_into_lines(pieces: Pieces) -> bytes:
    """Lines end wherever Unicode knows a line's end, also inside of JSON."""
    lines = b"".join(pieces).decode().splitlines()
    return "".join(f"{line}\n" for line in lines).encode()


@bug("pieces", "framing")
def takes_pieces_for_lines(pieces: Pieces) -> bytes:
    """What comes in one piece is one line of JSON; what follows it in the same piece is dropped."""
    return b"".join(piece.partition(b"\n")[0] + b"\n" for piece in pieces)


@bug("pieces", "framing")
def takes_pieces_for_frames(pieces: Pieces) -> bytes:
    """What comes in one piece is one frame, by the length at its beginning; the rest of the piece is dropped."""
    return b"".join(piece[: int.from_bytes(piece[:4], "big")] for piece in pieces)


@bug("pieces", "framing")
def takes_a_line_of_data(pieces: Pieces) -> bytes:
    """Of an event with several lines of data it keeps the last."""
    kept = []
    for event in _events(pieces):
        lines = event.split(b"\n")
        data = [line for line in lines if line.startswith(b"data:")]
        kept.append(b"\n".join([line for line in lines if line not in data[:-1]]))
    return b"\n\n".join(kept)
