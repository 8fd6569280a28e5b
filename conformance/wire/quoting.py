"""Whether a place in an answer is quoted: in a fence, a code span or a quotation of Markdown."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

_PIECES: Final = re.compile(r"\n|`+|~+|>|[ \t\r]+|[^\n`~> \t\r]+")
_FENCE: Final = 3
_LEADING: Final = re.compile(r"[ \t\r]*(?:>[ \t\r]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t\r]+)*")
"""What a fence may stand behind on its line: quotations and lists have fences, too."""
_LONGEST_LEAD: Final = 80
"""Characters that are looked at for that."""


class Quoting:
    """Follows fences, code spans and quotations in text that arrives in pieces.

    A code span ends with its paragraph, if nothing else ends it: whether there is one shows only then.
    """

    def __init__(self) -> None:
        self._fence = ""
        """The character of the fence we are in."""
        self._fence_length = 0
        self._fence_is_quoted = False
        """Whether the fence stands in a quotation, and ends with it."""
        self._span = 0
        """The length of the run that opened the code span that we may be in."""
        self._run = ""
        """The character of a run that may still grow, and opens or closes something."""
        self._length = 0
        """How many of it there are."""
        self._leads = False
        """Whether a fence may stand where that run began."""
        self._info = False
        """Whether we are on the line that opened the fence."""
        self._closing = False
        """Whether the line would close the fence if nothing more stood on it."""
        self._lead = ""
        """The beginning of the line."""
        self.last = ""
        """The last character on the line that is no blank."""

    @property
    def line_is_blank(self) -> bool:
        """Whether nothing but blanks stands on the line so far."""
        return not self.last

    @property
    def is_code(self) -> bool:
        """Whether what stands here is in a fence or a quotation, whatever comes behind it."""
        self._settle()
        quotation = self._in_quotation
        return quotation or bool(self._fence and not self._fence_is_quoted)

    @property
    def span(self) -> int:
        """How many backticks would end the code span in which this may stand; 0 where there is none."""
        self._settle()
        return self._span

    def open_ended(self) -> None:
        """The run that seemed to open a code span is text: nothing closes it."""
        self._span = 0

    @property
    def _in_quotation(self) -> bool:
        return self._lead.lstrip(" \t\r").startswith(">")

    def add(self, text: str) -> None:
        for found in _PIECES.finditer(text):
            piece = found.group()
            if piece[0] in "`~":
                self._grow(piece)
            else:
                self._settle()
                if piece == "\n":
                    self._end_line()
                else:
                    self._go_on(piece)

    def _grow(self, run: str) -> None:
        if self._run != run[0]:
            self._settle()
            self._leave_quotation()
            self._leads = len(self._lead) < _LONGEST_LEAD and _LEADING.fullmatch(self._lead) is not None
        self._run = run[0]
        self._length += len(run)
        self._lead += run[: _LONGEST_LEAD - len(self._lead)]
        self.last = run[0]

    def _end_line(self) -> None:
        if self._closing and not self._info:
            self._fence = ""
        if self.line_is_blank:
            self._span = 0
        self._info = self._closing = False
        self._lead = self.last = ""

    def _go_on(self, piece: str) -> None:
        self._lead += piece[: _LONGEST_LEAD - len(self._lead)]
        if not piece.isspace():
            self._leave_quotation()
            self.last = piece[-1]
            self._closing = False

    def _leave_quotation(self) -> None:
        """A fence in a quotation ends where a line stands outside of it."""
        if self._fence_is_quoted and not self._in_quotation:
            self._fence, self._fence_is_quoted = "", False

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
        elif run == "`" and length == self._span:
            self._span = 0
        elif self._leads and length >= _FENCE:
            self._fence, self._fence_length, self._info = run, length, True
            self._fence_is_quoted = self._in_quotation
            self._span = 0
        elif run == "`" and not self._span:
            self._span = length


class SpanEnd:
    """Looks for the run of backticks that ends a code span, piece by piece, up to the end of the paragraph."""

    def __init__(self, length: int, position: int) -> None:
        """``position``: where in the whole text it begins to look."""
        self._length = length
        self.position = position
        """Up to where it has looked."""
        self._run = 0
        self._blank = False
        """Whether nothing but blanks stands on the line so far, and the line before it has ended."""
        self._last: dict[int, int] = {}
        """Where the last run of each length ends."""
        self.failed = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """How far a text was read from a place on, and whether the run ends there."""
        for found in _PIECES.finditer(text, at):
            piece = found.group()
            if piece[0] == "`":
                self._run += len(piece)
                self._blank = False
            elif self.at_run:
                return found.start(), True
            else:
                self._last[self._run] = self.position
                self._run = 0
                self.failed = self._blank and piece == "\n"
                self._blank = piece == "\n" or (self._blank and piece.isspace())
            self.position += len(piece)
            if self.failed:
                return found.end(), False
        return len(text), False

    @property
    def at_run(self) -> bool:
        """Whether the text so far ends with such a run."""
        return self._run == self._length

    def rules_out(self, length: int, position: int) -> bool:
        """Whether it has seen that nothing ends a code span of this length, either, that is open at a later place."""
        self._last[self._run] = self.position
        return position < self.position and self._last.get(length, 0) <= position


class Quotation(msgspec.Struct, frozen=True):
    """A place of a text that is quoted."""

    start: int
    end: int
    is_span: bool
    """Whether it is a code span, and no fence or quotation."""


def quotations(text: str, begin: int = 0) -> Iterator[Quotation]:
    """The places of a text that are quoted, in their order, if it begins there."""
    quoting = Quoting()
    start = end = closed = begin
    missed = SpanEnd(0, begin)
    is_span = False
    for found in _PIECES.finditer(text, begin):
        if quoting.span and closed <= found.start():
            scan = missed
            if not missed.rules_out(quoting.span, found.start()):
                scan = SpanEnd(quoting.span, found.start())
                scan.feed(text, found.start())
            if scan is not missed and scan.at_run:
                closed = scan.position
            else:
                missed = scan
                quoting.open_ended()
        if quoting.is_code or quoting.span:
            if found.start() > end or is_span == quoting.is_code:
                if end > start:
                    yield Quotation(start, end, is_span)
                start = found.start()
            end, is_span = found.end(), not quoting.is_code
        quoting.add(found.group())
    if end > start:
        yield Quotation(start, end, is_span)
