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
"""The number of levels of nesting in the deepest of these events: an openai_chat chunk with a call."""


MISMATCH: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors that the fast reader raises for any other event, for broken JSON, and for bytes that are not UTF-8."""


def reader(decoder: msgspec.json.Decoder[T], limits: Limits) -> Callable[[bytes], T]:
    """Return a fast reader of the events that ``decoder`` describes.

    For any other event, the reader raises an error of a type in ``MISMATCH``. If the limit of nested levels is too low
    for these events, the reader raises such an error for every event.
    """
    return decoder.decode if limits.depth >= _DEEPEST else _refuse


def _refuse(data: bytes) -> NoReturn:
    raise msgspec.MsgspecError(repr(data))
