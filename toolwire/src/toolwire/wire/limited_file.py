"""Reading of untrusted files within limits: regular files only, and at most the requested number of bytes."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

MAX_FILE: Final = 64 * 1024 * 1024
"""The largest size of a file that is read, in bytes, if the caller gives no other limit."""
_ABSENT: Final = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
"""The error numbers for a path at which no file exists."""


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder, or a link to a folder.

    Raises ``OSError`` if the path cannot be examined, for example without permission. ``Path.is_dir`` is not used,
    because since Python 3.14 it returns False for such a path.
    """
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except ValueError:  # the path has a zero byte
        return False
    except OSError as error:
        if error.errno in _ABSENT:
            return False
        raise


def content(path: Path, most: int = MAX_FILE) -> bytes:
    """Return the bytes of a file.

    Raises ``OSError`` with a ``strerror`` if the file cannot be read, has more than ``most`` bytes, or is not a regular
    file (a pipe or a device may never end).
    """
    # Without O_NONBLOCK, opening a pipe waits for its writer.
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        with open(opened, "rb", closefd=False) as file:
            data = b"" if found.st_size > most else _read(file, found.st_size, most)
    finally:
        os.close(opened)
    size = max(found.st_size, len(data))
    if size > most:
        raise OSError(errno.EFBIG, f"expected at most {most >> 20} MB, got {size >> 20} MB", str(path))
    return data


def _read(file: BinaryIO, size: int, most: int) -> bytes:
    """Return the bytes of a file, but at most ``most`` + 1 bytes. No memory is used for bytes that the file does not
    have.

    A file may have more bytes than ``size``, the size that the system reports: the file may still grow, or its size may
    be unknown, as in ``/proc``.
    """
    data = file.read(size + 1)
    return data + file.read(most - size) if len(data) > size else data
