"""The processes that run adapters.

When the process that started them ends, these processes end, too. So do all processes that they have started.
"""

import atexit
import os
import signal
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Final, Protocol
from weakref import WeakSet

_MARK: Final = "CONFORMANCE_STARTED_BY"
"""The name of an environment variable that all descendants of this process have. It finds them in
other sessions, too.
"""
_ROUNDS: Final = 5


class Child(Protocol):
    """A process in a session of its own."""

    @property
    def pid(self) -> int: ...

    def stop(self) -> object: ...


_RUNNING: Final[WeakSet[Child]] = WeakSet()


@cache
def _ours() -> str:
    atexit.register(end_all)
    return f"{os.getpid()}-{token_hex(8)}"


def environment() -> dict[str, str]:
    """Return the environment for a child of this process."""
    return {**os.environ, _MARK: _ours()}


def running(child: Child) -> None:
    """Remember a child, so that ``end_all`` ends it. The child is forgotten when it is garbage-collected."""
    _RUNNING.add(child)


def end_all() -> None:
    """Kill all children, and the processes that they started."""
    for child in tuple(_RUNNING):
        child.stop()
    _RUNNING.clear()
    end_strays()


def end_strays() -> None:
    """Kill the processes that children started in other sessions.

    This works on Linux only. Other systems do not show the environment of a process.
    """
    if sys.platform != "linux":
        return
    sessions = {child.pid for child in tuple(_RUNNING)}
    mark = f"{_MARK}={_ours()}".encode()
    for _ in range(_ROUNDS):  # what is found may have started others meanwhile
        strays = [pid for pid in _processes() if _is_marked(pid, mark) and _session(pid) not in sessions]
        if not strays:
            return
        for pid in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]  # noqa: PTH208


def _is_marked(pid: int, mark: bytes) -> bool:
    try:
        return mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # it has ended, or is another user's
        return False


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None
