"""Exit codes, and which of several counts: the worst in the order 3, 6, 5, 4, 1."""

from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """What a command found."""

    CONFORMANT = 0
    NOT_CONFORMANT = 1
    USAGE = 2
    ADAPTER_BROKE = 3
    STALE = 4
    NOTHING_JUDGED = 5
    UNREADABLE = 6


STOPPED: Final = 130
"""The exit code of what was stopped at the keyboard, as shells have it."""
_WORST_FIRST: Final = (Exit.ADAPTER_BROKE, Exit.UNREADABLE, Exit.NOTHING_JUDGED, Exit.STALE, Exit.NOT_CONFORMANT)


def worst(codes: set[Exit]) -> Exit:
    """The one that counts."""
    return next((code for code in _WORST_FIRST if code in codes), Exit.CONFORMANT)
