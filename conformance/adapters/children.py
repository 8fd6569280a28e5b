"""The processes that run adapters.

When the judge's process ends, the adapters' processes are killed, with all processes that they have started. All these
processes are found by a mark in an environment variable. Child processes inherit the mark, even in other sessions.

An adapter is loaded in a process, and each case is played in a forked copy of this process. The copies have a mark that
differs from the mark of the first process. So at the end of a case, the processes that the case started are killed, but
processes that were started while the adapter was loaded keep running.
"""

import atexit
import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final, Protocol
from weakref import WeakSet

_VARIABLE: Final = "CONFORMANCE_STARTED_BY"
_LOOPBACK: Final = "127.0.0.1,localhost"
_LOADING: Final = "-load"
_CASE: Final = "-case"
"""The end of the mark (see ``new_mark``) of a process that plays a case. It overwrites ``_LOADING`` in memory, so both
have the same length.
"""
_QUIET: Final = 10
"""The number of consecutive searches that must find no process before the searching ends.

A single search can miss a process that starts another process and ends at once. The number applies when the judge's
process ends, and after a search that found a process.
"""
_SEARCHING: Final = 2.0
"""The time limit, in seconds, for all searches for the processes with a mark (see ``new_mark``)."""


class Child(Protocol):
    """A process that runs an adapter, in a separate session. ``stop`` kills the process and its children."""

    def stop(self) -> object: ...


_RUNNING: Final[WeakSet[Child]] = WeakSet()
_NUMBERS: Final = count()


@cache
def _ours() -> str:
    atexit.register(end_all)
    return f"{os.getpid()}-{token_hex(8)}-"


def new_mark() -> str:
    """Return a new mark: the value of the environment variable by which the processes of a child are found."""
    return f"{_ours()}{next(_NUMBERS)}{_LOADING}"


def environment(mark: str) -> dict[str, str]:
    """Return the environment for a child of this process: this process's variables, and the variable with ``mark``.

    ``NO_PROXY`` also has the addresses of the replay server, because the proxy of ``HTTP_PROXY`` cannot reach them.
    """
    direct = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or _LOOPBACK
    if direct != "*" and _LOOPBACK not in direct:
        direct = f"{direct},{_LOOPBACK}"
    return {**os.environ, "no_proxy": direct, "NO_PROXY": direct, _VARIABLE: mark}


def running(child: Child) -> None:
    """Remember a child, so that ``end_all`` ends it. The child is forgotten when it is garbage-collected."""
    _RUNNING.add(child)


def end_all() -> None:
    """Kill all children, and the processes that they started."""
    for child in tuple(_RUNNING):
        child.stop()
    _RUNNING.clear()
    _end(_ours(), _QUIET)


def end_strays(mark: str) -> None:
    """Kill the processes that a child left behind when it ended.

    ``mark``: the value of ``new_mark`` that the child got in its environment.
    """
    _end(mark.removesuffix(_LOADING) + _LOADING[0])


def end_strays_of_cases(mark: str) -> None:
    """Kill the processes that the code of an adapter started in cases, and that still run after these cases.

    ``mark``: the value of ``new_mark`` in the environment of the child that loaded the adapter.
    """
    _end(_of_case(mark))


class CaseMark:
    """The mark of a process that plays a case: the value of an environment variable, by which the process is found.

    The process is a forked copy of the process that has loaded the adapter.
    """

    def __init__(self) -> None:
        """Read the mark of this process, and find its place in memory.

        Create the object before any code of the adapter runs, because the adapter may change the environment.
        """
        self._mark = os.environ[_VARIABLE]
        self._place: int | None = None
        if sys.platform == "linux":
            getenv = ctypes.CDLL(None).getenv
            getenv.restype = ctypes.c_void_p
            self._place = getenv(_VARIABLE.encode())

    def set(self) -> None:
        """Mark this process, and all processes that it will start, as processes of a new case.

        The mark is written to ``os.environ``. It is also written over the old mark in the memory from which
        ``/proc`` shows the environment, because a fork has the old mark there.
        """
        old, new = self._mark.encode(), _of_case(self._mark).encode()
        if self._place is not None and ctypes.string_at(self._place, len(old)) == old:
            ctypes.memmove(self._place, new, len(new))
        os.environ[_VARIABLE] = new.decode()


def _of_case(mark: str) -> str:
    return mark.removesuffix(_LOADING) + _CASE


def _end(mark: str, quiet: int = 1) -> None:
    """Kill all processes whose mark (see ``new_mark``) begins with ``mark``.

    Search repeatedly, because a process may start another process before it is killed. Stop when ``quiet`` searches in
    a row find nothing, or ``_QUIET`` searches if any search found a process. Stop also after ``_SEARCHING`` seconds.
    This works on Linux only. Other systems do not show the environment of a process.
    """
    if sys.platform != "linux":
        return
    variable = f"{_VARIABLE}={mark}".encode()
    until = time.monotonic() + _SEARCHING
    while quiet and time.monotonic() < until:
        quiet = _QUIET if _kill(variable) else quiet - 1


def _kill(variable: bytes) -> bool:
    """Kill each process whose environment has an entry that begins with ``variable``, such as ``NAME=12-``. Return
    whether any process was found.

    The newest processes are killed first, and each is killed as soon as it is found. Otherwise a process could start
    another process, and end, before it is killed.
    """
    found = False
    for pid in sorted(_processes(), reverse=True):
        if _is_marked(pid, variable):
            found = True
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
    return found


def _processes() -> list[int]:
    """Return the ids of all other processes, or [] in a sandbox without ``/proc``."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208
    except OSError:
        return []
    return [int(name) for name in names if name.isdigit() and int(name) != os.getpid()]


def _is_marked(pid: int, variable: bytes) -> bool:
    try:
        data = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:  # the process has ended, or belongs to another user
        return False
    return variable in data and any(each.startswith(variable) for each in data.split(b"\0"))
