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
_LEADS_NOWHERE: Final = (errno.ENOENT, errno.ELOOP)
"""The error numbers of a link that leads to no file."""


def below(folder: Path, endings: tuple[str, ...] = ("",)) -> Iterator[Path | OSError]:
    """Yield the regular files below a folder whose names end with any of ``endings``, in sorted order.

    Then yield the error of each folder and file that cannot be accessed. Links to folders are not followed, and links
    that lead to no file are left out.
    """
    refused: list[OSError] = []
    found = [
        Path(place, name)
        for place, _, names in os.walk(folder, onerror=refused.append)
        for name in names
        if name.endswith(endings)
    ]
    for path in sorted(found):
        try:
            if stat.S_ISREG(path.stat().st_mode):
                yield path
        except OSError as error:
            if error.errno not in _LEADS_NOWHERE:
                refused.append(error)
    yield from refused
