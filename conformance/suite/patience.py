"""Patience with an adapter that hangs: after some hangs in a run, it is given up."""

from typing import Final, Protocol

from conformance.adapters.process import Misbehaved, TimedOut
from conformance.adapters.unsupported import Gone

MOST: Final = 8
"""The hangs of a run after which an adapter is given up. Each takes a minute, or half a one on stdio."""


class GivenUp(Gone):
    """The adapter has hung too often in this run."""


class Count(Protocol):
    """A number that the processes of a run share."""

    value: int


class Alone:
    """The count of a process that shares it with nobody."""

    value = 0


_count: Count | None = None


def share(count: Count | None) -> None:
    """Begin a run of one adapter, or take part in one: its processes share the count. None ends it."""
    global _count
    _count = count


def saw(error: Misbehaved) -> None:
    """Count an error of a run, if it is a hang."""
    if _count is not None and isinstance(error, TimedOut):
        _count.value += 1


def check() -> None:
    """Raises ``GivenUp`` if the adapter has hung too often in this run."""
    if _count is not None and _count.value >= MOST:
        raise GivenUp(f"it is given up, as it hung {MOST} times: judge some cases alone to see more")
