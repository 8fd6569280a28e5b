"""Connections of the server on loopback. A client that is slow, silent or greedy harms no other client."""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode
from websockets.http11 import Request

from conformance.recording import bounds

_WEBSOCKET: Final = b"websocket"
_VERSION: Final = "13"
"""The version of WebSockets (RFC 6455, 4.1)."""
_OTHER_VERSION: Final = f"expected a handshake with the header sec-websocket-version: {_VERSION}"
_NO_HANDSHAKE: Final = "expected the handshake of a WebSocket (RFC 6455, 4.1), got another request"
_PONG: Final = b"\x8a\x80\0\0\0\0"
"""An empty pong frame of a client, which gets no answer (RFC 6455, 5.5.3). The server feeds it to the parser after each
message: the parser keeps its last frame in memory, and a message may be large."""
_FULL: Final = "another WebSocket replaced this WebSocket, which was idle or slow"
_REPLACED: Final = "another connection replaced this connection, because the body arrived too slowly"
_FURTHER: Final = "expected the client to wait for all answers, got a connection that was lost before the last answer"

Lost = Callable[[Mapping[str, object], str], None]
"""A function that is called if a request gets no answer. Its arguments are the request's scope, and the reason."""


class _Connection(asyncio.Protocol):
    """A connection that is closed if its client leaves an answer unread for too long.

    The connection reads a small piece at a time. Between two pieces, the server serves other connections.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _since = 0.0
    """The time at which the arriving request began. If no request is arriving, the time since which the connection has
    been idle.
    """
    _unread: asyncio.TimerHandle | None = None
    received = 0
    """The number of bytes that were read from the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._piece = bytearray(bounds.PIECE)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._piece

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._piece[:nbytes]))

    @property
    def _is_arriving(self) -> bool:
        """True if only a part of a request has arrived."""
        raise NotImplementedError

    @property
    def _waits(self) -> bool:
        """True if the client waits for an answer."""
        raise NotImplementedError

    @property
    def _has_request(self) -> bool:
        """True if a whole request is waiting or being answered."""
        raise NotImplementedError

    @property
    def is_busy(self) -> bool:
        """True if the connection has a request to answer, and its client reads the answers."""
        return self._has_request and self._unread is None and not self.transport.is_closing()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(bounds.UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


C = TypeVar("C", bound=_Connection)


def _descriptors() -> int | None:
    """Return the number of descriptors that the process may open, or None if the system does not limit it."""
    limit = os.sysconf("SC_OPEN_MAX") if os.name == "posix" else -1
    return limit if limit > 0 else None


def _most_connections() -> int:
    """Return the maximum number of connections. They may take half of the descriptors that the process may open."""
    descriptors = _descriptors()
    return bounds.CONNECTIONS if descriptors is None else min(bounds.CONNECTIONS, descriptors // 2)


def most_accepted() -> int:
    """Return the maximum number of connections that the server accepts in a turn of the event loop.

    It is ``bounds.ACCEPTED``, or a smaller number if the process may open only few descriptors. The server counts a
    connection only two turns after it has accepted the connection. If there are too many connections then, it closes
    the descriptor of a connection in the next turn. So the connections of up to four turns may be open without being
    counted, and they must not use up the descriptors.
    """
    descriptors = _descriptors()
    return bounds.ACCEPTED if descriptors is None else min(bounds.ACCEPTED, max(descriptors // 16, 1))


def _replaceable(connections: Iterable[C], new: C) -> C | None:
    """Return the connection that is closed to make room for ``new``. Return None if all other clients are waiting for
    their answers.

    If the requests of some connections arrive too slowly, return the connection whose request has been arriving for the
    longest time. Otherwise return the connection that became idle, or whose request began to arrive, at the earliest
    time.
    """
    slow_since = new.loop.time() - bounds.SLOW_SECONDS
    others = (each for each in connections if each is not new and not each._waits)
    return min(
        others, key=lambda each: (not (each._is_arriving and each._since < slow_since), each._since), default=None
    )


class HttpConnection(_Connection, H11Protocol, asyncio.BufferedProtocol):
    """A connection over HTTP with limits, which also answers half-closed clients.

    The connection is closed if the head of a request arrives too late, or if a client sends too much before it has its
    answer.

    A client may close its sending side and wait for the answer (RFC 9112, 9.6). If its last request is small, the
    server still answers all complete requests of the client. If the request is large, the server assumes that the
    client has gone.
    """

    _has_ended = False
    """True if the client has closed its sending side."""

    def __init__(self, *args: Any, lost: Lost, **options: Any) -> None:
        """Take uvicorn's options. ``lost`` is called if a request gets no answer, with the scope of the request."""
        super().__init__(*args, **options)
        self._lost = lost

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._late = self._head_begins()
        if len(self.connections) > _most_connections():
            alike = (each for each in self.connections if isinstance(each, HttpConnection))
            replaced = _replaceable(alike, self) or self
            if replaced._is_arriving:
                self._lost(replaced.cycle.scope, _REPLACED)
            self.connections.discard(replaced)  # the event loop reports the loss later
            replaced.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.conn.their_state is h11.DONE and self.conn.trailing_data[0]:
            self._lost(self.cycle.scope, _FURTHER)
        super().connection_lost(exc)
        self._late.cancel()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        was_idle = self._is_idle
        if was_idle and self._late.cancelled():
            self._late = self._head_begins()
        super().data_received(data)
        if not self._is_idle:
            self._late.cancel()
            self._since = self.loop.time() if was_idle else self._since
        if self._has_request and len(self.conn.trailing_data[0]) > bounds.AHEAD:
            self.transport.abort()

    def handle_events(self) -> None:
        super().handle_events()
        if self._has_request:
            self.flow.resume_reading()  # otherwise unread data is lost if the client leaves

    def _get_upgrade(self) -> bytes | None:
        """Return the protocol to which the client asks to change, in lower case.

        If the client names several protocols, return the WebSocket protocol if it is among them, otherwise the first.
        Return None if the client does not ask for a change, or uses HTTP/1.0, which cannot change the protocol (RFC
        9110, 7.8).
        """
        if self.scope["http_version"] == "1.0" or b"upgrade" not in self._tokens(b"connection"):
            return None
        offered = self._tokens(b"upgrade")
        return _WEBSOCKET if _WEBSOCKET in offered else next(iter(offered), None)

    def _tokens(self, header: bytes) -> list[bytes]:
        """Return the items of a header that is a list, in lower case. The header may occur several times."""
        values = b",".join(value for name, value in self.headers if name == header)
        return [token for item in values.split(b",") if (token := item.strip().lower())]

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._late.cancel()
        self.headers = [*(each for each in self.headers if each[0] != b"upgrade"), (b"upgrade", _WEBSOCKET)]
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._since = self.loop.time()
        super().on_response_complete()  # this begins to answer the next request that has arrived
        if self._has_ended and not self._has_request:
            self.transport.close()

    @property
    def _is_idle(self) -> bool:
        """True if the connection has no request that is arriving, waiting or being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_arriving(self) -> bool:
        return not self._is_idle and self.cycle.more_body

    @property
    def _has_request(self) -> bool:
        return not self._is_idle and not self.cycle.more_body

    @property
    def _waits(self) -> bool:
        return self._has_request

    def _head_begins(self) -> asyncio.TimerHandle:
        return self.loop.call_later(bounds.HEAD_SECONDS, self.transport.close)

    def eof_received(self) -> bool | None:  # type: ignore[override]  # the transport stays open for True
        if self._is_idle or self.cycle.more_body:
            return None
        length = dict(self.cycle.scope["headers"]).get(b"content-length", b"0")
        if int(length) > bounds.LARGE:
            return None
        self._has_ended = True
        return True


class SocketConnection(_Connection, WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """A connection over a WebSocket, with limits.

    It closes if a message takes too long to arrive or has too many frames, or if the unfinished messages of all
    WebSockets have too many bytes together.

    The server also reads while it answers a message, and reads everything that has arrived before it sends the answer.
    Otherwise requests could be lost: if a client leaves without reading the answer, its operating system discards data
    that the server has not read. Messages that arrived before the client left are still answered, although nobody reads
    the answers.
    """

    held = 0
    """The number of bytes of the messages that are arriving, or that wait until an earlier message is answered."""
    _answers = False
    """True while the server answers a message."""
    _has_read = False
    """True if the server has read everything that arrived before the answer to the current message was sent."""
    _late: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, lost: Lost, **options: Any) -> None:
        """Take uvicorn's options. ``lost`` is called if messages get no answer, with the scope of the handshake."""
        super().__init__(*args, **options)
        self._lost = lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._waiting: deque[int] = deque()
        """The sizes of the complete messages that wait until an earlier message is answered."""
        self._since = self.loop.time()
        sockets = [each for each in self._sockets() if not each.transport.is_closing()]
        if len(sockets) > bounds.SOCKETS:
            replaced = _replaceable(sockets, self)
            if replaced is None:
                self.transport.abort()
            else:
                replaced._fail(CloseCode.TRY_AGAIN_LATER, _FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._drop_unfinished()
        super().connection_lost(exc)
        self.close_sent = True  # otherwise the server sends a close frame on a lost connection when it stops
        if self._waiting:
            self.connections.add(self)  # the server still answers these messages, and counts their bytes

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if self._waiting:
            self._lost(self.scope, "expected the client to wait for its answer, got further messages")
        self._drop()
        if self.disconnected:
            self.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self.held += len(data)
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            why = f"{_NO_HANDSHAKE}: {self.conn.handshake_exc.__cause__ or self.conn.handshake_exc}"
            self.transport.write(b"".join(self.conn.data_to_send()) or self._refusal(HTTPStatus.BAD_REQUEST, why))
            self.transport.close()
        elif len(self.frames) > bounds.FRAMES:
            self._fail(CloseCode.MESSAGE_TOO_BIG, f"expected a message of at most {bounds.FRAMES} frames, got more")
        elif sum(each.held for each in self._sockets()) > bounds.HELD:
            why = f"expected at most {bounds.HELD >> 20} MB in the unfinished messages of all WebSockets, got more"
            self._fail(CloseCode.TRY_AGAIN_LATER, why)
        elif not self.frames and not self.conn.reader.buffer:
            self._arrived()
            self.held = sum(self._waiting)
            if self.handshake_complete and not self.close_sent:
                self.conn.receive_data(_PONG)  # the parser keeps its last frame, which may be large
                self.conn.events_received()
        elif self._late is None:
            self._since = self.loop.time()
            why = f"expected the message to arrive within {bounds.BODY_SECONDS} seconds"
            self._late = self.loop.call_later(bounds.BODY_SECONDS, self._fail, CloseCode.POLICY_VIOLATION, why)

    def handle_connect(self, event: Request) -> None:
        versions = event.headers.get_all("sec-websocket-version")
        if event.method != "GET" or versions == [_VERSION]:
            super().handle_connect(event)
            return
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        why = f"{_OTHER_VERSION}, got {', '.join(versions) or 'none'}"
        version = {"upgrade": "websocket", "sec-websocket-version": _VERSION}
        self.transport.write(self._refusal(HTTPStatus.UPGRADE_REQUIRED, why, version))
        self.transport.close()

    def _refusal(self, status: HTTPStatus, why: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
        response = self.conn.reject(status, f"{why}\n")
        response.headers.update(headers)
        return response.serialize()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # otherwise pings of the client get answers that the client does not read

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        if not self.close_sent:
            self._waiting.append(sum(map(len, self.frames)))
        try:
            super().send_receive_event_to_app()
        except InvalidState:  # a text that is not UTF-8, and the client's close frame after it
            self.transport.abort()
        if self.read_paused and len(self._waiting) < bounds.WAITING and sum(self._waiting) <= bounds.BODY:
            self.read_paused = False
            self.transport.resume_reading()

    async def receive(self) -> Any:
        self._answers = self._has_read = False
        self._since = self._since if self._is_arriving else self.loop.time()
        message = await super().receive()
        self._answers = message["type"] == "websocket.receive"
        if self._answers:
            self._waiting.popleft()
        self.held = len(self.conn.reader.buffer) + sum(map(len, self.frames)) + sum(self._waiting)
        return message

    async def send(self, message: Any) -> None:
        if not self._has_read:
            await self._read_on()
        self._has_read = True
        await super().send(message)

    async def _read_on(self) -> None:
        """Wait until the server has read everything that has arrived, or until it pauses reading."""
        before = -1
        while before != self.received and not self.read_paused:
            before = self.received
            await asyncio.sleep(0)  # the event loop notices data that has arrived
            await asyncio.sleep(0)  # the connection reads a piece of the data

    def _sockets(self) -> "list[SocketConnection]":
        return [each for each in self.connections if isinstance(each, SocketConnection)]

    @property
    def _is_arriving(self) -> bool:
        return self._late is not None

    @property
    def _waits(self) -> bool:
        return self._answers or bool(self._waiting)

    @property
    def _has_request(self) -> bool:
        return self._answers or not self.queue.empty()

    @property
    def is_busy(self) -> bool:
        return (self.disconnected and bool(self._waiting)) or super().is_busy

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _drop_unfinished(self) -> None:
        """Discard the message that has arrived only in part."""
        self._arrived()
        self.frames = []
        self.conn.reader.buffer.clear()
        self.held = sum(self._waiting)

    def _drop(self) -> None:
        """Discard all messages, because nobody will answer them."""
        self._waiting.clear()
        self._drop_unfinished()
        while not self.queue.empty():
            self.queue.get_nowait()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # bytes after a handshake that was refused
            self.transport.abort()
            return
        if not self.close_sent:
            self._lose(f"the WebSocket was closed: {self.conn.close_sent}")
        super().handle_parser_exception()

    def _lose(self, why: str) -> None:
        """Report that messages get no answer: a message that is still arriving, or messages that wait until an earlier
        message is answered.

        Report nothing if there are no such messages, or before the handshake.
        """
        if self.held and self.handshake_complete:
            self._lost(self.scope, why)

    def _fail(self, code: CloseCode, why: str) -> None:
        self._lose(why)
        self._drop()
        if not self.close_sent and not self.transport.is_closing():
            if not self.handshake_complete:
                self.transport.abort()  # no frame may come before the answer to the handshake
                return
            self.conn.fail(code, why)
            self.handle_parser_exception()
