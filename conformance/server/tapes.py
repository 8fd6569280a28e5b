"""The open tapes of a server, and the choice of the tape that answers a request.

A tape plays a single case. A server has several tapes, so it can play many cases at the same time.
"""

import re
from secrets import token_hex
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

import msgspec

from conformance.recording import bounds
from conformance.recording.case import Case
from conformance.server.tape import Pieces, Tape
from conformance.standins import Answer, Chunk
from toolwire.wire.exchange import WireRequest

if TYPE_CHECKING:
    from conformance.recording.loopback import Loopback

_KEY: Final = "case-"
_IN_A_HEADER: Final = ("authorization", "x-api-key", "x-goog-api-key", "api-key", "sec-websocket-protocol")
"""The headers that may have the key of a tape. A WebSocket of a browser can send only the last of these headers."""
_CREDENTIAL: Final = re.compile(rf"{_KEY}[0-9a-f]+")


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """An open tape, with the address and the key by which clients reach the tape."""

    tape: Tape
    base_url: str
    """The provider's address on the server, for this case only."""
    api_key: str
    """A key that selects the tape. It is for clients that cannot use the path of ``base_url``."""


class Tapes:
    """The tapes that are open on a server."""

    def __init__(self, server: "Loopback", *, alone: bool = False) -> None:
        """Serve tapes from a server that is already running.

        With ``alone``, only one tape is open at a time. This tape gets every request, with any path or key.
        """
        self._server = server
        self._alone = alone
        self._open: dict[str, Tape] = {}

    def open(self, case: Case, instead: dict[int, Pieces] | None = None, *, drops: bool = False) -> Opened:
        """Open a tape of a case. For ``instead`` and ``drops`` see ``Tape``.

        A request belongs to the tape if its path begins with the path of ``base_url``, or if it has the tape's key.
        """
        tape, key = Tape(case, instead, drops=drops), f"{_KEY}{token_hex(8)}"
        self._open[key] = tape
        path = urlsplit(tape.base_url).path.rstrip("/")
        return Opened(tape=tape, base_url=f"{self._server.address}/{key}{path}", api_key=key)

    def settle(self) -> None:
        """Wait until the tapes have received every request that clients have sent so far. See ``Loopback.settle``."""
        self._server.settle()

    def close(self, opened: Opened) -> None:
        """Remove a tape from the server, after the tape has received every request that clients have sent so far.

        Requests that are still unanswered at that time are noted as lost.
        """
        for request in self._server.settle():
            self.lose(
                request,
                f"the request was still unanswered {bounds.SETTLED_SECONDS} s after the end of the conversation",
            )
        del self._open[opened.api_key]

    def answer(self, request: WireRequest) -> Answer:
        """Return the answer from the request's tape. The status is 404 if the request belongs to no tape."""
        tape, sent = self._placed(request)
        if tape is None:
            words = b"this request belongs to no open case: neither its path nor its key names an open case\n"
            return Answer(status=404, headers={"content-type": "text/plain"}, chunks=(Chunk(0, words),), expected=None)
        return tape.answer(sent)

    def lose(self, request: WireRequest, why: str) -> None:
        """Note on the request's tape that the request is not judged, with the reason ``why``.

        Ignore a request that belongs to no tape.
        """
        tape, sent = self._placed(request)
        if tape is not None:
            tape.lose(sent, why)

    def _placed(self, request: WireRequest) -> tuple[Tape | None, WireRequest]:
        """Return the request's tape, and the request with the provider's own address.

        The tape is None if the request belongs to no tape.
        """
        asked = urlsplit(request.url)
        first, _, rest = asked.path.removeprefix("/").partition("/")
        key, path = (first, f"/{rest}") if first in self._open else (_key(request), asked.path)
        tape = next(iter(self._open.values()), None) if self._alone else self._open.get(key)
        return tape, request if tape is None else sent_to(tape, request, path)


def sent_to(tape: Tape, request: WireRequest, path: str) -> WireRequest:
    """Return the request with another URL: the provider's own host, ``path``, and the query of the request without the
    key of the tape.
    """
    real = urlsplit(tape.base_url)
    url = urlunsplit((real.scheme, real.netloc, path, _without_key(urlsplit(request.url).query), ""))
    return msgspec.structs.replace(request, url=url)


def _key(request: WireRequest) -> str:
    """Return the key that selects a tape, or "" if the request has no such key.

    Clients send this key as their API key.
    """
    credentials = [request.headers.get(name, "") for name in _IN_A_HEADER]
    credentials += parse_qs(urlsplit(request.url).query).get("key", [])
    return next((found.group() for credential in credentials if (found := _CREDENTIAL.search(credential))), "")


def _without_key(query: str) -> str:
    return "&".join(part for part in query.split("&") if not part.startswith(f"key={_KEY}"))
