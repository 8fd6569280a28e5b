"""A server on loopback that answers each request with the result of a function.

Requests arrive over HTTP, or as messages of a WebSocket.
"""

import asyncio
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from conformance.recording import websocket
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest

Answerer = Callable[[WireRequest], Answer]
T = TypeVar("T")

_START_SECONDS: Final = 10.0
_IDLE_SECONDS: Final = 600
"""The seconds for which a connection stays open without a request. On a busy machine, a client may need seconds between
two turns. If the connection closes just then, the client's next request fails."""


MOST: Final = 32 * 1024 * 1024
"""The maximum size of a request's body or message, in bytes. No provider accepts larger inline content."""
_BODY_SECONDS: Final = 60
"""The time within which the body of a request, or a message of a WebSocket, must arrive."""
_LARGE: Final = 64 * 1024
"""The size, in bytes, above which a body counts as large. Answering a large request may take seconds."""
_LARGE_AT_ONCE: Final = 2
"""The number of large requests that are answered concurrently. Further large requests wait, and small requests do
not."""
_HELD: Final = 256 * 1024 * 1024
"""The maximum number of bytes that the bodies of all unanswered requests may have together. The same maximum applies to
all unfinished messages of WebSockets together.
"""
_TOO_MUCH: Final = f"expected at most {_HELD >> 20} MB in the bodies of all open requests"
_HEAD_SECONDS: Final = 60
"""The time within which the head of a request must arrive: from its first byte, or for the first request, from the
connection."""
_CONNECTIONS: Final = 200
"""The maximum number of connections. Systems limit the open descriptors of a process, such as to 256 on macOS. At this
number, a new connection replaces the connection that has been without a request for the longest time."""
_SOCKETS: Final = 100
"""The maximum number of WebSockets. At this number, a new WebSocket replaces the WebSocket that has been without a
request for the longest time."""
_LEFT_SECONDS: Final = 1
"""The seconds that unfinished requests get when the server ends."""
_HOSTS: Final = ("127.0.0.1", "localhost")
"""The host names that a request may be for. A web page that reaches this server by another name is rejected."""
_VIOLATED: Final = 1008
"""The code with which a WebSocket closes if a message takes too long (RFC 6455, 7.4.1)."""
_LOST: Final = 1011
"""The code with which a WebSocket closes if the connection is lost before the answer's end (RFC 6455, 7.4.1)."""
_REPLACED: Final = 1013
"""The code with which a WebSocket closes if another WebSocket takes its place, or if unfinished messages have too many
bytes. The code means: try again later.
"""
_EXPECTED: Final = ("without completing response", "graceful shutdown", "socket.send() raised exception")


class _Connection(H11Protocol):
    """A connection that ends if the head of a request is late, and that answers half-closed clients.

    A client may close its sending side and wait for the answer (RFC 9112, 9.6). After a small request, the server still
    sends the answer. After a large request, it assumes that the client has gone.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._late = self._head_begins()
        if len(self.connections) > _CONNECTIONS:
            others = (each for each in self.connections if isinstance(each, _Connection) and each is not self)
            idle = [each for each in others if each._is_idle]
            replaced = min(idle, key=lambda each: each._idle_since, default=self)
            self.connections.discard(replaced)  # the loop reports the loss later
            replaced.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._late.cancel()

    def data_received(self, data: bytes) -> None:
        if self._is_idle and self._late.cancelled():
            self._late = self._head_begins()
        super().data_received(data)
        if not self._is_idle:
            self._late.cancel()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._late.cancel()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _head_begins(self) -> asyncio.TimerHandle:
        return self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def eof_received(self) -> bool | None:  # type: ignore[override]  # the transport stays open for True
        if self._is_idle or self.cycle.more_body:
            return None
        length = dict(self.cycle.scope["headers"]).get(b"content-length", b"0")
        if int(length) > _LARGE:
            return None
        self.cycle.keep_alive = False
        return True


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket that closes if a message takes too long to arrive, or if the unfinished messages of all WebSockets
    together have too many bytes.
    """

    unfinished = 0
    """The number of bytes of the message that is arriving."""
    _late: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        self.unfinished += len(data)
        super().data_received(data)
        if not self.frames and not self.conn.reader.buffer:
            self._finished()
        elif self._late is None:
            words = f"expected the message to arrive within {_BODY_SECONDS} seconds"
            self._late = self.loop.call_later(_BODY_SECONDS, self._fail, _VIOLATED, words)
        if sum(each.unfinished for each in self.connections if isinstance(each, _Socket)) > _HELD:
            self._fail(_REPLACED, f"expected at most {_HELD >> 20} MB in the unfinished messages of all WebSockets")

    def send_receive_event_to_app(self) -> None:
        self._finished()
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        self._finished()
        super().connection_lost(exc)

    def _finished(self) -> None:
        self.unfinished = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _fail(self, code: int, why: str) -> None:
        self._finished()
        if not self.close_sent:
            self.conn.fail(code, why)
            self.handle_parser_exception()


class _Handler:
    """The handler of requests. Only a few large requests are answered concurrently."""

    def __init__(self, answerer: Answerer, *, paced: bool) -> None:
        self._answerer = answerer
        self._paced = paced
        self._large = asyncio.Semaphore(_LARGE_AT_ONCE)
        self._held = 0
        """The number of bytes in the bodies of all unanswered requests."""
        self._sockets: dict[WebSocket, None] = {}
        """The open WebSockets, ordered by the time of their last request."""

    async def handle(self, request: Request) -> Response:
        """Return the answer to a request, or the refusal of the request."""
        if {"content-length", "transfer-encoding"} <= {*request.headers}:
            words = "expected a content-length or a transfer-encoding, got both (RFC 9112, 6.1)\n"
            return PlainTextResponse(words, 400, {"connection": "close"})
        pieces: list[bytes] = []
        try:
            return await self._read(request, pieces) or await self._answered(request, b"".join(pieces))
        except (ClientDisconnect, asyncio.CancelledError):  # the client has left, or the server ends
            return Response(status_code=400)
        finally:
            self._held -= sum(map(len, pieces))

    async def _read(self, request: Request, pieces: list[bytes]) -> Response | None:
        """Read the body of a request into ``pieces``. Return the refusal of a body that is too large or too slow."""
        size = 0
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                async for piece in request.stream():
                    size += len(piece)
                    if size > MOST:
                        return PlainTextResponse(f"expected a body of at most {MOST >> 20} MB\n", 413)
                    if self._held + len(piece) > _HELD:
                        return PlainTextResponse(f"{_TOO_MUCH}\n", 503)
                    self._held += len(piece)
                    pieces.append(piece)
        except TimeoutError:
            return PlainTextResponse(f"expected the body to arrive within {_BODY_SECONDS} seconds\n", 408)
        return None

    async def _answered(self, request: Request, sent: bytes) -> Response:
        path, query = request.scope["raw_path"].decode("ascii"), request.url.query  # with what the client escaped
        asked = WireRequest(
            url=f"{request.url.scheme}://{request.url.netloc}{path}{'?' if query else ''}{query}",
            method=request.method,
            body=sent,
            headers=dict(request.headers),
        )
        async with self._large if len(sent) > _LARGE else nullcontext():
            if len(sent) > _LARGE and await request.is_disconnected():
                return Response(status_code=400)  # nobody reads it
            answer = await run_in_threadpool(self._answerer, asked)  # it may take seconds, and others wait for theirs
        response = _Dropped if answer.drops else StreamingResponse
        pieces = self._in_time((chunk.at, chunk.data) for chunk in answer.chunks)
        return response(pieces, status_code=answer.status, headers=answer.headers)

    async def talk(self, socket: WebSocket) -> None:
        """Answer the requests that a client sends over a WebSocket, one after the other."""
        await socket.accept()
        self._sockets[socket] = None
        try:
            if len(self._sockets) > _SOCKETS:
                await next(iter(self._sockets)).close(_REPLACED)
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                await self._reply(socket, message.get("text") or message.get("bytes") or b"")
                self._sockets[socket] = self._sockets.pop(socket)
        except (WebSocketDisconnect, RuntimeError):  # the client has left, or it leaves while it gets an answer
            return
        finally:
            self._sockets.pop(socket, None)

    async def _reply(self, socket: WebSocket, message: str | bytes) -> None:
        """Answer a message, or refuse it if the bodies of all open requests together have too many bytes."""
        if self._held + len(message) > _HELD:
            await socket.send_text(websocket.error(_TOO_MUCH, 503))
            return
        self._held += len(message)
        try:
            answer = await self._to_message(socket, message)
        except websocket.NoRequest as why:
            await socket.send_text(websocket.error(str(why)))
            return
        finally:
            self._held -= len(message)
        async for text in self._in_time(websocket.messages_of(answer)):
            await socket.send_text(text)
        if answer.drops:
            await socket.close(_LOST)

    async def _to_message(self, socket: WebSocket, message: str | bytes) -> Answer:
        """Return the answer to a message. Raises ``NoRequest``."""
        url = str(socket.url.replace(scheme="https" if socket.url.scheme == "wss" else "http"))
        async with self._large if len(message) > _LARGE else nullcontext():
            return await run_in_threadpool(
                lambda: self._answerer(websocket.request_of(message, url, dict(socket.headers)))
            )

    async def _in_time(self, pieces: Iterable[tuple[int, T]]) -> AsyncIterator[T]:
        """Yield the pieces of an answer, each at its recorded time if the server is paced, or else without delay."""
        begun = time.monotonic()
        for at, piece in pieces:
            if self._paced:
                await asyncio.sleep(at / 1000 - (time.monotonic() - begun))
            yield piece


@contextmanager
def serving(answerer: Answerer, *, port: int = 0, paced: bool = False) -> Iterator[str]:
    """Serve on 127.0.0.1 until the block ends, and yield the base URL without a slash at its end.

    ``port``: 0 means any free port. ``paced``: send each chunk at its recorded time. Otherwise send all chunks without
    delay. Raises ``OSError`` if the port is in use.
    """
    # asyncio sends without delay only on sockets declared as TCP: otherwise every answer takes 40 ms more
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
    except OSError:
        listening.close()
        raise

    handler = _Handler(answerer, paced=paced)
    app = Starlette(
        routes=[
            Route("/{path:path}", handler.handle, methods=["GET", "POST"]),
            WebSocketRoute("/{path:path}", handler.talk),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=_HOSTS)],
    )
    config = uvicorn.Config(
        app,
        http=_Connection,
        ws=_Socket,
        ws_per_message_deflate=False,  # or a few sent bytes become many
        ws_max_size=MOST,
        use_colors=False,  # or it asks whether sys.stdout is a terminal, and stdout may be closed
        log_level="warning",
        lifespan="off",
        server_header=False,
        date_header=False,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_LEFT_SECONDS,
    )
    for logger in ("uvicorn.error", "asyncio"):
        logging.getLogger(logger).addFilter(_is_news)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        _wait(server, thread)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(_START_SECONDS)


class _Dropped(StreamingResponse):
    """A response whose connection is lost before its end."""

    async def stream_response(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.body_iterator:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a message of uvicorn or asyncio is worth showing.

    Three messages are expected, and are not shown: a response without an end, a request that did not end before the
    server stopped, and a client that left without reading its answer.
    """
    return not any(words in record.getMessage() for words in _EXPECTED)


def _wait(server: uvicorn.Server, thread: threading.Thread) -> None:
    ready = threading.Event()
    waited = 0.0
    while not server.started:
        if not thread.is_alive() or waited > _START_SECONDS:
            raise RuntimeError("the loopback server did not start")
        ready.wait(0.01)
        waited += 0.01
