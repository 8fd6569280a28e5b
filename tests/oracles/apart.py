"""Running a function in a new thread, because another test's browser may keep an event loop running in this thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def apart(call: Callable[[], T]) -> T:
    """Return the result of a function that runs in a new thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()
