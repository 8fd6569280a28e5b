"""The replay of a cassette to a client over HTTP."""

from threading import Lock
from typing import Final
from urllib.parse import urlsplit

import msgspec

from conformance.judge import connection, request_match
from conformance.judge.body_size import too_large
from conformance.judge.earlier import Earlier
from conformance.judge.placement import Placement
from conformance.recording import bounds
from conformance.recording.background import POLL
from conformance.recording.case import Case
from conformance.recording.stored import with_id
from conformance.server import framing
from conformance.server.refusal import refusal
from conformance.standins import Answer, Chunk
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

_ALL: Final = 1_000_000
"""A number that is greater than the number of calls in any conversation. It lets the client choose the ids of all
calls.
"""
_TOO_MANY: Final = f"expected at most {bounds.KEPT >> 20} MB in the requests of a conversation, got more"
Pieces = tuple[bytes, ...]
"""A body in pieces. Each piece is sent as a separate chunk."""
_OF_THE_TRANSFER: Final = ("content-encoding", "content-length", "transfer-encoding", "connection")


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A request of the client, with the exchange that answered it."""

    request: WireRequest
    """The request, with the provider's own address in place of the server's address."""
    turn: int | None
    """The index of the recorded exchange whose answer was sent. None if the request was refused."""
    uncompared: str | None = None
    """The reason why the request was refused before it was compared with the recorded requests, or None."""


class Tape:
    """The recorded exchanges of a case, which are played in place of the provider.

    A request that matches a recorded request gets its answer, in the recorded chunks. A client may replace the ids of
    calls with its own ids, but each result must answer the same call as in the recording. Any other request gets an
    error in the form of the provider's errors, which lists the differences from a recorded request.
    """

    def __init__(
        self, case: Case, instead: dict[int, Pieces] | None = None, *, drops: bool = False, strict: bool = False
    ) -> None:
        """Prepare the exchanges of a case for replay.

        ``instead``: bodies, by turn, that replace recorded answers. ``drops``: if true, the connection is closed
        without a proper end after such a body. ``strict``: if true, only a request that equals a recorded request is
        answered.
        """
        self.base_url = case.claims.base_url
        self._cassette = case.cassette
        self._instead = instead or {}
        self._drops = drops
        self._strict = strict
        self._form = case.form
        self._earlier = Earlier(view=self._form.history, calls=_ALL, orphans=case.scenario.orphans_before)
        self._placement = Placement(self._cassette.exchanges, case.form, case.rules, self._earlier)
        self._recorded_size = max((len(exchange.request.body) for exchange in case.cassette.exchanges), default=0)
        self._polled: set[int] = set()
        """The turns whose answers a client has polled. The first poll of a turn only gets the response that the answer
        is not ready yet.
        """
        self._one_by_one = Lock()
        self._kept = 0
        """The size of all requests so far, in bytes."""
        self.sent: list[Sent] = []
        """The client's requests so far, in order, without the requests in ``lost``."""
        self.lost: list[str] = []
        """The requests that are not judged, because the server refused or lost them. Each has its reason."""

    def lose(self, request: WireRequest, why: str) -> None:
        """Add a request to ``lost``, because it is not judged. ``why``: the reason."""
        self.lost.append(f"{request.method} {request.url}: {why}")

    def answer(self, request: WireRequest) -> Answer:
        """Return the answer to a request whose address begins with ``self.base_url``.

        Concurrent requests are answered one after the other.
        """
        with self._one_by_one:
            return self._answer(request)

    def _answer(self, request: WireRequest) -> Answer:
        self._kept += len(request.body) + sum(map(len, (*request.headers, *request.headers.values())))
        if self._kept > bounds.KEPT:
            self.lose(request, _TOO_MANY)
            return refusal(self._cassette.name.dialect, [_TOO_MANY])
        uncompared = too_large(request.body, self._recorded_size)
        fault = uncompared or connection.fault(request)
        if fault is not None:
            self.sent.append(Sent(request=request, turn=None, uncompared=uncompared))
            return refusal(self._cassette.name.dialect, [fault])
        if request.method == POLL and any(exchange.pending for exchange in self._cassette.exchanges):
            return self._poll(request)
        turn = next(self._placement.equal(request), None) if self._strict else self._placement.place(request)
        self.sent.append(Sent(request=request, turn=turn))
        if turn is None:
            return refusal(self._cassette.name.dialect, self._differences(request))
        exchange = self._cassette.exchanges[turn]
        if exchange.pending is not None and self._asks_background(request):
            return _whole(exchange.pending.response)
        return self._recorded(turn, request)

    def _poll(self, request: WireRequest) -> Answer:
        """Return the response to a poll, with which a client asks for an answer that is made in the background.

        The first poll gets the recorded response that the answer is not ready yet, unless the tape is strict. Later
        polls get the answer. A poll with an address that is not in the recording is refused.
        """
        path = urlsplit(request.url).path
        for turn, exchange in enumerate(self._cassette.exchanges):
            if exchange.pending is not None and urlsplit(exchange.pending.poll.url).path == path:
                if self._strict or turn in self._polled:
                    return self._recorded(turn, exchange.request)
                self._polled.add(turn)
                return _whole(exchange.pending.response)
        self.sent.append(Sent(request=request, turn=None))
        return refusal(self._cassette.name.dialect, [f"no recorded background answer has the address {path}"])

    def _asks_background(self, request: WireRequest) -> bool:
        option = self._form.expresses.background
        return option is not None and option.is_asked(exact_json.loads(request.body))

    def _differences(self, request: WireRequest) -> list[str]:
        """Return texts that describe the differences between a request and the most similar recorded request.

        Recorded requests that were already answered are not compared. If all of them were answered, return a single
        text, which states that the recorded conversation has ended.
        """
        requests = [self._cassette.exchanges[turn].request for turn in self._placement.left()]
        if not requests:
            return ["expected no more requests, because the recorded conversation has ended"]
        found = (
            list(request_match.differences(request, recorded, self._form.equal, self._earlier)) for recorded in requests
        )
        return [f"{finding.path or 'the body'}: {finding.message}" for finding in min(found, key=len)]

    def _recorded(self, turn: int, request: WireRequest) -> Answer:
        exchange = self._cassette.exchanges[turn]
        response = exchange.response
        headers = _sent_headers(response)
        chunks = self._chunks(turn)
        pieces = with_id(self._form, exchange, request, tuple(chunk.data for chunk in chunks))
        chunks = tuple(Chunk(chunk.at, data) for chunk, data in zip(chunks, pieces, strict=True))
        if framing.gets_lines(self._form, request, response):
            headers["content-type"] = "application/json"
            chunks = (Chunk(0, framing.as_lines(b"".join(chunk.data for chunk in chunks))),)
        drops = self._drops and turn in self._instead
        return Answer(status=response.status, headers=headers, chunks=chunks, expected=None, drops=drops)

    def _chunks(self, turn: int) -> tuple[Chunk, ...]:
        if turn in self._instead:
            return tuple(Chunk(0, piece) for piece in self._instead[turn])
        body = self._cassette.exchanges[turn].response.body
        chunks, start = [], 0
        for at, size in self._cassette.provenance.timing.of(turn):
            chunks.append(Chunk(at, body[start : start + size]))
            start += size
        if start < len(body):
            chunks.append(Chunk(0, body[start:]))
        return tuple(chunks)


def _whole(response: WireResponse) -> Answer:
    """Return a recorded response in one piece."""
    chunks = (Chunk(0, response.body),)
    return Answer(status=response.status, headers=_sent_headers(response), chunks=chunks, expected=None)


def _sent_headers(response: WireResponse) -> dict[str, str]:
    """Return the headers with which a recorded response is sent."""
    return {name: value for name, value in response.headers.items() if name not in _OF_THE_TRANSFER}
