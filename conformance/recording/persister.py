"""Functions that replace a file safely: they write a new file, and then rename it to the old file's name."""

import errno
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from vcr.serialize import serialize
from vcr.serializers import yamlserializer

from toolwire.wire import limited_file

_WRITABLE: Final = 0o666
_MOST_LINKS: Final = 40
"""The maximum number of links that are followed to find an open file."""
_SHOWN: Final = 60
"""The maximum number of characters of the old file's name that the name of the new file contains."""


class AtomicPersister:
    """A persister for vcrpy that never leaves a half-written file.

    It does not read the old file, so a recording begins with an empty cassette.
    """

    @staticmethod
    def load_cassette(path: str, serializer: Any) -> tuple[list[Any], list[Any]]:
        """Return an empty cassette, so that the recording does not read an old cassette."""
        return [], []

    @staticmethod
    def save_cassette(path: str, cassette: dict[str, Any], serializer: Any) -> None:
        """Write a new file beside the old file, and then rename the new file to the old file's name."""
        write(Path(path), serialize(cassette, yamlserializer))


def _target(path: Path) -> Path:
    """Return the path of the file to which a path leads through links.

    Raises ``OSError`` if the links form a circle.
    """
    real = Path(os.path.realpath(path))
    if any(part.is_symlink() for part in (real, *real.parents)):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return real


def _descriptor(path: Path) -> int | None:
    """Return the descriptor to which a path such as ``/dev/stdout`` leads in this process. Return None if the path
    leads to a file, not to a descriptor.

    The open file of a descriptor is never replaced. Another program may also have it open, it may already contain text,
    and it may have no name.
    """
    opened = f"/proc/{os.getpid()}/fd"
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(path.parent)
        if folder in (opened, "/dev/fd") and path.name.isdecimal():
            return int(path.name)
        try:
            path = Path(folder, path.readlink())
        except OSError:
            return None
    return None


def check_writable(path: Path) -> None:
    """Check that a file can be written, as far as this can be found out without writing the file.

    The check leaves no file behind. Raises ``OSError``.
    """
    if _descriptor(path) is not None:
        return
    real = _target(path)
    if limited_file.is_folder(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.is_file() or not path.exists():
        with tempfile.TemporaryFile(dir=next(parent for parent in real.parents if parent.exists())):
            pass


def _umask() -> int:
    """Return the permissions that the process removes from new files.

    The system returns them only when they are replaced, so this function replaces them for a moment.
    """
    umask = os.umask(0o077)
    os.umask(umask)
    return umask


def write(path: Path, text: str | bytes, verify: Callable[[bytes], None] = lambda _: None) -> None:
    """Write ``text`` to ``path``, and create missing folders.

    A regular file is replaced: the text is written to a new file, which then gets the name of the old file. If an error
    occurs before that, the old file stays unchanged. The new file has the permissions of the old file. Without an old
    file, it has the permissions that the process gives to new files. ``verify`` gets the bytes of the new file before
    it replaces the old file, and raises an exception if the bytes are wrong.

    Some files cannot be replaced, so the text is written into them: a device, a pipe, or a file that this process has
    open (both without ``verify``), and a mounted file (after ``verify``).
    """
    data = text.encode() if isinstance(text, str) else text
    if (descriptor := _descriptor(path)) is not None:
        with os.fdopen(os.dup(descriptor), "wb") as opened:
            opened.write(data)
        return
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = _target(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    permissions = stat.S_IMODE(path.stat().st_mode) if path.exists() else _WRITABLE & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:_SHOWN]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        verify(Path(name).read_bytes())
        Path(name).chmod(permissions)
        try:
            Path(name).replace(path)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            path.write_bytes(data)  # a mounted file, such as a file of a container's host, cannot be replaced
            Path(name).unlink()
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
