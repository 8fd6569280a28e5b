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
    """Decode each piece separately, and drop the bytes of cut characters."""
    return "".join(piece.decode(errors="ignore") for piece in pieces).encode()


@bug("pieces", "framing", "librefang#3448")
def drops_halves_of_lines(pieces: Pieces) -> bytes:
    """Split each piece into lines separately, and drop cut lines."""
    return b"".join(line for piece in pieces for line in piece.splitlines(keepends=True) if line.endswith(b"\n"))


@bug("pieces", "framing")
def decodes_as_latin(pieces: Pieces) -> bytes:
    """Decode a stream as Latin-1 if its header names no charset."""
    return b"".join(pieces).decode("latin-1").encode()


@bug("pieces", "framing")
def wants_a_blank_behind_data(pieces: Pieces) -> bytes:
    """Require a blank after `data:`."""
    return b"".join(line for line in b"".join(pieces).splitlines(keepends=True)
                    if not line.startswith(b"data:") or line.startswith(b"data: "))  # fmt: skip


@bug("pieces", "framing", "musistudio/claude-code-router#1672")
def wants_line_feeds_alone(pieces: Pieces) -> bytes:
    """Split events only at two line feeds. In a stream with `\\r\\n`, read only the first line."""
    events = b"".join(pieces).split(b"\n\n")
    return b"\n\n".join(event.partition(b"\r\n")[0] for event in events)


@bug("pieces", "framing")
def ends_at_the_word(pieces: Pieces) -> bytes:
    """End the stream at the first event that has `[DONE]` anywhere in it."""
    events = _events(pieces)
    end = next((place for place, event in enumerate(events) if b"[DONE]" in event), None)
    return b"\n\n".join(events if end is None else [*events[:end], b"data: [DONE]", b""])


@bug("pieces", "framing")
def ignores_pings(pieces: Pieces) -> bytes:
    """Drop events that have `ping` anywhere in them, as if they were keepalives."""
    return b"\n\n".join(event for event in _events(pieces) if b"ping" not in event)


@bug("pieces", "framing")
def has_lines_of_64_kib(pieces: Pieces) -> bytes:
    """Raise an error for a line of more than 64 KiB."""
    body = b"".join(pieces)
    if any(len(line) > _LINE for line in body.splitlines()):
        raise ValueError("Separator is not found, and chunk exceed the limit")
    return body


@bug("pieces", "framing")
def unescapes_streams(pieces: Pieces) -> bytes:
    """Unescape HTML in streams."""
    return html.unescape(b"".join(pieces).decode()).encode()


@bug("pieces", "framing")
def drops_repeated_events(pieces: Pieces) -> bytes:
    """Drop an event that equals the event before it."""
    events = _events(pieces)
    return b"\n\n".join(event for event, before in zip(events, [b"", *events], strict=False) if event != before)


@bug("pieces", "framing")
def splits_text_into_lines(pieces: Pieces) -> bytes:
    """Split lines at every line end of Unicode, even inside JSON."""
    lines = b"".join(pieces).decode().splitlines()
    return "".join(f"{line}\n" for line in lines).encode()


@bug("pieces", "framing")
def takes_pieces_for_lines(pieces: Pieces) -> bytes:
    """Read each piece as a line of JSON, and drop the rest of the piece."""
    return b"".join(piece.partition(b"\n")[0] + b"\n" for piece in pieces)


@bug("pieces", "framing")
def takes_pieces_for_frames(pieces: Pieces) -> bytes:
    """Read each piece as a frame with the length at its beginning, and drop the rest of the piece."""
    return b"".join(piece[: int.from_bytes(piece[:4], "big")] for piece in pieces)


@bug("pieces", "framing")
def takes_a_line_of_data(pieces: Pieces) -> bytes:
    """Keep only the last line of an event's data."""
    kept = []
    for event in _events(pieces):
        lines = event.split(b"\n")
        data = [line for line in lines if line.startswith(b"data:")]
        kept.append(b"\n".join([line for line in lines if line not in data[:-1]]))
    return b"\n\n".join(kept)
