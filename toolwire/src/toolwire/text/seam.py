"""Where one call ends and the next begins although a closing tag is missing between them."""

import re
from collections.abc import Iterator

import msgspec


class Wrapper(msgspec.Struct, frozen=True):
    """What stands around calls that never stand alone."""

    opening: str
    closing: str
    call: str
    """What each call in it begins with."""


class Seam(msgspec.Struct, frozen=True):
    """A pair of tags of a call, and what begins the next call behind it."""

    opening: str
    closing: str
    following: str
    """Pattern of the next call, with its name."""
    whole: bool = True
    """Whether it stands around a call, not around one value."""
    may_lack: bool = False
    """Whether calls are read without its opening, too."""

    def runs_over(self, text: str) -> int | None:
        """Where the text of one call closes this pair, and goes on with another call; None where it does not."""
        following = re.compile(rf"\s*{self.following}")
        return next((end for end in self._ends(text) if following.match(text, end)), None)

    def closes(self, text: str) -> bool:
        """Whether the text of a call that never ended closes this pair, and goes on."""
        return self.whole and any(text[end:].strip() for end in self._ends(text))

    def _ends(self, text: str) -> Iterator[int]:
        """Where the call's own pair is closed: pairs that stand in a value nest."""
        depth = 1 if self.may_lack and not text.lstrip().startswith(self.opening) else 0
        for tag in re.finditer(f"({re.escape(self.opening)})|{re.escape(self.closing)}", text):
            depth += 1 if tag[1] else -1
            if depth <= 0 and not tag[1]:
                yield tag.end()
