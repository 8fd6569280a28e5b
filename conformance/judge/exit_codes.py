"""Exit codes of commands. If several codes apply, the command ends with the worst: 3, then 6, 5, 4 and 1."""

from collections.abc import Collection, Mapping
from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """The exit codes of commands."""

    CONFORMANT = 0
    NOT_CONFORMANT = 1
    USAGE = 2
    ADAPTER_BROKE = 3
    STALE = 4
    NOTHING_JUDGED = 5
    UNREADABLE = 6


STOPPED: Final = 130
"""The exit code of a command that the user stopped with Ctrl-C, as in shells."""
_WORST_FIRST: Final = (Exit.ADAPTER_BROKE, Exit.UNREADABLE, Exit.NOTHING_JUDGED, Exit.STALE, Exit.NOT_CONFORMANT)


def worst(codes: Collection[Exit]) -> Exit:
    """Return the worst of these exit codes, or ``CONFORMANT`` if ``codes`` is empty."""
    return next((code for code in _WORST_FIRST if code in codes), Exit.CONFORMANT)


def applying(found: Mapping[Exit, bool]) -> tuple[Exit, ...]:
    """Return the exit codes that apply. ``found``: for each exit code, true if it applies."""
    return tuple(code for code, applies in found.items() if applies)


def in_words(codes: Collection[Exit]) -> str:
    """Return the worst of these exit codes in words, and name the others: ``exit code 3, which precedes 1``."""
    code = worst(codes)
    others = ", ".join(str(int(other)) for other in _WORST_FIRST if other in codes and other is not code)
    return f"exit code {int(code)}, which precedes {others}" if others else f"exit code {int(code)}"


def concluded(verdict: str, codes: Collection[Exit]) -> str:
    """Return a line with the verdict and the exit code: ``not conformant (exit code 1)``."""
    return f"{verdict} ({in_words(codes)})"


def with_formats(code: Exit, *, whole: bool) -> Exit:
    """Return the exit code of a command that ends with ``code``, and also writes files.

    ``whole``: all files were written. If some are missing, ``UNREADABLE`` replaces ``CONFORMANT``.
    """
    return code if whole or code is not Exit.CONFORMANT else Exit.UNREADABLE
