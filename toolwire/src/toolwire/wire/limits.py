"""How much is read: settings, with defaults that are safe for bytes from strangers."""

from typing import Final

import msgspec

_DEEPEST: Final = 200
"""What every reader and writer here gets through on Python's own stack."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What is read at most; more raises ``LimitExceeded``, which names the setting.

    Raises ``ValueError`` where one is less than 1, or ``depth`` more than its default.
    """

    event: int = 64 * 1024 * 1024
    """Bytes of one event, line, frame or document."""
    depth: int = _DEEPEST
    """Levels of JSON inside of each other. Arguments of calls are text: those that are deeper keep it, as invalid."""
    total: int = 64 * 1024 * 1024
    """Bytes of what is kept of one streamed answer, reported or not; not of what it took on the wire."""

    def __post_init__(self) -> None:
        if min(self.event, self.depth, self.total) < 1:
            raise ValueError("limits are at least 1")
        if self.depth > _DEEPEST:
            raise ValueError(f"depth is at most {_DEEPEST}")


LIMITS: Final = Limits()
"""The defaults."""


def text_size(text: str) -> int:
    """How many bytes a text is, in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
