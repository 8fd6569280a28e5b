"""What every door knows: an adapter need not do everything, and may raise anything."""

import re
import sys
from collections.abc import Iterator
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType
from typing import Final

_NOT_THEIRS: Final = {"conformance", "__main__", *sys.stdlib_module_names}
"""Packages in which no adapter stands; what is run by name is ours, too."""
_BUGS: Final = (TypeError, AttributeError, NameError, UnboundLocalError, KeyError, IndexError)
_WHERE: Final = re.compile(r" \([^()\s]+:\d+(; [^()\s]+:\d+)?\)$")


class Unsupported(Exception):
    """The adapter does not do this; ``str()`` is its reason."""


class Raised(Exception):
    """An exception of the adapter's in a copy of this process; ``str()`` is what ``raised`` gives of it."""

    def __init__(self, what: str, *, bug: bool) -> None:
        """``bug``: see ``crashed``."""
        super().__init__(what)
        self.bug = bug


def message_of(error: BaseException) -> str:
    """What an error of an adapter's says; nothing where it fails to."""
    try:
        return str(error)
    except Exception:
        return ""


def raised(error: BaseException) -> str:
    """What an adapter raised, and where: ``KeyError: 'name' (my_adapter.py:12)``.

    The place is the last one in the adapter's own package; behind it stands the one where the error began, where that
    is in a library. There is none where the adapter was not reached, or is one of ours.
    """
    if isinstance(error, Raised):
        return str(error)
    what = f"{type(error).__name__}: {message_of(error)}"
    places = "; ".join(dict.fromkeys(_places(error)))
    return f"{what} ({places})" if places else what


def crashed(error: BaseException) -> bool:
    """Whether an exception is what Python raises where code is wrong; one that somebody derived from it is not."""
    return error.bug if isinstance(error, Raised) else type(error) in _BUGS


def without_place(text: str) -> str:
    """What ``raised`` tells, without the place: that moves from one version of an adapter to the next."""
    return _WHERE.sub("", text)


def _places(error: BaseException) -> Iterator[str]:
    theirs = [entry for entry in walk_tb(error.__traceback__) if _package(entry[0]) not in _NOT_THEIRS]
    if theirs:
        own = _package(theirs[0][0])
        yield _place(*[entry for entry in theirs if _package(entry[0]) == own][-1])
        yield _place(*theirs[-1])


def _package(frame: FrameType) -> str:
    return _module(frame).partition(".")[0]


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _place(frame: FrameType, line: int) -> str:
    """The file as its module is imported, so that it reads the same on every machine."""
    file = PurePath(frame.f_code.co_filename)
    depth = _module(frame).count(".") + 1 + (file.stem == "__init__")
    return f"{PurePath(*file.parts[-depth:]).as_posix()}:{line}"
