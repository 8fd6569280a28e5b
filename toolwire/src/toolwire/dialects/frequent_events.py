"""The few kinds of wire events that make up nearly all of a long stream, read in one step.

Each dialect describes them as closed types. All other events are read in full.
"""

from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

import msgspec

from toolwire.wire.limits import Limits

T = TypeVar("T")
_DEEPEST: Final = 7
"""Levels of the deepest of these events, a chunk of openai_chat with a call."""


MISMATCH: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Errors raised for any other event, for broken JSON, and for bytes that are not UTF-8."""


def reader(decoder: msgspec.json.Decoder[T], limits: Limits) -> Callable[[bytes], T]:
    """Return a reader of these events, which raises one of ``MISMATCH``. With a lower limit of depth it takes none."""
    return decoder.decode if limits.depth >= _DEEPEST else _refuse


def _refuse(data: bytes) -> NoReturn:
    raise msgspec.MsgspecError(repr(data))
