"""Clients that read the pieces and lines of a stream in a wrong way, or in an unusual but right way."""

import re
from collections.abc import Callable
from typing import Final

import httpx

from conformance.adapters.reference import known
from conformance.adapters.reference_client import ReferenceClient, addressed
from conformance.adapters.wire import Task
from toolwire.dialects.reading import read_answer
from toolwire.model import Request, Response
from toolwire.wire.exchange import WireResponse

Joined = Callable[[list[bytes]], bytes]
"""A function that returns the body that a client reads, from the pieces in which the body arrived."""


class OfPieces(ReferenceClient):
    """The reference client, with a function that makes the body from its pieces."""

    def __init__(self, joined: Joined) -> None:
        self._joined = joined

    def _send(self, task: Task, request: Request) -> Response:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        with httpx.stream(sent.method, sent.url, content=sent.body, headers=sent.headers, trust_env=False) as answer:
            pieces = list(answer.iter_raw())
        body = self._joined(pieces) if task.stream else b"".join(pieces)
        kept = {name.lower(): value for name, value in answer.headers.items()}
        return read_answer(known(task.dialect), WireResponse(status=answer.status_code, headers=kept, body=body))


def _decoded_by_itself(pieces: list[bytes]) -> bytes:
    return "".join(piece.decode(errors="replace") for piece in pieces).encode()


def _decoded_strictly(pieces: list[bytes]) -> bytes:
    return "".join(piece.decode() for piece in pieces).encode()


def _whole_events(pieces: list[bytes]) -> bytes:
    """Keep only the events that are in a single piece."""
    return b"".join(
        event + b"\n\n"
        for piece in pieces
        for event in piece.split(b"\n\n")
        if event.startswith((b"data: {", b"event"))
    )


def _one_event(pieces: list[bytes]) -> bytes:
    """Read only the first event of each piece. If a piece has no whole event, wait for the next piece."""
    read, rest = b"", b""
    for piece in pieces:
        event, end, _ = (rest + piece).partition(b"\n\n")
        read, rest = (read + event + end, b"") if end else (read, event)
    return read + rest


def _refusing(unknown: str) -> Joined:
    """Return a function that raises an error for lines that match ``unknown``."""

    def joined(pieces: list[bytes]) -> bytes:
        body = b"".join(pieces)
        if re.search(unknown.encode(), body, re.MULTILINE):
            raise ValueError("unknown line")
        return body

    return joined


def _unicode_lines(pieces: list[bytes]) -> bytes:
    lines = b"".join(pieces).decode().splitlines()
    return "".join(f"{line}\n" for line in lines).encode()


WRONG: Final[dict[str, Joined]] = {
    "decodes-each-piece": _decoded_by_itself,
    "decodes-each-piece-and-raises": _decoded_strictly,
    "takes-pieces-for-events": _whole_events,
    "takes-the-first-event-of-a-piece": _one_event,
    "raises-on-crlf": _refusing("\r\n"),
    "raises-on-comments": _refusing("^:"),
    "raises-on-ids": _refusing("^id:"),
    "raises-on-a-mark": _refusing("^\ufeff"),
    "ends-lines-at-line-separators": _unicode_lines,
}
RIGHT: Final[dict[str, Joined]] = {
    "joins-pieces": b"".join,
    "decodes-as-a-whole": lambda pieces: b"".join(pieces).decode().encode(),
    "ends-lines-in-lf": lambda pieces: re.sub(rb"\r\n|\r", b"\n", b"".join(pieces)),
}
