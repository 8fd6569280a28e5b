"""Files below a folder. If a file or folder cannot be accessed, its error is yielded, so nothing is lost silently."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LINES: Final = (".jsonl", ".ndjson")
"""The endings of the names of JSON lines files."""
ZIPPED_LINES: Final = tuple(f"{ending}.gz" for ending in LINES)
_ELSEWHERE: Final = "a link to a folder elsewhere is not followed"
_LEADS_NOWHERE: Final = (errno.ENOENT, errno.ELOOP)
"""The error numbers of a link that leads to no file."""


def is_named(path: Path, endings: tuple[str, ...]) -> bool:
    """Return whether a file's name ends with any of ``endings``, in small or capital letters."""
    return path.name.lower().endswith(endings)


def below(folder: Path, endings: tuple[str, ...] = ("",)) -> Iterator[Path | OSError]:
    """Yield the regular files below a folder whose names end with any of ``endings``, in sorted order.

    Capital letters in names count as small letters. Then yield the error of each folder and file that cannot be
    accessed. Links to folders are not followed. A link to a folder outside ``folder`` is yielded as an error. Links
    that lead to no file are left out.
    """
    refused: list[OSError] = []
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=refused.append):
        found += [path for path in (Path(place, name) for name in names) if is_named(path, endings)]
        refused += [
            OSError(errno.ELOOP, _ELSEWHERE, str(path))
            for path in (Path(place, name) for name in folders)
            if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve())
        ]
    for path in sorted(found):
        try:
            if stat.S_ISREG(path.stat().st_mode):
                yield path
            else:
                refused.append(OSError(errno.EINVAL, "not a regular file", str(path)))
        except OSError as error:
            if error.errno not in _LEADS_NOWHERE:
                refused.append(error)
    yield from refused
