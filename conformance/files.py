"""Files below a folder. What may not be looked at is yielded as the error, and never left out silently."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_LEADS_NOWHERE: Final = (errno.ENOENT, errno.ELOOP)
"""The errors of a link without a file behind it."""


def below(folder: Path, endings: tuple[str, ...] = ("",)) -> Iterator[Path | OSError]:
    """Yield the regular files below a folder, sorted, whose names have one of the endings.

    Then yield the error of each folder and file that may not be looked at. Links to folders are not followed.
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
