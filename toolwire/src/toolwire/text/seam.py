"""Pairs of tags that show the end of one call and the start of the next, although a closing tag is missing."""

import re
from collections.abc import Iterator

import msgspec


class Wrapper(msgspec.Struct, frozen=True):
    """Tags around calls that never stand alone."""

    opening: str
    closing: str
    call: str
    """The start of each call in it."""


class Seam(msgspec.Struct, frozen=True):
    """A pair of tags of a call, and the start of the next call behind it."""

    opening: str
    closing: str
    following: str
    """Pattern of the next call, with its name."""
    whole: bool = True
    """True if the pair is around a call, False if around a value."""
    opening_optional: bool = False
    """True if calls are also read without the opening tag."""

    def runs_over(self, text: str) -> int | None:
        """Return where the text of a call closes this pair and continues with another call; None if it does not."""
        following = re.compile(rf"\s*{self.following}")
        return next((end for end in self._ends(text) if following.match(text, end)), None)

    def closes(self, text: str) -> bool:
        """Return whether the text of a call that never ended closes this pair, and continues."""
        return self.whole and any(text[end:].strip() for end in self._ends(text))

    def _ends(self, text: str) -> Iterator[int]:
        """Yield the ends of the call's own pair. Pairs in a value nest."""
        depth = 1 if self.opening_optional and not text.lstrip().startswith(self.opening) else 0
        for tag in re.finditer(f"({re.escape(self.opening)})|{re.escape(self.closing)}", text):
            depth += 1 if tag[1] else -1
            if depth <= 0 and not tag[1]:
                yield tag.end()
