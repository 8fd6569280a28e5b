"""Serving tapes on loopback."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from conformance.recording.loopback import serving
from conformance.server.tapes import Tapes
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest


@contextmanager
def replay_server(port: int = 0) -> Iterator[Tapes]:
    """A server on 127.0.0.1 until the block ends, in a thread of its own.

    It is on any free port; at a ``port`` that somebody was told before, it plays one tape at a time. Raises ``OSError``
    where that is taken.
    """
    tapes: list[Tapes] = []

    def answer(request: WireRequest) -> Answer:
        return tapes[0].answer(request)

    with serving(answer, port=port) as address:
        tapes.append(Tapes(address, alone=port != 0))
        yield tapes[0]


@cache
def running_server(port: int = 0) -> Tapes:
    """The server of this process at that port; it ends with it. Raises ``OSError``."""
    server = ExitStack()
    atexit.register(server.close)
    return server.enter_context(replay_server(port))
