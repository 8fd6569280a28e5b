"""A time limit for a whole exchange over HTTP, from the request to the last byte of the answer.

The time limits of httpx apply to each wait for data. An endpoint that sends a byte from time to time never exceeds
them.
"""

import socket
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Self

_CONNECTED: Final = "connect_tcp.complete"
"""The end of the name of httpx's event for a new connection. The name begins differently if a proxy is used."""


class Deadline:
    """The time limit of an exchange. Use it as a context manager around the exchange.

    When the time is over, the connection is shut down, and ``passed`` is true. Then either the exchange fails with an
    error, or the answer looks as if it had ended. Pass ``trace`` (or ``async_trace``) to httpx as the request extension
    ``trace``.
    """

    def __init__(self, seconds: float) -> None:
        self.passed = False
        """True if the time is over."""
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True
        self._connections: list[socket.socket] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def trace(self, event: str, about: dict[str, Any]) -> None:
        """Remember each new connection of the exchange, so that it can be shut down when the time is over.

        Httpx calls this method for each event. ``event``: the name of the event. ``about``: the data of the event.
        """
        if event.endswith(_CONNECTED):
            # A duplicate stays valid while httpx puts encryption on top of the connection.
            connection = about["return_value"].get_extra_info("socket").dup()
            with self._lock:
                self._connections.append(connection)
                if self.passed:
                    _shut(connection)

    @property
    def async_trace(self) -> Callable[[str, dict[str, Any]], Awaitable[None]]:
        """The function ``trace`` as a coroutine function, for asynchronous clients of httpx."""

        async def trace(event: str, about: dict[str, Any]) -> None:
            self.trace(event, about)

        return trace

    def _pass(self) -> None:
        with self._lock:
            self.passed = True
            for connection in self._connections:
                _shut(connection)


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):  # it may be closed already
        connection.shutdown(socket.SHUT_RDWR)
