"""The lock of a folder: only a single process writes there at a time."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Locked(Exception):
    """An error: another process holds the lock."""


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Hold a lock file until the block ends, or until the process ends.

    Raises ``OSError``, and ``Locked`` if another process holds the lock.
    """
    from filelock import FileLock, Timeout

    held = FileLock(lock, timeout=0)
    try:
        held.acquire()
    except Timeout:
        raise Locked from None
    try:
        yield
    finally:
        with suppress(OSError):  # while the lock is held: a process that has opened the file sees that it is deleted
            lock.unlink()
        held.release()
