"""Fast reading of the few kinds of wire events that make up most of a long stream.

Each dialect declares a struct for each of these kinds, and msgspec reads such an event in one step. All other events
are read in the usual, slower way.
"""

from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

import msgspec

from toolwire.wire.limits import Limits

T = TypeVar("T")
_DEEPEST: Final = 7
"""The number of nested levels in the deepest frequent event: a chunk of openai_chat with a call."""


MISMATCH: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors that a fast reader raises for other kinds of events, broken JSON, and bytes that are not UTF-8."""


def reader(decoder: msgspec.json.Decoder[T], limits: Limits) -> Callable[[bytes], T]:
    """Return a function that reads an event quickly, if ``decoder`` declares the event's kind.

    For any other event, the function raises an error of a type in ``MISMATCH``. If ``limits`` allows fewer nested
    levels than these kinds have, the function raises such an error for every event.
    """
    return decoder.decode if limits.depth >= _DEEPEST else _refuse


def _refuse(data: bytes) -> NoReturn:
    raise msgspec.MsgspecError(repr(data))
