"""The lock of a folder. Only one command at a time writes to the folder."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from conformance.data import DataError

LOCK: Final = ".conformance.lock"
"""The name of the lock file in a folder."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder until the block or the process ends. Create the folder if it is missing.

    Raises ``OSError``, and ``DataError`` if another process holds the lock.
    """
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    lock = folder / LOCK
    held = FileLock(lock, timeout=0)
    try:
        held.acquire()
    except Timeout:
        raise DataError(f"{folder}: another command is writing to this folder: try again when it has ended") from None
    try:
        yield
    finally:
        with suppress(OSError):  # while the lock is held: a process that has opened the file sees that it is deleted
            lock.unlink()
        held.release()
