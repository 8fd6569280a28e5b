"""A helper for code that needs a thread without an event loop. A test's browser may run a loop in the main thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def apart(call: Callable[[], T]) -> T:
    """Return the result of a function that runs in a new thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()
