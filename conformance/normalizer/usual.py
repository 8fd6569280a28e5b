"""The few wire events that make up nearly all of a long stream, read in one step.

A dialect describes them as closed types. Whatever is not exactly so is None here, and read the whole way.
"""

from typing import TypeVar

import msgspec

T = TypeVar("T")


def read(decoder: msgspec.json.Decoder[T], data: str) -> T | None:
    """The usual event that ``data`` is; None for anything else, broken JSON too."""
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None
