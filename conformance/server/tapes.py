"""Which tape a request is for: many cases are played at once by one server."""

import re
from secrets import token_hex
from typing import Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

import msgspec

from conformance.recording.case import Case
from conformance.server.tape import Tape
from conformance.standins import Answer, Chunk
from toolwire.wire.exchange import WireRequest

_KEY: Final = "case-"
_IN_A_HEADER: Final = ("authorization", "x-api-key", "x-goog-api-key", "api-key")
_CREDENTIAL: Final = re.compile(rf"{_KEY}[0-9a-f]+")


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A tape that a client can talk to."""

    tape: Tape
    base_url: str
    """Where the provider is for this case alone."""
    api_key: str
    """Says the same to a client that cannot be given a path."""


class Tapes:
    """The tapes that are open on a server."""

    def __init__(self, address: str, *, alone: bool = False) -> None:
        """``address``: where the server listens, without a slash at its end.

        ``alone``: one tape is open at a time, and every request is its own, whatever its path or key.
        """
        self._address = address
        self._alone = alone
        self._open: dict[str, Tape] = {}

    def open(self, case: Case, instead: dict[int, bytes] | None = None, *, drops: bool = False) -> Opened:
        """Play a case from here on, with other bytes ``instead`` of some answers; the connection ``drops`` then.

        A request is its own by the path that ``base_url`` begins with, or by key.
        """
        tape, key = Tape(case, instead, drops=drops), f"{_KEY}{token_hex(8)}"
        self._open[key] = tape
        path = urlsplit(tape.base_url).path.rstrip("/")
        return Opened(tape=tape, base_url=f"{self._address}/{key}{path}", api_key=key)

    def close(self, opened: Opened) -> None:
        """Answer for this tape no more."""
        del self._open[opened.api_key]

    def answer(self, request: WireRequest) -> Answer:
        """The answer of the tape that a request is for."""
        asked = urlsplit(request.url)
        first, _, rest = asked.path.removeprefix("/").partition("/")
        key, path = (first, f"/{rest}") if first in self._open else (_key(request), asked.path)
        tape = next(iter(self._open.values()), None) if self._alone else self._open.get(key)
        if tape is None:
            words = b"this request belongs to no open case: neither its path nor its key names one\n"
            return Answer(status=404, headers={"content-type": "text/plain"}, chunks=(Chunk(0, words),), expected=None)
        return tape.answer(sent_to(tape, request, path))


def sent_to(tape: Tape, request: WireRequest, path: str) -> WireRequest:
    """A request as it would have gone to the provider, by the ``path`` there."""
    real = urlsplit(tape.base_url)
    url = urlunsplit((real.scheme, real.netloc, path, _without_key(urlsplit(request.url).query), ""))
    return msgspec.structs.replace(request, url=url)


def _key(request: WireRequest) -> str:
    """The case that a client's key names, in whichever header or parameter its provider wants it."""
    credentials = [request.headers.get(name, "") for name in _IN_A_HEADER]
    credentials += parse_qs(urlsplit(request.url).query).get("key", [])
    return next((found.group() for credential in credentials if (found := _CREDENTIAL.search(credential))), "")


def _without_key(query: str) -> str:
    return "&".join(part for part in query.split("&") if not part.startswith(f"key={_KEY}"))
