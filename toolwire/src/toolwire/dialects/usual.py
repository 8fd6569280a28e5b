"""The few wire events that make up nearly all of a long stream, read in one step.

A dialect describes them as closed types. Whatever is not exactly so is read the whole way.
"""

from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

import msgspec

from toolwire.wire.limits import Limits

T = TypeVar("T")
_DEEPEST: Final = 7
"""Levels of the deepest usual event, a chunk of openai_chat with a call."""


UNUSUAL: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What is raised for anything else, broken JSON and what is no UTF-8 too."""


def reader(decoder: msgspec.json.Decoder[T], limits: Limits) -> Callable[[bytes], T]:
    """Reads usual events, and raises one of ``UNUSUAL``; nothing is usual where it may be nested too deep."""
    return decoder.decode if limits.depth >= _DEEPEST else _refuse


def _refuse(data: bytes) -> NoReturn:
    raise msgspec.MsgspecError(repr(data))
