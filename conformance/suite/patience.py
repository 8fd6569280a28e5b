"""A limit for an adapter that hangs. After several hangs, the run gives the adapter no more cases."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from conformance.adapters.process import Misbehaved, TimedOut
from conformance.adapters.unsupported import Gone

MOST: Final = 8
"""The number of hangs in a run after which an adapter gets no more cases.

Each hang lasts until the adapter's time limit, which is 30 to 120 seconds.
"""


class GivenUp(Gone):
    """An error: the adapter hung too often, so it gets no more cases in this run."""


class Count(Protocol):
    """A counter that the processes of a run share."""

    value: int


class Alone:
    """A counter for a single process."""

    def __init__(self, value: int = 0) -> None:
        """Begin to count at ``value``."""
        self.value = value


_count: Count | None = None


def share(count: Count | None) -> None:
    """Count the hangs in this process with ``count`` from now on. If ``count`` is None, stop the counting.

    Several processes of a run may share the same counter.
    """
    global _count
    _count = count


@contextmanager
def counting(count: Count) -> Iterator[None]:
    """Count the hangs within the ``with`` block. After ``MOST`` hangs, ``check`` raises ``GivenUp`` in the block."""
    share(count)
    try:
        yield
    finally:
        share(None)


def saw(error: Misbehaved) -> None:
    """Count ``error`` if it shows that the adapter hung."""
    if _count is not None and isinstance(error, TimedOut):
        _count.value += 1


def check() -> None:
    """Raise ``GivenUp`` if the adapter hung too often in this run."""
    if _count is not None and _count.value >= MOST:
        raise GivenUp(f"the adapter hung {MOST} times, so the run stopped: judge single cases to see more")
