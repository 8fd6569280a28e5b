"""Whether a place in an answer is quoted: in a fence, or in a code span."""

import re
from typing import Final

_PIECES: Final = re.compile(r"\n|`+|~+|[ \t\r]+|[^\n`~ \t\r]+")
_FENCE: Final = 3


class Quoting:
    """Follows the fences and code spans of Markdown in text that arrives in pieces."""

    def __init__(self) -> None:
        self._fence = ""
        """The character of the fence we are in."""
        self._fence_length = 0
        self._span = 0
        """The length of the run that opened the code span we are in; it ends with its line."""
        self._run = ""
        """The character of a run that may still grow, and opens or closes something."""
        self._length = 0
        """How many of it there are."""
        self._leads = False
        """Whether nothing but blanks stands before that run on its line."""
        self._info = False
        """Whether we are on the line that opened the fence."""
        self._closing = False
        """Whether the line would close the fence if nothing more stood on it."""
        self.last = ""
        """The last character on the line that is no blank."""

    @property
    def line_is_blank(self) -> bool:
        """Whether nothing but blanks stands on the line so far."""
        return not self.last

    @property
    def quotes(self) -> bool:
        """Whether what stands here is code."""
        self._settle()
        return bool(self._fence or self._span)

    def add(self, text: str) -> None:
        for found in _PIECES.finditer(text):
            piece = found.group()
            if piece[0] in "`~":
                if self._run != piece[0]:
                    self._settle()
                    self._leads = self.line_is_blank
                self._run = piece[0]
                self._length += len(piece)
                self.last = piece[0]
                continue
            self._settle()
            if piece == "\n":
                if self._closing and not self._info:
                    self._fence = ""
                self._info = self._closing = False
                self._span = 0
                self.last = ""
            elif not piece.isspace():
                self.last = piece[-1]
                self._closing = False

    def _settle(self) -> None:
        """Say what a run of fence characters, which is whole now, means."""
        run, length = self._run, self._length
        self._run, self._length = "", 0
        if not run:
            return
        if self._fence:
            if self._info and run == "`" == self._fence:
                # No fence has its own character on its first line: it was a code span, which may end here.
                self._span = 0 if length == self._fence_length else self._fence_length
                self._fence, self._info = "", False
            else:
                self._closing = self._leads and run == self._fence and length >= self._fence_length
        elif self._span:
            if run == "`" and length == self._span:
                self._span = 0
        elif self._leads and length >= _FENCE:
            self._fence, self._fence_length, self._info = run, length, True
        elif run == "`":
            self._span = length
