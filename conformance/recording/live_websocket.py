"""Our client for genuine endpoints of OpenAI Responses over a WebSocket.

It sends each request as a message ``response.create``. It keeps each message of the answer with its time, in the form
of an event of a stream over HTTP. The module ``websocket`` describes the messages and names their sources.
"""

import logging
import re
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, Self

from websockets.exceptions import (
    ConnectionClosed,
    ConnectionClosedOK,
    InvalidHandshake,
    InvalidProxy,
    InvalidStatus,
    InvalidURI,
)
from websockets.http11 import Response
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect

from conformance.judge import connection
from conformance.recording import live, websocket
from conformance.recording.live import Key, Limits
from conformance.standins import Answer, Chunk
from toolwire.providers.addresses import is_local
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

DIALECT: Final = "openai_responses"
"""The dialect whose requests can be sent over a WebSocket."""
_JSON: Final = {"content-type": "application/json"}
_STREAM: Final = {"content-type": "text/event-stream"}
_REDIRECTS: Final = range(300, 400)
_REFUSALS: Final = range(400, 600)
_TOO_EARLY: Final = "expected an answer to the handshake, got bytes before the handshake"
_SILENT: Final = logging.getLogger("conformance.websocket")
"""The logger of the library. It shows nothing, because each error of the library becomes our own error. Otherwise the
library would print tracebacks, for example for an endpoint that sends more after a timeout.
"""
_SILENT.propagate = False
_SILENT.addHandler(logging.NullHandler())
_LINES: Final = re.compile(r"\r\n|\r|\n")
_CLOSE_SECONDS: Final = 2.0
"""The maximum time in seconds for which the client waits until the endpoint confirms that a WebSocket is closed."""


class _Refused(Exception):
    """An error for an endpoint that answered the handshake with a status other than 101."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


class _Unexpected(Exception):
    """An error for an endpoint that sends bytes at a time at which the library expects none."""


class _Connection(ClientConnection):
    """A connection that follows no redirect.

    The library would follow a redirect, and would send keys to the other address. So the connection hides the status
    from the library.
    """

    def handshake(self, *arguments: Any, **options: Any) -> None:
        try:
            super().handshake(*arguments, **options)
        except InvalidStatus as refused:
            raise _Refused(refused.response) from None


class LiveWebSocket:
    """Our client for endpoints over a WebSocket. Use it as a context manager.

    All requests share a WebSocket, because the endpoint may keep an answer only as long as the WebSocket is open. The
    client opens a new WebSocket in two cases: the endpoint has closed the WebSocket between two requests, or it has
    sent a message after the end of an answer. Such a message must not become a part of the next answer.

    The endpoint may close the WebSocket before the client's next request, and the client may notice this too late. If
    the endpoint closed it without an error and without an answer, the client sends the request once more.
    """

    def __init__(self, key: Key | None = None, limits: Limits = Limits()) -> None:  # noqa: B008
        self._key = key
        self._limits = limits
        self._socket: ClientConnection | None = None
        self._open = ExitStack()
        """The stack that contains the open WebSocket. If the stack is closed, the WebSocket is closed, too."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._drop()

    def ask(self, request: WireRequest) -> Answer:
        """Send a request whose answer is a stream, and read the answer to its end. Raises ``NoAnswer``."""
        place = live.address(_of_websocket(request.url))
        with self._translated_errors(place):
            try:
                kept = self._socket
                socket = self._connected(request)
                try:
                    return self._asked(place, socket, request, is_kept=socket is kept)
                except ConnectionClosedOK:
                    if socket is not kept:
                        raise
                return self._asked(place, self._connected(request), request, is_kept=False)
            except _Refused as refused:
                return _refused(place, refused.response)

    def _asked(self, place: str, socket: ClientConnection, request: WireRequest, *, is_kept: bool) -> Answer:
        """Send a request over an open WebSocket, and read the answer.

        ``is_kept``: the WebSocket was opened for an earlier request. Raises ``TimedOut`` and ``BrokeOff``. Raises
        ``ConnectionClosed`` if the WebSocket was already closed. Raises ``ConnectionClosedOK`` if a WebSocket of an
        earlier request is closed before the answer begins.
        """
        begun = time.monotonic()
        try:
            socket.send(_message(request), text=True)
        except ConnectionClosed as closed:
            if isinstance(closed.__cause__, TimeoutError) and closed.rcvd is None and closed.sent is None:
                self._drop()
                raise live.TimedOut(f"{place}: {live.not_taken(self._limits)}") from None
            raise
        return self._read(place, socket, begun, is_kept=is_kept)

    def _connected(self, request: WireRequest) -> ClientConnection:
        """Return the open WebSocket. Open a WebSocket if none can be used.

        Raises ``live.Unsafe`` if the key must not be sent to the address.
        """
        if self._socket is not None and self._socket.protocol.state is State.OPEN and not _has_more(self._socket):
            return self._socket
        self._drop()
        address = _of_websocket(request.url)
        if self._key is not None and not live.is_safe(request.url):
            raise live.Unsafe(f"{live.address(address)}: a key is sent only over wss, or to this machine")
        with live.refused_proxies(InvalidProxy), _expected_order():
            opened = connect(
                address,
                additional_headers={} if self._key is None else self._key.onto({}),
                compression=None,
                ssl=live.encryption() if address.startswith("wss:") else None,
                proxy=None if is_local(request.url) else True,
                open_timeout=self._limits.connect,
                ping_interval=None,  # this client has its own time limits
                close_timeout=_CLOSE_SECONDS,
                max_size=live.MAX_ANSWER,
                create_connection=_Connection,
                logger=_SILENT,
            )
            self._socket = self._open.enter_context(opened)
        # Otherwise an endpoint that reads nothing would block the library for ever: in a request, and in the answers to
        # pings, during which the library cannot close the WebSocket either.
        opened.socket.settimeout(self._limits.piece)
        return self._socket

    def _read(self, place: str, socket: ClientConnection, begun: float, *, is_kept: bool) -> Answer:
        """Read the messages of an answer up to its end. Raises the same errors as ``_asked``."""
        chunks: list[Chunk] = []
        size = 0
        while True:
            left = begun + self._limits.whole - time.monotonic()
            try:
                text = _received(socket, min(self._limits.piece, left))
            except TimeoutError:
                self._drop()
                why = live.no_end(self._limits) if left < self._limits.piece else live.nothing_arrived(self._limits)
                raise live.BrokeOff(f"{place}: {why}", _streamed(chunks), late=True) from None
            except ConnectionClosed as closed:
                if is_kept and not chunks and isinstance(closed, ConnectionClosedOK):
                    raise
                self._drop()
                why = f"the WebSocket was closed before the end of the answer ({_reason(closed)})"
                raise live.BrokeOff(f"{place}: {why}", _streamed(chunks)) from None
            message = text if isinstance(text, str) else text.decode(errors="replace")
            if not chunks and (refusal := _refusal(message)) is not None:
                return refusal
            chunks.append(Chunk(round((time.monotonic() - begun) * 1000), _event(message)))
            size += len(chunks[-1].data)
            if websocket.is_end(message):
                return _streamed(chunks)
            if too_much := live.over_limits(size, len(chunks)):
                self._drop()
                raise live.BrokeOff(f"{place}: {too_much}", _streamed(chunks))

    def _drop(self) -> None:
        """Close the WebSocket. The next request opens a new WebSocket."""
        self._open.close()
        self._socket = None

    @contextmanager
    def _translated_errors(self, place: str) -> Iterator[None]:
        """Raise our own error for each error of the library that the ``with`` block raises."""
        try:
            yield
        except InvalidURI as error:
            raise live.Unreachable(f"{place}: not a valid address: {error.msg}") from None
        except _Unexpected:
            raise live.NotTheApi(f"{place}: no WebSocket answers at this address: {_TOO_EARLY}", 0) from None
        except InvalidHandshake as error:
            raise live.NotTheApi(f"{place}: no WebSocket answers at this address: {error}", 0) from None
        except ConnectionClosed as closed:
            self._drop()
            raise live.Unreachable(f"{place}: the WebSocket was closed ({_reason(closed)})") from None
        except TimeoutError:
            raise live.NoConnection(f"{place}: no connection within {self._limits.connect:g} s") from None
        except ssl.SSLError as error:
            raise live.TlsFailed(f"{place}: {error.reason or error}") from None
        except OSError as error:
            raise live.NoConnection(f"{place}: {error.strerror or error}") from None


@contextmanager
def _expected_order() -> Iterator[None]:
    """Raise ``_Unexpected`` if an assertion of the library fails in the ``with`` block, which opens a WebSocket.

    This happens if an answer arrives before the library has sent the handshake.
    """
    try:
        yield
    except (AssertionError, EOFError):
        raise _Unexpected from None


def _has_more(socket: ClientConnection) -> bool:
    """Return whether a message arrived after the end of the last answer, or whether the WebSocket was closed."""
    try:
        socket.recv(timeout=0)
    except TimeoutError:
        return False
    except ConnectionClosed:
        pass
    return True


def _received(socket: ClientConnection, seconds: float) -> str | bytes:
    """Return the next message.

    Raises ``TimeoutError`` if no message arrives in time. Raises ``ConnectionClosed`` if the WebSocket is closed, even
    if the endpoint leaves the connection below it open.
    """
    until = time.monotonic() + seconds
    while True:
        left = until - time.monotonic()
        try:
            return socket.recv(timeout=max(0.0, min(left, _CLOSE_SECONDS)))
        except TimeoutError:
            if socket.protocol.state is not State.OPEN:
                socket.close()  # after this, ``recv`` returns the messages before the close frame, and then raises
            elif left <= _CLOSE_SECONDS:
                raise


def _of_websocket(url: str) -> str:
    """Return the WebSocket address that corresponds to an HTTP address."""
    return f"ws{url.removeprefix('http')}"


def _message(request: WireRequest) -> bytes:
    """Return the message that sends a request."""
    members = [pair for pair in exact_json.pairs(exact_json.loads(request.body)) if pair[0] != "stream"]
    return exact_json.encode(exact_json.RepeatedKeys([("type", connection.CREATE), *members]))


def _event(message: str) -> bytes:
    """Return a message as an event of a stream over HTTP."""
    return sse.encode(_LINES.sub("\n", message))


def _streamed(chunks: list[Chunk]) -> Answer:
    return Answer(status=200, headers=_STREAM, chunks=tuple(chunks), expected=None)


def _refusal(message: str) -> Answer | None:
    """Return the HTTP answer with the same status and error as a message that refuses a request.

    None if the message is not an error with a status from 400 to 599.
    """
    try:
        read: Any = exact_json.loads(message)
    except JsonError:
        return None
    if not (isinstance(read, dict) and read.get("type") == "error" and _is_status(read.get("status"))):
        return None
    body = exact_json.encode({"error": read.get("error")})
    return Answer(status=read["status"], headers=_JSON, chunks=(Chunk(0, body),), expected=None)


def _is_status(value: object) -> bool:
    """Return whether a value is the HTTP status of a refusal."""
    return isinstance(value, int) and not isinstance(value, bool) and value in _REFUSALS


def _refused(place: str, response: Response) -> Answer:
    """Return the HTTP answer with which the endpoint refused a handshake.

    Raises ``Redirected`` for a redirect, and ``NotTheApi`` for a status below 300.
    """
    if response.status_code in _REDIRECTS:
        raise live.Redirected(f"{place}: redirects to another address. Use that address if it is correct")
    if response.status_code < _REDIRECTS.start:
        why = f"expected a WebSocket, got an answer with status {response.status_code}"
        raise live.NotTheApi(f"{place}: {why}", response.status_code)
    headers = {name.lower(): value for name, value in response.headers.raw_items()}
    kept = {"content-type": headers.get("content-type", "text/plain")}
    chunk = Chunk(0, bytes(response.body or b""))
    return Answer(status=response.status_code, headers=kept, chunks=(chunk,), expected=None)


def _reason(closed: ConnectionClosed) -> str:
    """Return the code and the reason with which the endpoint closed a WebSocket.

    If this client closed it, because of what the endpoint sent, return the client's code and reason. Return "no close
    frame" if neither closed it.
    """
    if closed.rcvd is not None and closed.rcvd_then_sent is not False:
        return f"{closed.rcvd.code} {closed.rcvd.reason}".strip()
    if closed.sent is not None:
        return f"by this client: {closed.sent.code} {closed.sent.reason}".strip()
    return "no close frame"
