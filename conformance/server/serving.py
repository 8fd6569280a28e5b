"""Serving tapes on loopback."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from conformance.recording.loopback import serving
from conformance.server.tapes import Tapes
from conformance.standins import Answer
from conformance.wire.exchange import WireRequest


@contextmanager
def replay_server() -> Iterator[Tapes]:
    """A server on a free port of 127.0.0.1 until the block ends, in a thread of its own."""
    tapes: list[Tapes] = []

    def answer(request: WireRequest) -> Answer:
        return tapes[0].answer(request)

    with serving(answer) as address:
        tapes.append(Tapes(address))
        yield tapes[0]


@cache
def running_server() -> Tapes:
    """The server of this process; it ends with it."""
    server = ExitStack()
    atexit.register(server.close)
    return server.enter_context(replay_server())
