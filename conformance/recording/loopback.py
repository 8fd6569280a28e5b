"""A server on loopback that answers each request with the result of a function.

Requests arrive over HTTP, or as messages of a WebSocket.
"""

import asyncio
import logging
import re
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from secrets import token_hex
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.frames import CloseCode

from conformance.judge import connection
from conformance.recording import bounds, realtime, websocket
from conformance.recording.connections import HttpConnection, SocketConnection, most_accepted
from conformance.standins import Answer
from toolwire.providers.addresses import LOOPBACK
from toolwire.wire.exchange import WireRequest

Answerer = Callable[[WireRequest], Answer]
Loser = Callable[[WireRequest, str], None]
"""A callback for each request that is refused or lost before it is answered. Its arguments are the request without its
body, and the reason.
"""
Session = websocket.Session | realtime.Session
T = TypeVar("T")

_START_SECONDS: Final = 10.0
_TOO_MUCH: Final = f"expected at most {bounds.HELD >> 20} MB in the bodies of all open requests, got more"
_QUIET_TURNS: Final = 8
"""The number of quiet turns of the event loop after which the server has read everything. A turn is quiet if nothing is
read in it. The loop needs three turns to accept a connection and to read its first bytes.
"""
_HOST: Final = re.compile(r"(127\.0\.0\.1|localhost)(:[0-9]*)?", re.IGNORECASE)
"""The hosts with which a request may name this server. A web page reaches this server under another name if the name's
address changes after the page was loaded (DNS rebinding).
"""
_ABSOLUTE: Final = re.compile(rb"(?:http|ws)://(?P<host>[^/]*)(?P<path>.*)", re.IGNORECASE)
"""A pattern of a request's target that is a whole URL, without the query."""
_OTHER_HOST: Final = "expected a request to the host 127.0.0.1 or localhost, got another host"
_PROTOCOL: Final = "realtime"
"""The subprotocol that OpenAI confirms when a client opens a WebSocket."""
_LEFT: Final = (WebSocketDisconnect, RuntimeError)
"""The errors that are raised after a client has left, or if a client leaves while it receives an answer."""
_OTHER_ORIGIN: Final = "expected a request from a program, or from a page on this machine, got another origin"
_GONE: Final = "expected the client to wait for its answer, got a lost connection"
_EXPECTED: Final = (
    "without completing response",
    "graceful shutdown",
    "without completing handshake",
    "Invalid UTF-8 sequence received",
)


class _Refused(Exception):
    """An error for a request that the server refuses, and that is not judged. ``str()`` is the reason."""

    def __init__(self, why: str, status: int, *, ends: bool = False) -> None:
        """Take the reason and the status of the refusal. If ``ends`` is true, the connection ends after the refusal."""
        super().__init__(why)
        self.response = PlainTextResponse(f"{why}\n", status, {"connection": "close"} if ends else None)


class _Handler:
    """The handler of requests. Only a few large requests are answered at the same time."""

    def __init__(self, answerer: Answerer, loser: Loser, *, paced: bool) -> None:
        self._answerer = answerer
        self._loser = loser
        self._paced = paced
        self._large = asyncio.Semaphore(bounds.LARGE_AT_ONCE)
        self._held = 0
        """The number of bytes in the bodies of all unanswered requests."""
        self.unanswered: list[WireRequest] = []
        """The requests that wait for their answer. A message of a WebSocket is represented by its handshake."""

    def lose(self, scope: Mapping[str, object], why: str) -> None:
        """Report a request that was refused, or lost before it was answered."""
        head = HTTPConnection(_in_origin_form(scope))
        self._loser(
            WireRequest(url=_url(head), method=head.scope.get("method", "GET"), headers=dict(head.headers), body=b""),
            why,
        )

    async def handle(self, request: Request) -> Response:
        """Return the answer to a request, or a refusal.

        A request is refused if it comes from a web page of another host, if its length is ambiguous, or if its body is
        too large or too slow. Browsers let a page send requests to any host, and name the page's host in the header
        ``origin``.
        """
        pieces: list[bytes] = []
        try:
            if not _is_local(request.headers.get("origin")):
                raise _Refused(_OTHER_ORIGIN, 403, ends=True)
            if {"content-length", "transfer-encoding"} <= {*request.headers}:
                why = "expected a content-length or a transfer-encoding, got both (RFC 9112, 6.1)"
                raise _Refused(why, 400, ends=True)
            await self._read(request, pieces)
            return await self._answered(request, b"".join(pieces))
        except _Refused as why:
            self.lose(request.scope, str(why))
            return why.response
        except (ClientDisconnect, asyncio.CancelledError):  # the client has left, or the server ends
            return Response(status_code=400)
        except Exception as error:
            self.lose(request.scope, f"{type(error).__name__}: {error}")
            raise
        finally:
            self._held -= sum(map(len, pieces))

    async def _read(self, request: Request, pieces: list[bytes]) -> None:
        """Read the body of a request into ``pieces``.

        Raises ``_Refused`` if the body is too large or too slow, or if all open requests together are too large.
        """
        size = 0
        try:
            async with asyncio.timeout(bounds.BODY_SECONDS):
                async for piece in request.stream():
                    size += len(piece)
                    if size > bounds.BODY:
                        raise _Refused(f"expected a body of at most {bounds.BODY >> 20} MB, got more", 413)
                    if self._held + len(piece) > bounds.HELD:
                        raise _Refused(_TOO_MUCH, 503)
                    self._held += len(piece)
                    pieces.append(piece)
        except TimeoutError:
            raise _Refused(f"expected the body to arrive within {bounds.BODY_SECONDS} seconds", 408) from None

    async def _answered(self, request: Request, sent: bytes) -> Response:
        asked = WireRequest(
            url=_url(request),
            method=request.method,
            body=sent,
            headers={name: value for name, value in request.headers.items() if name != connection.KEY},
        )
        waits = len(sent) > bounds.LARGE and self._large.locked()
        async with self._turn(asked, len(sent)):
            if waits and await request.is_disconnected():
                raise _Refused(_GONE, 400)
            answer = await run_in_threadpool(self._answerer, asked)  # it may take seconds, and other requests wait
        response = _Dropped if answer.drops else StreamingResponse
        pieces = self._in_time((chunk.at, chunk.data) for chunk in answer.chunks)
        return response(pieces, status_code=answer.status, headers=answer.headers)

    async def talk(self, socket: WebSocket) -> None:
        """Answer the requests that a client sends over a WebSocket, in sequence. Requests are answered even if the
        client has left.

        A web page of another host gets no connection.
        """
        if not _is_local(socket.headers.get("origin")):
            self.lose(socket.scope, _OTHER_ORIGIN)
            await socket.close()
            return
        try:
            # Programs with the WebSocket of browsers name a protocol, and close the connection if none is confirmed.
            await socket.accept(_PROTOCOL if _PROTOCOL in socket.scope["subprotocols"] else None)
            session = _session(_url(socket), dict(socket.headers) | {connection.KEY: token_hex(16)})
            for greeting in session.greeting():
                await socket.send_text(greeting)
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                with suppress(*_LEFT):
                    await self._reply(socket, session, message.get("text") or message.get("bytes") or b"")
        except _LEFT:
            return

    async def _reply(self, socket: WebSocket, session: Session, message: str | bytes) -> None:
        """Answer a message. Refuse it if it cannot be answered, or if all open requests together have too many bytes.

        If an answer breaks off, close the connection. Otherwise the client would wait for the rest of the answer.
        """
        size = sys.getsizeof(message)  # a text has up to four bytes for each character
        if self._held + size > bounds.HELD:
            self.lose(socket.scope, _TOO_MUCH)
            await socket.send_text(session.error(_TOO_MUCH, 503))
            return
        self._held += size
        try:
            answer = await self._to_message(session, message)
        except websocket.NoRequest as why:
            if isinstance(why, websocket.TooMuch):
                self.lose(socket.scope, str(why))
            await socket.send_text(session.error(str(why)))
            return
        finally:
            self._held -= size
        text = ""
        async for text in self._in_time(websocket.messages_of(answer)):
            await socket.send_text(text)
        if answer.drops or not session.has_ended(text):
            await socket.close(CloseCode.INTERNAL_ERROR)  # as if the connection were lost (RFC 6455, 7.4.1)

    async def _to_message(self, session: Session, message: str | bytes) -> Answer:
        """Return the answer to a message. Raises ``NoRequest`` if recordings cannot answer the message."""

        def answer() -> Answer:
            read = session.read(message)
            return read if isinstance(read, Answer) else session.answered(self._answerer(read))

        async with self._turn(session.handshake, len(message)):
            return await run_in_threadpool(answer)

    @asynccontextmanager
    async def _turn(self, asked: WireRequest, size: int) -> AsyncIterator[None]:
        """Count a request as unanswered until the block ends.

        A large request first waits while ``LARGE_AT_ONCE`` other large requests are being answered.
        """
        self.unanswered.append(asked)
        try:
            async with self._large if size > bounds.LARGE else nullcontext():
                yield
        finally:
            self.unanswered.remove(asked)

    async def _in_time(self, pieces: Iterable[tuple[int, T]]) -> AsyncIterator[T]:
        """Yield the pieces of an answer. If the server is paced, each piece is yielded at its recorded time."""
        begun = time.monotonic()
        for at, piece in pieces:
            if self._paced:
                await asyncio.sleep(at / 1000 - (time.monotonic() - begun))
            yield piece


class _AnyMethod:
    """The application for requests over HTTP with any method. An unusual method is judged like any other difference."""

    def __init__(self, handler: _Handler) -> None:
        self._handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._handler.handle(Request(scope, receive, send))
        await response(scope, receive, send)


class _KnownHost:
    """The application, behind a check of the host that a request or a handshake names. Other hosts are refused."""

    def __init__(self, app: ASGIApp, handler: _Handler) -> None:
        self._app = app
        self._handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = _in_origin_form(scope)
        if _HOST.fullmatch(HTTPConnection(scope).headers.get("host", "")):
            # The handler reads the raw path. No route would match another path, for example a path with a line break.
            await self._app({**scope, "path": "/"}, receive, send)
            return
        own = [(name, value) for name, value in scope["headers"] if name != b"host"]  # without it, URLs name this host
        self._handler.lose({**scope, "headers": own}, _OTHER_HOST)
        await PlainTextResponse(f"{_OTHER_HOST}\n", 400)(scope, receive, send)


def _in_origin_form(scope: Mapping[str, Any]) -> Scope:
    """Return the scope of a request, with a path as the target.

    If the target is a whole URL, it is replaced by the URL's path, and the header ``host`` by the URL's host (RFC 9112,
    3.2.2). Otherwise the scope has the same content.
    """
    target = _ABSOLUTE.fullmatch(scope["raw_path"])
    if target is None:
        return dict(scope)
    path = target["path"] or b"/"
    headers = [(b"host", target["host"]), *((name, value) for name, value in scope["headers"] if name != b"host")]
    return {**scope, "raw_path": path, "path": unquote(path.decode("ascii")), "headers": headers}


class Loopback(uvicorn.Server):
    """A server on loopback. A caller can wait until the server has read everything that has arrived."""

    def __init__(self, config: uvicorn.Config, handler: _Handler, address: str) -> None:
        super().__init__(config)
        self.address = address
        """The base URL without a slash at its end."""
        self._handler = handler

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def settle(self) -> tuple[WireRequest, ...]:
        """Wait until the server has read everything that has arrived, and has answered all complete requests.

        Do not wait for requests that are still arriving, or for clients that do not read their answers. The wait ends
        after ``SETTLED_SECONDS``, even if clients still send. Return the complete requests that are still unanswered
        then. A message of a WebSocket is represented by its handshake.
        """
        if self._loop.is_running():
            settled = asyncio.run_coroutine_threadsafe(self._settled(), self._loop)
            with suppress(TimeoutError, CancelledError):  # cancelled: the server ends
                settled.result(bounds.SETTLED_SECONDS)
            settled.cancel()
        return tuple(self._handler.unanswered)

    async def _settled(self) -> None:
        """Wait until the server is idle in ``_QUIET_TURNS`` consecutive turns of the event loop.

        In such a turn it reads nothing, no request is unanswered, and no connection is busy. In each turn, the server
        reads from every socket that has received bytes.
        """
        before, quiet = self._news(), 0
        while quiet < _QUIET_TURNS:
            await asyncio.sleep(0)
            now = self._news()
            is_busy = self._handler.unanswered or any(connection.is_busy for connection, _ in now)
            quiet = 0 if is_busy or now != before else quiet + 1
            before = now

    def _news(self) -> set[tuple[HttpConnection | SocketConnection, int]]:
        """Return each connection with the number of bytes received. Two results differ if something has arrived."""
        alike = (each for each in self.server_state.connections if isinstance(each, HttpConnection | SocketConnection))
        return {(each, each.received) for each in alike}


@contextmanager
def serving(answerer: Answerer, *, port: int = 0, paced: bool = False) -> Iterator[str]:
    """Serve on 127.0.0.1 until the block ends, and yield the base URL. The parameters are those of ``running``."""
    with running(answerer, port=port, paced=paced) as server:
        yield server.address


@contextmanager
def running(
    answerer: Answerer, *, port: int = 0, paced: bool = False, loser: Loser = lambda _, __: None
) -> Iterator[Loopback]:
    """Run a server on 127.0.0.1 until the block ends, and yield the server.

    ``loser`` is called for each request that is refused or lost before it is answered. It is not called if the client
    leaves before it has sent the whole request. ``port``: 0 means any free port. ``paced``: if true, send each chunk at
    its recorded time. Otherwise send all chunks without delay. Raises ``OSError`` if the port is in use.
    """
    # asyncio sends without delay only on sockets declared as TCP: otherwise every answer takes 40 ms more
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
        listening.listen()  # two servers may bind the same port, but only one of them may listen
    except OSError:
        listening.close()
        raise

    handler = _Handler(answerer, loser, paced=paced)
    app = Starlette(
        routes=[
            Route("/", _AnyMethod(handler)),
            WebSocketRoute("/", handler.talk),
        ],
        middleware=[Middleware(_KnownHost, handler=handler)],
    )
    config = uvicorn.Config(
        app,
        http=_with(HttpConnection, handler),
        ws=_with(SocketConnection, handler),
        ws_per_message_deflate=False,  # otherwise a few compressed bytes could become many
        ws_max_size=bounds.BODY,
        ws_ping_interval=None,  # otherwise a client that answers no pings between two turns is disconnected
        use_colors=False,  # otherwise uvicorn examines sys.stdout, which may be closed
        log_level="error",
        lifespan="off",
        server_header=False,
        date_header=False,
        backlog=most_accepted(),
        timeout_keep_alive=bounds.IDLE_SECONDS,
        timeout_graceful_shutdown=bounds.LEFT_SECONDS,
    )
    for logger in ("uvicorn.error", "asyncio"):
        logging.getLogger(logger).addFilter(_is_news)
    server = Loopback(config, handler, f"http://127.0.0.1:{listening.getsockname()[1]}")
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        _wait(server, thread)
        listening.listen(bounds.QUEUED)  # uvicorn uses the number that is accepted in a turn for the queue, too
        yield server
    finally:
        server.should_exit = True
        thread.join(_START_SECONDS)


def _with(connection: type[HttpConnection] | type[SocketConnection], handler: _Handler) -> Any:
    """Return a function that makes connections. They report each request without an answer to ``handler``."""
    return partial(connection, lost=handler.lose)


def _is_local(origin: str | None) -> bool:
    """Return whether a request or a handshake comes from a page of this machine, or from a program.

    ``origin``: the value of the header ``origin``. A program sends no such header, or an origin whose scheme is not
    HTTP, such as ``file://`` or ``app://name``. For a page of another host, browsers send an HTTP origin, or "null".
    """
    try:
        parts = urlsplit(origin or "")
        host = parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme in ("http", "https"):
        return host in LOOPBACK or host.endswith(".localhost")  # RFC 6761, 6.3
    return origin is None or parts.scheme != ""


def _session(url: str, headers: dict[str, str]) -> Session:
    """Return the session for the handshake of a WebSocket. The path shows which API the client speaks."""
    made = realtime.Session if urlsplit(url).path.endswith(connection.REALTIME) else websocket.Session
    return made(url, headers)


def _url(connection: HTTPConnection) -> str:
    """Return the URL of a request or a handshake, in a form that can always be parsed. The percent-encoding stays as
    the client sent it.

    If the path does not begin with a slash, a slash is added. Each ``#`` becomes ``%23``: the target of a request has
    no fragment (RFC 9112, 3.2), and the judge would ignore the text after ``#``. If the client names a host other than
    127.0.0.1 or localhost, the URL has this server's address instead.
    """
    scope, host = connection.scope, connection.headers.get("host", "")
    if not _HOST.fullmatch(host):
        host = ":".join(map(str, scope["server"]))
    path, query = scope["raw_path"].decode("ascii"), scope["query_string"].decode("ascii")
    whole = f"{'' if path.startswith('/') else '/'}{path}{'?' if query else ''}{query}"
    return f"http://{host}{whole.replace('#', '%23')}"


class _Dropped(StreamingResponse):
    """A response whose connection is closed before the end of the response."""

    async def stream_response(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.body_iterator:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a log message of uvicorn or asyncio is shown.

    Only errors are shown, except those that clients are expected to cause: a client leaves early, does not read its
    answer, or sends malformed bytes, or an exchange has not ended when the server stops.
    """
    cancelled = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    is_expected = cancelled or any(words in record.getMessage() for words in _EXPECTED)
    return record.levelno >= logging.ERROR and not is_expected


def _wait(server: uvicorn.Server, thread: threading.Thread) -> None:
    ready = threading.Event()
    waited = 0.0
    while not server.started:
        if not thread.is_alive() or waited > _START_SECONDS:
            raise RuntimeError("the loopback server did not start")
        ready.wait(0.01)
        waited += 0.01
