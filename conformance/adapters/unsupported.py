"""Exceptions of all kinds of adapters: declined operations, and descriptions of any other exception."""

import re
import sys
from collections.abc import Iterator
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType
from typing import Final

from conformance.leaks import beginning

_NOT_THEIRS: Final = {"conformance", "__main__", *sys.stdlib_module_names}
"""The packages that contain no adapter: the suite, Python's own, and ``__main__``, which is the suite's command."""
_BUGS: Final = (TypeError, AttributeError, NameError, UnboundLocalError, KeyError, IndexError)
_LONGEST: Final = 10_000
"""The maximum length of another process's description of an exception. The rest is cut off."""
_WHERE: Final = re.compile(r" \([^()\s]+:\d+(; [^()\s]+:\d+)?\)$")


class Unsupported(Exception):
    """Raised if the adapter does not support the task. The message is the adapter's reason."""


class Gone(Exception):
    """Raised if the adapter is no longer available. The message is the reason."""


class Raised(Exception):
    """An exception of the adapter in another process. ``str()`` is a description that begins with the type of the
    exception.
    """

    def __init__(self, what: str, *, bug: bool) -> None:
        """Store the description ``what``. ``bug``: true if the exception has a type that Python raises for bugs."""
        super().__init__(beginning(what, _LONGEST))
        self.bug = bug


class Escaped(Raised):
    """An exit, a cancellation or an interruption that the adapter raised in another process.

    The class of such an exception does not derive from ``Exception``.
    """


def message_of(error: BaseException) -> str:
    """Return the message of an adapter's exception; an empty text if ``str()`` itself raises."""
    try:
        return str(error)
    except BaseException:  # an exit, too
        return ""


def raised(error: BaseException) -> str:
    """Describe an adapter's exception, with the place where it was raised: ``KeyError: 'name' (my_adapter.py:12)``.

    The place is the last line of the traceback in the adapter's own package. If the error comes from a library, the
    line in the library follows. There is no place if the adapter's code was not reached, or if the adapter is part of
    the suite.
    """
    if isinstance(error, Raised):
        return str(error)
    what = f"{type(error).__name__}: {message_of(error)}"
    places = "; ".join(dict.fromkeys(_places(error)))
    return f"{what} ({places})" if places else what


def crashed(error: BaseException) -> bool:
    """Return whether an exception has a type that Python raises for bugs. Subclasses of such types do not count."""
    return error.bug if isinstance(error, Raised) else type(error) in _BUGS


def without_place(text: str) -> str:
    """Return ``text``, the result of ``raised``, without the place, because the place differs between versions of an
    adapter: ``"KeyError: 'name' (my_adapter.py:12)"`` -> ``"KeyError: 'name'"``.
    """
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
    """Return the file and the number of a line of code, such as ``my_adapter/client.py:12``. The path begins with the
    top package, so it is the same on every machine.
    """
    file = PurePath(frame.f_code.co_filename)
    depth = _module(frame).count(".") + 1 + (file.stem == "__init__")
    return f"{PurePath(*file.parts[-depth:]).as_posix()}:{line}"
