"""Functions that run the same coroutines with synchronous and asynchronous clients.

With a synchronous client, a coroutine never waits.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from inspect import isawaitable
from typing import Any, Literal, Protocol, TypeVar

Mode = Literal["sync", "async"]
T = TypeVar("T")


class Run(Protocol):
    """A function that runs a coroutine, and returns its result."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T: ...


@contextmanager
def running(mode: Mode, client: Any) -> Iterator[tuple[Run, Any]]:
    """Open a client. Yield a function that runs coroutines, and the client.

    In the asynchronous mode all coroutines run on the same event loop.
    """
    if mode == "sync":
        with client as opened:
            yield _at_once, opened
        return
    with asyncio.Runner() as runner:
        opened = runner.run(client.__aenter__())
        try:
            yield runner.run, opened
        finally:
            runner.run(client.__aexit__(None, None, None))


def _at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits, and return its result. Raises ``RuntimeError`` if the coroutine waits.

    No event loop runs meanwhile, so the client may start an event loop.
    """
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    coroutine.close()
    raise RuntimeError("a synchronous client must not wait for an event loop")


@cache
def certificates() -> ssl.SSLContext:
    """Return the default certificates. They are cached, because loading them takes as long as a conversation."""
    return ssl.create_default_context()


async def awaited(value: Any) -> Any:
    """Return a value that a synchronous or an asynchronous client returned. Await the value if it is awaitable."""
    return await value if isawaitable(value) else value


async def each(stream: Any) -> AsyncIterator[Any]:
    """Yield the items of a stream that a synchronous or an asynchronous client returned."""
    if hasattr(stream, "__aiter__"):
        async for item in stream:
            yield item
    else:
        for item in stream:
            yield item


async def all_of(stream: Any) -> list[Any]:
    """Return all items of a stream that a synchronous or an asynchronous client returned."""
    return [item async for item in each(stream)]


@asynccontextmanager
async def opened(manager: Any) -> AsyncIterator[Any]:
    """Enter a synchronous or an asynchronous context manager. Yield the value that it gives."""
    if hasattr(manager, "__aenter__"):
        async with manager as value:
            yield value
    else:
        with manager as value:
            yield value
