"""JSON files that the suite keeps. A file is read as a value of the type from which it was written."""

from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec

from toolwire.wire import limited_file

T = TypeVar("T")
_MOST: Final = 256 * 1024 * 1024
"""The maximum size of a file that is read, in bytes."""


class Versioned(Protocol):
    """Anything that has a name and a version, and is kept in a file ``name@version.json``."""

    @property
    def name(self) -> str:
        """The name, the first part of the file's name."""
        ...

    @property
    def version(self) -> str:
        """The version, the second part of the file's name."""
        ...


V = TypeVar("V", bound=Versioned)


def read(path: Path, kind: type[T], wrong: str, failure: type[Exception]) -> T:
    """Read a file, and return its content as a value of the type ``kind``.

    Raises ``failure`` with a message of one line that names the file. ``wrong``: the words of this message if the file
    has other content, such as "not a results file".
    """
    try:
        return msgspec.json.decode(limited_file.content(path, _MOST), type=kind)
    except OSError as error:
        raise failure(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise failure(f"{path}: {wrong}: {error}") from None


def read_version(path: Path, kind: type[V], wrong: str, failure: type[Exception]) -> V:
    """Do the same as ``read``, but also raise ``failure`` unless the file is called ``name@version.json``, with the
    name and the version in its content.
    """
    found = read(path, kind, wrong, failure)
    if path.name != file_name(found):
        raise failure(f"{path}: expected the name {file_name(found)!r} for a file with {found.name} {found.version}")
    return found


def file_name(held: Versioned) -> str:
    """Return the name of the file in which a value is kept."""
    return f"{held.name}@{held.version}.json"


def remove_versions(name: str, folder: Path) -> None:
    """Remove the files of all versions of ``name`` from a folder."""
    for path in folder.glob(f"{name}@*.json"):
        path.unlink()
