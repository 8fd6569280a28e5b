"""Asking in either mode, written once: coroutines, which an event loop runs, or which never have to wait."""

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
    """Gives what a coroutine returns."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T: ...


@contextmanager
def running(mode: Mode, client: Any) -> Iterator[tuple[Run, Any]]:
    """What runs a conversation's coroutines, on one loop where there is one; and its client, open as long."""
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
    """What a coroutine returns that waits for nothing. No loop runs meanwhile, so the client may run its own."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    coroutine.close()
    raise RuntimeError("a synchronous client waits for an event loop")


@cache
def certificates() -> ssl.SSLContext:
    """Those of the world, for clients, which are made anew for each conversation: reading them takes as long as one."""
    return ssl.create_default_context()


async def awaited(value: Any) -> Any:
    """What a client of either mode gives: the value, or what the value brings."""
    return await value if isawaitable(value) else value


async def each(stream: Any) -> AsyncIterator[Any]:
    """What a stream of either mode brings."""
    if hasattr(stream, "__aiter__"):
        async for item in stream:
            yield item
    else:
        for item in stream:
            yield item


async def all_of(stream: Any) -> list[Any]:
    """All that a stream of either mode brings."""
    return [item async for item in each(stream)]


@asynccontextmanager
async def opened(manager: Any) -> AsyncIterator[Any]:
    """What a context manager of either mode opens."""
    if hasattr(manager, "__aenter__"):
        async with manager as value:
            yield value
    else:
        with manager as value:
            yield value
