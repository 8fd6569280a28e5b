"""The limits of reading. The default limits are safe for untrusted bytes."""

from typing import Final

import msgspec

_DEEPEST: Final = 200
"""The number of nested levels that every reader and writer here can handle without an overflow of Python's stack."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The largest sizes that are read. A larger input raises ``LimitExceeded``, with the name of the exceeded field of
    this class. There is one exception: in some dialects, a call's arguments that are nested too deep are kept as text,
    without an error (see ``depth``).

    Raises ``ValueError`` for a limit below 1, and for a ``depth`` above its default.
    """

    event: int = 64 * 1024 * 1024
    """The most bytes of an event, line, frame or document."""
    depth: int = _DEEPEST
    """The most levels of nested JSON. In some dialects, a call's arguments arrive as JSON text. Arguments that are
    nested deeper are then kept as text, with the form ``invalid``.
    """
    values: int = 1_000_000
    """The most values in a document: all members and items of objects and lists, and the document itself. Each value
    takes some hundred bytes of memory.
    """
    total: int = 64 * 1024 * 1024
    """The most bytes of a streamed answer that are kept in memory. Bytes that an event has already reported count, too.

    The limit does not apply to the answer's size on the wire.
    """

    def __post_init__(self) -> None:
        if (least := min(self.event, self.depth, self.values, self.total)) < 1:
            raise ValueError(f"expected limits of at least 1, got {least}")
        if self.depth > _DEEPEST:
            raise ValueError(f"expected a depth of at most {_DEEPEST}, got {self.depth}")


LIMITS: Final = Limits()
"""The default limits."""


def text_size(text: str) -> int:
    """Return the size of a text in UTF-8, in bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
