"""Files below a folder. If a file or folder cannot be accessed, its error is yielded, so nothing is lost silently."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

LINES: Final = (".jsonl", ".ndjson")
"""The endings of the names of JSON lines files."""
ZIPPED_LINES: Final = tuple(f"{ending}.gz" for ending in LINES)
JSON_DOCUMENTS: Final = (".json", ".har", ".json.gz", ".har.gz")
DOCUMENTS: Final = (".yaml", ".yml", ".yaml.gz", ".yml.gz", *JSON_DOCUMENTS)
"""The endings of the names of files that may be recordings in a single document."""
RECORDINGS: Final = DOCUMENTS + LINES + ZIPPED_LINES
"""The endings of the names of all files that may be recordings."""
_ELSEWHERE: Final = "a link to a folder elsewhere is not followed"
_LEADS_NOWHERE: Final = (errno.ENOENT, errno.ELOOP)
"""The error numbers for a link whose target is missing, and for links that lead to each other in a circle."""


def is_named(path: Path, endings: tuple[str, ...]) -> bool:
    """Return whether a file's name ends with any of ``endings``. The case of letters does not matter."""
    return path.name.lower().endswith(endings)


def walk(
    folder: Path, refused: Callable[[OSError], object], *, follow_links: bool = False
) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Yield each folder at and below ``folder``: its path, the names of its folders, and all other names.

    ``refused`` is called with the error of each folder that cannot be read. If ``follow_links`` is true, links to
    folders are followed.

    As with ``os.walk``, the caller may remove a name from the list of folders, and this folder is then left out. Before
    Python 3.12, ``os.walk`` is recursive, and fails some 1,000 levels deep. This function has no such limit. For a path
    that is too long, ``refused`` gets the error.
    """
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        for _, folders, names in islice(os.walk(place, onerror=refused), 1):
            yield place, folders, names
            inner = (place / name for name in reversed(folders))
            # ``Path.is_symlink`` would raise the error of a path that is too long.
            waiting += [path for path in inner if follow_links or not os.path.islink(path)]  # noqa: PTH114


def below(folder: Path, endings: tuple[str, ...] = ("",)) -> Iterator[Path | OSError]:
    """Yield the regular files below a folder whose names end with any of ``endings``, in sorted order. The case of
    letters in names does not matter.

    Then yield an error for each folder and file that cannot be accessed, and for each link to a folder outside
    ``folder``. Links to folders are not followed. Links that lead to no file are left out.
    """
    refused: list[OSError] = []
    found: list[Path] = []
    for place, folders, names in walk(folder, refused.append):
        found += [path for path in (place / name for name in names) if is_named(path, endings)]
        refused += [
            OSError(errno.ELOOP, _ELSEWHERE, str(path))
            for path in (place / name for name in folders)
            if os.path.islink(path) and not is_in(path, folder)  # noqa: PTH114
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


def is_in(path: Path, folder: Path) -> bool:
    """Return whether a path is in a folder, or is the folder, after all symbolic links are followed."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
