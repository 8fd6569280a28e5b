"""A search for quotations in Markdown: fences, code spans and block quotes (lines that start with ``>``)."""

import re
from collections.abc import Iterator
from copy import copy
from typing import Final, Literal

import msgspec

_PIECES: Final = re.compile(r"\n|`+|~+|>|[ \t\r]+|[^\n`~> \t\r]+")
_SIGN: Final = re.compile(r"[`~>]")
"""A pattern for the characters that start fences, code spans and block quotes."""
_FENCE: Final = 3
_MARK: Final = r"(?:[-*+]|\d{1,9}[.)])"
_LEADING: Final = re.compile(rf"[ \t\r]*(?:>[ \t\r]*)*(?:{_MARK}[ \t\r]+)*")
"""A pattern for the text that may come before a fence on its line: the marks of block quotes (``>``) and of lists."""
_QUOTATION: Final = re.compile(rf"(?:[ \t\r]*{_MARK}[ \t\r]+)*[ \t\r]*>")
_BLOCK: Final = re.compile(rf"[ \t\r]*(?:>|(?:{_MARK}|#{{1,6}})[ \t\r])")
"""A pattern for the start of a line that ends the paragraph before it."""
_LONGEST_LEAD: Final = 80
"""The number of characters at the start of a line that are compared with the patterns for fences and paragraphs."""


class Quoting:
    """The state of fences, code spans and block quotes in a text that arrives in pieces. CommonMark 0.31 defines all
    three.

    A run of backticks that nothing closes is plain text, not a code span, but only the end of its paragraph shows this.
    """

    def __init__(self) -> None:
        self._fence = ""
        """The character of the open fence; "" if no fence is open."""
        self._fence_length = 0
        self._fence_is_quoted = False
        """True if the fence is inside a block quote, so that it ends with the block quote."""
        self._span = 0
        """The length of the run of backticks that may have opened a code span."""
        self._span_is_new = False
        """True if the run of backticks that may have opened a code span is on this line."""
        self.closed = 0
        """The number of code spans that have ended."""
        self._run = ""
        """The character of the growing run: a run of backticks or tildes that may still grow, and may open or close a
        fence or code span.
        """
        self._length = 0
        """The length of the growing run."""
        self._leads = False
        """True if the growing run (``_run``) may start a fence."""
        self._info = False
        """True if this line opened the fence."""
        self._closing = False
        """True if the line so far closes the fence. If more text follows on the line, the line does not close the
        fence.
        """
        self._lead = ""
        """The first characters of the line."""
        self._escapes = False
        """True if the next character is escaped by a backslash."""
        self.last = ""
        """The last character on the line that is not a blank."""

    @property
    def line_is_blank(self) -> bool:
        """True if the line has only blanks so far."""
        return not self.last

    @property
    def is_fenced(self) -> bool:
        """True if the text so far ends inside a fence. The fence need not end later."""
        self._settle()
        return bool(self._fence) and (self._in_quotation or not self._fence_is_quoted)

    @property
    def kind(self) -> Literal["fence", "quotation", "span"] | None:
        """The kind of quotation in which the text so far ends; None if it ends outside of quotations. A code span is
        assumed to be closed later.
        """
        if self.is_fenced:
            return "fence"
        if self._in_quotation:
            return "quotation"
        return "span" if self._span else None

    @property
    def span(self) -> int:
        """The number of backticks that would close the open code span; 0 if no code span is open."""
        self._settle()
        return self._span

    def closes_fence(self) -> bool:
        """If the current line, as far as it was read, can close the fence, end the fence and return True. Otherwise
        return False.

        A call's marker may follow on the same line, so the end of the line need not be known.
        """
        self._settle()
        if self._closing and not self._info:
            self._fence = ""
            return True
        return False

    def open_ended(self) -> None:
        """Treat the run of backticks that seemed to open a code span as text, because no later run closes it."""
        self._span = 0

    @property
    def _in_quotation(self) -> bool:
        return _QUOTATION.match(self._lead) is not None

    def add(self, text: str) -> None:
        for match in _PIECES.finditer(text):
            piece = match.group()
            if piece[0] in "`~":
                self._grow(piece)
            else:
                self._settle()
                if piece == "\n":
                    self._end_line()
                else:
                    self._continue_line(piece)

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
        self.closes_fence()
        if self.line_is_blank:
            self._span = 0
        self._info = self._closing = self._span_is_new = self._escapes = False
        self._lead = self.last = ""

    def _continue_line(self, piece: str) -> None:
        self._lead += piece[: _LONGEST_LEAD - len(self._lead)]
        slashes = len(piece) - len(piece.rstrip("\\"))
        self._escapes = (slashes + (self._escapes and slashes == len(piece))) % 2 == 1
        if not piece.isspace():
            self.last = piece[-1]
            self._closing = False
        if self.last:
            self._leave_blocks()

    def _leave_blocks(self) -> None:
        """End a fence inside a block quote if the line is outside the block quote. End a code span if the line starts
        another block.
        """
        if self._fence_is_quoted and not self._in_quotation:
            self._fence, self._fence_is_quoted = "", False
        if self._span and not self._span_is_new and _BLOCK.match(self._lead):
            self._span = 0

    def _settle(self) -> None:
        """Decide the meaning of a run of backticks or tildes that has ended."""
        run, length = self._run, self._length
        self._run, self._length = "", 0
        if not run:
            return
        if self._fence:
            if self._info and run == "`" == self._fence:
                # The first line of a fence has no further backticks: it was a code span, which may end here.
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
    """A search for the end of a code span, piece by piece.

    The search has ``failed`` if the paragraph ends before the code span ends.
    """

    def __init__(self, quoting: Quoting, text: str, position: int) -> None:
        """Start with ``text``, the part of the span that ``quoting`` has not read yet.

        ``position`` is the index at which ``text`` ends in the whole text.
        """
        self._quoting = copy(quoting)
        self._before = quoting.closed
        self._quoting.add(text)
        self.position = position
        """The index in the whole text up to which the search has come."""
        self._run = 0
        self._last: dict[int, int] = {}
        """The index at which the last run of backticks ended, by the length of the run."""
        self.failed = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """Read on in ``text``, from the index ``at``.

        Return the index at which reading stopped, and True if the span ends there.
        """
        for match in _PIECES.finditer(text, at):
            piece = match.group()
            self._quoting.add(piece)
            if piece[0] == "`":
                self._run += len(piece)
            elif piece[0] != "~":
                if self.is_closed:
                    return match.start(), True
                self._last[self._run] = self.position
                self._run = 0
                self.failed = not self._quoting.span
            self.position += len(piece)
            if self.failed:
                return match.end(), False
        return len(text), False

    @property
    def is_closed(self) -> bool:
        """True if the span has ended, or ends with the text so far."""
        return not self._quoting.span and self._quoting.closed > self._before

    def rules_out(self, length: int, position: int) -> bool:
        """Return whether this search already shows that a later code span has no end. The later code span opens at
        ``position`` with ``length`` backticks.
        """
        self._last[self._run] = self.position
        return position < self.position and self._last.get(length, 0) <= position


class FenceEnd:
    """A search for the line that ends a fence, piece by piece."""

    failed = False

    def __init__(self, quoting: Quoting, text: str) -> None:
        """Start with ``text``, the part of the fence that ``quoting`` has not read yet."""
        self._quoting = copy(quoting)
        self._quoting.add(text)

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """Read on in ``text``, from the index ``at``.

        Return the index at which reading stopped, and True if the fence ends there.
        """
        for match in _PIECES.finditer(text, at):
            self._quoting.add(match.group())
            if match.group() == "\n" and not self._quoting.is_fenced:
                return match.end(), True
        return len(text), False

    @property
    def is_closed(self) -> bool:
        """True if the fence has ended, or ends with the text so far."""
        self._quoting.add("\n")
        return not self._quoting.is_fenced


class Quotation(msgspec.Struct, frozen=True):
    """A fence, a block quote (kind ``quotation``) or a code span (kind ``span``): its start and end in the text, and
    its kind.
    """

    start: int
    end: int
    kind: Literal["fence", "quotation", "span"]


def quotations(text: str, begin: int = 0, end: int | None = None) -> Iterator[Quotation]:
    """Yield the quotations (fences, code spans and block quotes) of a text between ``begin`` and ``end``, in order."""
    return (quotation for quotation in passages(text, begin, end) if quotation.start < quotation.end)


def has_sign(text: str, begin: int, end: int) -> bool:
    """Return whether a text has, between ``begin`` and ``end``, a character with which a quotation may start."""
    return _SIGN.search(text, begin, end) is not None


def passages(text: str, begin: int = 0, end: int | None = None) -> Iterator[Quotation]:
    """Yield the quotations of a text as ``quotations`` does. Outside of quotations, yield empty quotations.

    An empty quotation marks the index up to which the text was searched, so that a caller can stop early. If no
    character of the text may start a quotation, yield nothing.
    """
    end = len(text) if end is None else end
    sign = _SIGN.search(text, begin, end)
    if sign is None:
        return
    begin = max(begin, text.rfind("\n", begin, sign.start()) + 1)
    quoting = Quoting()
    missed = SpanEnd(quoting, "", begin)
    closed, last = begin, Quotation(begin, begin, "span")
    for match in _PIECES.finditer(text, begin, end):
        if quoting.span and closed <= match.start():
            scan = missed
            if not missed.rules_out(quoting.span, match.start()):
                scan = SpanEnd(quoting, "", match.start())
                scan.feed(text, match.start())
            if scan is not missed and scan.is_closed:
                closed = scan.position
            else:
                missed = scan
                quoting.open_ended()
        if kind := quoting.kind:
            continues = kind == last.kind and match.start() == last.end
            if not continues and last.end > last.start:
                yield last
            last = Quotation(last.start if continues else match.start(), match.end(), kind)
        elif last.end > last.start:
            yield last
            last = Quotation(match.start(), match.start(), "span")
        else:
            yield Quotation(match.start(), match.start(), "span")
        quoting.add(match.group())
    if last.end > last.start:
        yield last
