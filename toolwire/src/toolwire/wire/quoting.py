"""Whether a place in an answer is quoted: in a fence, a code span or a quotation of Markdown."""

import re
from collections.abc import Iterator
from copy import copy
from typing import Final, Literal

import msgspec

_PIECES: Final = re.compile(r"\n|`+|~+|>|[ \t\r]+|[^\n`~> \t\r]+")
_SIGN: Final = re.compile(r"[`~>]")
"""Without one of these nothing is quoted."""
_FENCE: Final = 3
_MARK: Final = r"(?:[-*+]|\d{1,9}[.)])"
_LEADING: Final = re.compile(rf"[ \t\r]*(?:>[ \t\r]*)*(?:{_MARK}[ \t\r]+)*")
"""What a fence may stand behind on its line: quotations and lists have fences, too."""
_QUOTATION: Final = re.compile(rf"(?:[ \t\r]*{_MARK}[ \t\r]+)*[ \t\r]*>")
_BLOCK: Final = re.compile(rf"[ \t\r]*(?:>|(?:{_MARK}|#{{1,6}})[ \t\r])")
"""How a line begins that ends the paragraph before it."""
_LONGEST_LEAD: Final = 80
"""Characters of a line that are looked at for that."""


class Quoting:
    """Follows fences, code spans and quotations in text that arrives in pieces (CommonMark 0.31, as far as they go).

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
        self._span_is_new = False
        """Whether that run stands on this line."""
        self.closed = 0
        """How many code spans ended so far."""
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
        self._escapes = False
        """Whether what comes next stands behind a backslash that is none itself."""
        self.last = ""
        """The last character on the line that is no blank."""

    @property
    def line_is_blank(self) -> bool:
        """Whether nothing but blanks stands on the line so far."""
        return not self.last

    @property
    def is_fenced(self) -> bool:
        """Whether what stands here is in a fence, whether or not it ever ends."""
        self._settle()
        return bool(self._fence) and (self._in_quotation or not self._fence_is_quoted)

    @property
    def kind(self) -> Literal["fence", "quotation", "span"] | None:
        """What quotes what stands here, if the code span in which it may stand is closed; None where nothing does."""
        if self.is_fenced:
            return "fence"
        if self._in_quotation:
            return "quotation"
        return "span" if self._span else None

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
        return _QUOTATION.match(self._lead) is not None

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
            self._leave_blocks()
            self._leads = len(self._lead) < _LONGEST_LEAD and _LEADING.fullmatch(self._lead) is not None
            if self._escapes and not (self._fence or self._span):
                self._length -= 1
            self._escapes = False
        self._run = run[0]
        self._length += len(run)
        self._lead += run[: _LONGEST_LEAD - len(self._lead)]
        self.last = run[0]

    def _end_line(self) -> None:
        if self._closing and not self._info:
            self._fence = ""
        if self.line_is_blank:
            self._span = 0
        self._info = self._closing = self._span_is_new = self._escapes = False
        self._lead = self.last = ""

    def _go_on(self, piece: str) -> None:
        self._lead += piece[: _LONGEST_LEAD - len(self._lead)]
        slashes = len(piece) - len(piece.rstrip("\\"))
        self._escapes = (slashes + (self._escapes and slashes == len(piece))) % 2 == 1
        if not piece.isspace():
            self.last = piece[-1]
            self._closing = False
        if self.last:
            self._leave_blocks()

    def _leave_blocks(self) -> None:
        """A fence in a quotation ends where a line stands outside of it, a code span where another block begins."""
        if self._fence_is_quoted and not self._in_quotation:
            self._fence, self._fence_is_quoted = "", False
        if self._span and not self._span_is_new and _BLOCK.match(self._lead):
            self._span = 0

    def _settle(self) -> None:
        """Say what a run of fence characters, which is whole now, means."""
        run, length = self._run, self._length
        self._run, self._length = "", 0
        if not run:
            return
        if self._fence:
            if self._info and run == "`" == self._fence:
                # No fence has its own character on its first line: it was a code span, which may end here.
                self._open(0 if length == self._fence_length else self._fence_length)
                self._fence, self._info = "", False
            else:
                self._closing = self._leads and run == self._fence and length >= self._fence_length
        elif run == "`" and length == self._span:
            self._span = 0
            self.closed += 1
        elif self._leads and length >= _FENCE:
            self._fence, self._fence_length, self._info = run, length, True
            self._fence_is_quoted = self._in_quotation
            self._span = 0
        elif run == "`" and not self._span:
            self._open(length)

    def _open(self, length: int) -> None:
        self._span, self._span_is_new = length, True


class SpanEnd:
    """Looks for what ends a code span, piece by piece: a run of backticks, or the paragraph; then it ``failed``."""

    def __init__(self, quoting: Quoting, text: str, position: int) -> None:
        """``text``: what stands in the span and was not added yet; ``position``: where in the whole text it ends."""
        self._quoting = copy(quoting)
        self._before = quoting.closed
        self._quoting.add(text)
        self.position = position
        """Up to where it has looked."""
        self._run = 0
        self._last: dict[int, int] = {}
        """Where the last run of each length ends."""
        self.failed = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """How far a text was read from a place on, and whether the span ends there."""
        for found in _PIECES.finditer(text, at):
            piece = found.group()
            self._quoting.add(piece)
            if piece[0] == "`":
                self._run += len(piece)
            elif piece[0] != "~":
                if self.is_closed:
                    return found.start(), True
                self._last[self._run] = self.position
                self._run = 0
                self.failed = not self._quoting.span
            self.position += len(piece)
            if self.failed:
                return found.end(), False
        return len(text), False

    @property
    def is_closed(self) -> bool:
        """Whether the span has ended; at the end of the text, where it ends with that."""
        return not self._quoting.span and self._quoting.closed > self._before

    def rules_out(self, length: int, position: int) -> bool:
        """Whether it has seen that nothing ends a code span of this length, either, that is open at a later place."""
        self._last[self._run] = self.position
        return position < self.position and self._last.get(length, 0) <= position


class FenceEnd:
    """Looks for the line that ends a fence, piece by piece."""

    failed = False

    def __init__(self, quoting: Quoting, text: str) -> None:
        """``text``: what stands in the fence and was not added yet."""
        self._quoting = copy(quoting)
        self._quoting.add(text)

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """How far a text was read from a place on, and whether the line behind the fence begins there."""
        for found in _PIECES.finditer(text, at):
            self._quoting.add(found.group())
            if found.group() == "\n" and not self._quoting.is_fenced:
                return found.end(), True
        return len(text), False

    @property
    def is_closed(self) -> bool:
        """Whether the fence has ended; at the end of the text, where it ends with that."""
        self._quoting.add("\n")
        return not self._quoting.is_fenced


class Quotation(msgspec.Struct, frozen=True):
    """A place of a text that is quoted."""

    start: int
    end: int
    kind: Literal["fence", "quotation", "span"]


def quotations(text: str, begin: int = 0) -> Iterator[Quotation]:
    """The places of a text that are quoted, in their order, if it begins there."""
    sign = _SIGN.search(text, begin)
    if sign is None:
        return
    begin = max(begin, text.rfind("\n", begin, sign.start()) + 1)
    quoting = Quoting()
    missed = SpanEnd(quoting, "", begin)
    closed, last = begin, Quotation(begin, begin, "span")
    for found in _PIECES.finditer(text, begin):
        if quoting.span and closed <= found.start():
            scan = missed
            if not missed.rules_out(quoting.span, found.start()):
                scan = SpanEnd(quoting, "", found.start())
                scan.feed(text, found.start())
            if scan is not missed and scan.is_closed:
                closed = scan.position
            else:
                missed = scan
                quoting.open_ended()
        if kind := quoting.kind:
            goes_on = kind == last.kind and found.start() == last.end
            if not goes_on and last.end > last.start:
                yield last
            last = Quotation(last.start if goes_on else found.start(), found.end(), kind)
        quoting.add(found.group())
    if last.end > last.start:
        yield last
