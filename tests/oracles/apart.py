"""Running something in a thread of its own: a browser of another test may keep an event loop running in this one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def apart(call: Callable[[], T]) -> T:
    """Return what a function returns in a thread of its own."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()
