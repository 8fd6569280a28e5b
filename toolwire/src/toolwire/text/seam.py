"""Pairs of tags that show where a call ends and the next call starts, even if a closing tag is missing."""

import re
from collections.abc import Iterator

import msgspec


class Wrapper(msgspec.Struct, frozen=True):
    """The tags around calls, in a format whose calls are always inside such tags."""

    opening: str
    closing: str
    call: str
    """The text with which each call inside the tags starts, such as ``<invoke name=``."""


class Seam(msgspec.Struct, frozen=True):
    """A pair of tags around a call or a value, and a pattern for the start of the next call after the pair."""

    opening: str
    closing: str
    following: str
    """A pattern for the start of the next call, including its name."""
    whole: bool = True
    """True if the pair encloses a call, False if it encloses a value."""
    opening_optional: bool = False
    """True if calls are read even without the opening tag."""

    def runs_over(self, text: str) -> int | None:
        """Return the index in a call's text at which this pair ends, if the start of another call follows there. Return
        None if no other call follows the pair.
        """
        following = re.compile(rf"\s*{self.following}")
        return next((end for end in self._ends(text) if following.match(text, end)), None)

    def closes(self, text: str) -> bool:
        """Return whether an unfinished call's text has the end of this pair of tags, and more text behind it.

        The result is False if the pair encloses only a value of the call.
        """
        return self.whole and any(text[end:].strip() for end in self._ends(text))

    def _ends(self, text: str) -> Iterator[int]:
        """Yield the ends of the pairs that belong to the call itself. Pairs nested in a value do not count."""
        depth = 1 if self.opening_optional and not text.lstrip().startswith(self.opening) else 0
        for tag in re.finditer(f"({re.escape(self.opening)})|{re.escape(self.closing)}", text):
            depth += 1 if tag[1] else -1
            if depth <= 0 and not tag[1]:
                yield tag.end()
