"""Files of JSON that the suite keeps, read as the type that wrote them."""

from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec

from toolwire.wire import limited_file

T = TypeVar("T")
_MOST: Final = 256 * 1024 * 1024
"""The largest file that is read, in bytes."""


class Versioned(Protocol):
    """Something in one version, whose file is called ``name@version.json``."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def version(self) -> str:
        """Its version."""
        ...


V = TypeVar("V", bound=Versioned)


def read(path: Path, kind: type[T], wrong: str, failure: type[Exception]) -> T:
    """Read a file. Raises ``failure`` with one line that names it; ``wrong`` says what the file then is not."""
    try:
        return msgspec.json.decode(limited_file.content(path, _MOST), type=kind)
    except OSError as error:
        raise failure(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise failure(f"{path}: {wrong}: {error}") from None


def read_version(path: Path, kind: type[V], wrong: str, failure: type[Exception]) -> V:
    """Read a file that is called after what it holds. Raises ``failure``, as ``read`` does."""
    found = read(path, kind, wrong, failure)
    if path.name != file_name(found):
        raise failure(f"{path}: holds {found.name} {found.version}, and is not called so")
    return found


def file_name(held: Versioned) -> str:
    """Return the name of the file of something in one version."""
    return f"{held.name}@{held.version}.json"


def remove_versions(name: str, folder: Path) -> None:
    """Remove the files of all versions of something from a folder."""
    for path in folder.glob(f"{name}@*.json"):
        path.unlink()
