"""Replay servers on loopback."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from conformance.recording.loopback import running
from conformance.server.tapes import Tapes
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest


@contextmanager
def replay_server(port: int = 0) -> Iterator[Tapes]:
    """Run a server on 127.0.0.1, in its own thread, until the block ends.

    With ``port`` 0 the server takes any free port. At a fixed ``port`` it plays a single tape at a time. Raises
    ``OSError`` if the port is in use.
    """
    tapes: list[Tapes] = []

    def answer(request: WireRequest) -> Answer:
        return tapes[0].answer(request)

    def lose(request: WireRequest, why: str) -> None:
        tapes[0].lose(request, why)

    with running(answer, port=port, loser=lose) as server:
        tapes.append(Tapes(server, alone=port != 0))
        yield tapes[0]


@cache
def running_server(port: int = 0) -> Tapes:
    """Return this process's server at that port. It runs until the process ends. Raises ``OSError``."""
    server = ExitStack()
    atexit.register(server.close)
    return server.enter_context(replay_server(port))
