"""Limits of reading, with defaults that are safe for bytes from strangers."""

from typing import Final

import msgspec

_DEEPEST: Final = 200
"""Levels that every reader and writer here can handle on Python's own stack."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The most that is read. More raises ``LimitExceeded``, which names the field.

    Raises ``ValueError`` for a limit below 1, and for a ``depth`` above its default.
    """

    event: int = 64 * 1024 * 1024
    """Bytes of one event, line, frame or document."""
    depth: int = _DEEPEST
    """Levels of nested JSON. Arguments of calls are text; deeper ones are kept as text, in the form ``invalid``."""
    values: int = 1_000_000
    """Values of one document: its members, its items, and itself. Each takes some hundred bytes of memory."""
    total: int = 64 * 1024 * 1024
    """Bytes kept of one streamed answer, reported or not, which is not its size on the wire."""

    def __post_init__(self) -> None:
        if min(self.event, self.depth, self.values, self.total) < 1:
            raise ValueError("limits are at least 1")
        if self.depth > _DEEPEST:
            raise ValueError(f"depth is at most {_DEEPEST}")


LIMITS: Final = Limits()
"""The default limits."""


def text_size(text: str) -> int:
    """Return the size of a text in UTF-8, in bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
