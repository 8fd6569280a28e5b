"""The record of an exchange with an endpoint."""

import base64
from typing import TypeAlias

import msgspec

from conformance.scenarios import Mode
from conformance.standins import Answer, Chunk
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Bytes, kept as text, or in base64 if they are not UTF-8."""

    text: str = ""
    base64: str = ""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` if the base64 is not valid."""
        base64.b64decode(self.base64, validate=True)

    @classmethod
    def of(cls, data: bytes) -> "Body":
        """Return bytes in the form in which records keep them."""
        try:
            return cls(text=data.decode())
        except UnicodeDecodeError:
            return cls(base64=base64.b64encode(data).decode())

    @property
    def data(self) -> bytes:
        """The bytes that are kept."""
        return base64.b64decode(self.base64) if self.base64 else self.text.encode()


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A request without its API key."""

    url: str
    headers: dict[str, str]
    body: Body


class Received(msgspec.Struct, frozen=True, kw_only=True, tag="received", tag_field="outcome", omit_defaults=True):
    """An answer, or the part of an answer that arrived."""

    status: int
    headers: dict[str, str]
    body: Body
    chunks: tuple[tuple[int, int], ...]
    """For each chunk: the milliseconds after the request, and the number of bytes."""
    broke_off: str = ""
    """The reason why the answer broke off before its end, or "" if the answer is complete."""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` if the chunks cannot be those of the body."""
        if any(size < 0 for _, size in self.chunks) or (self.body != Body() and not self.chunks):
            raise ValueError("expected the chunks of the body")


class Unanswered(msgspec.Struct, frozen=True, kw_only=True, tag="unanswered", tag_field="outcome"):
    """The outcome of a request if no answer arrived, or if the answer has a secret that cannot be masked."""

    why: str


Outcome: TypeAlias = Received | Unanswered


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a request in a study: the request, its outcome, and the number of earlier tries."""

    case: str
    mode: Mode
    repeat: int
    """The number of the repeat, counted from 0."""
    at: str
    """The time of the request, in UTC."""
    sent: Sent
    outcome: Outcome
    faults: tuple[str, ...] = ()
    """The server's errors in earlier tries of the same request, in order."""
    waits: int = 0
    """The number of earlier tries in which the endpoint was too busy to answer."""
    tokens: tuple[int, int] = (0, 0)
    """The input and output tokens of all tries, as reported by the endpoint, or else estimated. They count against the
    budget."""

    @property
    def exchange(self) -> Exchange | None:
        """The request and the answer, or None if no answer was kept."""
        if isinstance(self.outcome, Unanswered):
            return None
        received = self.outcome
        return Exchange(
            request=WireRequest(url=self.sent.url, headers=self.sent.headers, body=self.sent.body.data),
            response=WireResponse(status=received.status, headers=received.headers, body=received.body.data),
        )


def answer_of(received: Received) -> Answer:
    """Return a received answer as an ``Answer``, with the chunks in which its body arrived."""
    body, chunks, place = received.body.data, [], 0
    for at, size in received.chunks:
        chunks.append(Chunk(at, body[place : place + size]))
        place += size
    return Answer(status=received.status, headers=received.headers, chunks=tuple(chunks), expected=None)
