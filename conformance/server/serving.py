"""Replay servers on loopback."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from conformance.server.tapes import Tapes
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest


@contextmanager
def replay_server(port: int = 0) -> Iterator[Tapes]:
    """Run a replay server on 127.0.0.1, in its own thread, until the ``with`` block ends.

    If ``port`` is 0, the server takes any free port. A server at a fixed ``port`` plays a single tape at a time. Raises
    ``OSError`` if the port is in use.
    """
    from conformance.recording.loopback import running  # its server and its client libraries are large

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
    """Return the replay server of this process at a port. It runs until the process ends. Raises ``OSError``."""
    server = ExitStack()
    atexit.register(server.close)
    return server.enter_context(replay_server(port))
