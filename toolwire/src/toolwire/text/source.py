"""Text that is still arriving, and the operations with which a grammar reads it.

Each operation is a generator that yields while it needs text that has not arrived. So a grammar is written as if it had
all of the text, and its result does not depend on the pieces in which the text arrives. Each character is examined
once, because a waiting operation remembers how far it has read.
"""

import re
from collections.abc import Callable, Collection, Generator
from functools import lru_cache
from typing import Final, Protocol, TypeAlias, TypeVar

from toolwire.text.errors import Cut, NotACall
from toolwire.text.json_scan import JsonScan
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_T = TypeVar("_T")
Asking: TypeAlias = Generator[None, None, _T]
"""A generator that yields whenever it needs more text, and returns a value at its end."""

_BLANKS: Final = re.compile(r"[ \t\r\n]*")


class Scan(Protocol):
    """A search for the end of a value, piece by piece."""

    failed: bool
    """True if the text so far cannot be the beginning of a value."""

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """Read ``text`` from the index ``at`` on.

        Return the index after the characters that were read, and True if the value ends there.
        """
        ...


class Source:
    """The text that has arrived but was not read yet, and the held text, which was read but may have to be read
    again.
    """

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        self.ended = False
        self._dropped = 0
        """The number of characters that were read and are no longer in ``text``."""
        self._holding = False
        self._log: list[str] = []
        """The held text that is no longer in ``text``. It begins at the position ``_mark`` and ends at the position
        ``_logged``.
        """
        self._mark = self._logged = 0

    @property
    def position(self) -> int:
        """The number of characters read so far, from the start of the whole text."""
        return self._dropped + self.at

    def add(self, chunk: str) -> None:
        """Add text that arrived."""
        if self._holding and self.position > self._logged:
            self._log.append(self.text[self._logged - self._dropped : self.at])
            self._logged = self.position
        self._dropped = self.position
        self.text = self.text[self.at :] + chunk
        self.at = 0

    def hold(self, size: int) -> None:
        """Keep a copy of the last ``size`` characters that were read, and of all text that is read from now on."""
        self._holding = True
        self._log.clear()
        self._mark = self._logged = self.position - size

    def release(self) -> None:
        """Stop holding text. Text that was read, or is read from now on, cannot be given back."""
        self._log.clear()
        self._holding = False

    def commit(self) -> None:
        """Mark all text that was read until now as consumed. It can no longer be given back."""
        self._log.clear()
        self._mark = self._logged = self.position

    def settle(self, size: int) -> None:
        """Count the first ``size`` characters of the held text as consumed, so that only the rest can still be given
        back.
        """
        rest = len(self.uncommitted()) - size
        self.back(rest)
        self.commit()
        self.at += rest

    def uncommitted(self) -> str:
        """Return the held text: text that was read, but may have to be read again."""
        if self._mark >= self._dropped:
            return self.text[self._mark - self._dropped : self.at]
        logged = "".join(self._log)[: self.position - self._mark]
        return logged + self.text[self._logged - self._dropped : self.at]

    @property
    def is_held(self) -> bool:
        """True if some text that was read may still be given back."""
        return self._holding and self.position > self._mark

    def rewind(self) -> None:
        """Give the held text back, so that the next operations read it again."""
        if self._mark < self._dropped:
            self.text = self.uncommitted() + self.text[self.at :]
            self._dropped = self._mark
        self.at = self._mark - self._dropped

    def back(self, size: int) -> None:
        """Give back the last ``size`` characters of the held text, so that the next operations read them again."""
        missing = size - self.at
        pieces: list[str] = []
        while missing > 0:
            pieces.append(self._log.pop())
            missing -= len(pieces[-1])
        logged = "".join(reversed(pieces))
        self.text = logged + self.text
        self._dropped -= len(logged)
        self._logged -= len(logged)
        self.at += len(logged) - size

    def wait(self) -> Asking[None]:
        """Wait for the next character. Raises ``Cut`` if the text ends instead."""
        if (yield from self.at_end()):
            raise Cut

    def at_end(self) -> Asking[bool]:
        """Return whether all text has been read and no more text can arrive. Wait if this is not known yet."""
        while self.at == len(self.text):
            if self.ended:
                return True
            yield
        return False

    def blanks(self) -> Asking[None]:
        """Read blanks, if there are any."""
        yield from self.run(_BLANKS)

    def rest(self) -> Asking[None]:
        """Read the rest of the text."""
        while not self.ended:
            self.at = len(self.text)
            yield
        self.at = len(self.text)

    def followed(self, *ends: str) -> Asking[None]:
        """Wait until it is clear if any of ``ends`` comes after the following blanks. Read nothing.

        The only exception: if the whole text ends inside any of ``ends``, the rest of the text is read. A grammar calls
        this before it emits a call whose end may be missing, because the text may be cut inside the end.
        """
        gap = yield from self.blank_run()
        begins = yield from self.stands(*ends)
        if begins and not self.text.startswith(ends, self.at):
            self.at = len(self.text)  # the end of the text cut the literal
        else:
            self.back(len(gap))

    def closing(self, *ends: str) -> Asking[str]:
        """Count the text so far as consumed. Then read the following blanks and one of ``ends``, and return this end.

        If none of ``ends`` follows, return "" without reading the blanks.
        """
        self.commit()
        yield from self.blanks()
        found = yield from self.optional(*ends)
        if not found:
            self.rewind()
        return found

    def blank_run(self) -> Asking[str]:
        """Read blanks, if there are any, and return them."""
        return self.run(_BLANKS)

    def run(self, pattern: re.Pattern[str]) -> Asking[str]:
        """Read and return the longest run of characters that ``pattern`` matches.

        ``pattern`` must match any number of characters of a certain class.
        """
        pieces = []
        while True:
            found = pattern.match(self.text, self.at)
            end = found.end() if found else self.at
            pieces.append(self.text[self.at : end])
            self.at = end
            if end < len(self.text) or self.ended:
                return "".join(pieces)
            yield

    def peek(self) -> Asking[str]:
        """Return the next character without reading it; "" at the end of the text."""
        return "" if (yield from self.at_end()) else self.text[self.at]

    def stands(self, *literals: str) -> Asking[bool]:
        """Return whether any of ``literals`` comes next, without reading it. If the whole text ends inside a literal,
        its beginning is enough.
        """
        longest = max(map(len, literals))
        while True:
            window = self.text[self.at : self.at + longest]
            if any(window.startswith(literal) for literal in literals):
                return True
            waits = any(literal.startswith(window) for literal in literals)
            if not waits or self.ended:
                return waits and bool(window)
            yield

    def value(self, end: str, *follows: str) -> Asking[str]:
        """Read a value up to the closing tag ``end``, and return the value.

        A tag ``end`` inside the value is possible. So ``end`` ends the value only if one of ``follows``, or the end of
        the text, comes after it. Raises the errors of ``until``.
        """
        pieces = []
        while True:
            piece, _ = yield from self.until(end)
            pieces.append(piece)
            gap = yield from self.run(_BLANKS)
            if (yield from self.at_end()) or (yield from self.stands(*follows)):
                return "".join(pieces)
            pieces += (end, gap)

    def optional(self, *literals: str) -> Asking[str]:
        """Read one of ``literals`` if it comes next, and return it; else return "".

        The start of a literal is enough if the text ends after it.
        """
        longest = max(map(len, literals))
        while True:
            window = self.text[self.at : self.at + longest]
            waiting = [literal for literal in literals if len(literal) > len(window) and literal.startswith(window)]
            if not waiting or self.ended:
                break
            yield
        found = [literal for literal in literals if window.startswith(literal)]
        if found:
            best = max(found, key=len)
            self.at += len(best)
            return best
        if waiting and window:
            self.at = len(self.text)
            return waiting[0]
        return ""

    def expect(self, *literals: str) -> Asking[str]:
        """Read one of ``literals``, and return it. The start of a literal is enough if the text ends after it.

        Raises ``NotACall`` if none of them comes next, and ``Cut`` if no text comes next.
        """
        if (yield from self.at_end()):
            raise Cut
        found = yield from self.optional(*literals)
        if not found:
            raise NotACall
        return found

    def until(self, *ends: str, stops: tuple[str, ...] = ()) -> Asking[tuple[str, str]]:
        """Read to the first of ``ends``. Return the text before it, and the end.

        Raises ``NotACall`` if one of ``stops`` comes first, and ``Cut`` if the text ends before any end or stop.
        """
        pieces: list[str] = []
        end = yield from self.flow(pieces.append, *ends, *stops)
        if not end:
            raise Cut
        if end in stops:
            raise NotACall
        return "".join(pieces), end

    def flow(self, take: Callable[[str], None], *ends: str) -> Asking[str]:
        """Pass text to ``take`` as it arrives, up to the first of ``ends``. Return this end, or "" if the text ends
        first.

        Text that may be the start of one of ``ends`` is held back until it turns out to be other text.
        """
        pattern = alternatives(ends)
        while True:
            waiting = len(self.text) if self.ended else partial_start(self.text, self.at, ends)
            found = pattern.search(self.text, self.at)
            here = found is not None and (self.ended or found.start() < waiting)
            end = found.start() if found and here else waiting
            if end > self.at:
                take(self.text[self.at : end])
                self.at = end
            if found and here:
                self.at = found.end()
                return found.group()
            if self.ended:
                return ""
            yield

    def json(self, keys: Collection[str] | None = None) -> Asking[str]:
        """Read and return the text of a JSON object or array.

        ``keys`` mean the same as in ``JsonScan``. Raises ``NotACall`` for other text, and ``Cut`` if the text
        ends first.
        """
        text = yield from self.extent(JsonScan(keys))
        try:
            exact_json.loads(text)
        except JsonError:
            raise NotACall from None
        return text

    def extent(self, scan: Scan) -> Asking[str]:
        """Read a value to its end, which ``scan`` finds, and return the value's text.

        Raises ``NotACall`` if the text cannot be a value that ``scan`` accepts, and ``Cut`` if the text ends before the
        value does.
        """
        pieces = []
        while True:
            start = self.at
            self.at, whole = scan.feed(self.text, start)
            if scan.failed:
                raise NotACall
            pieces.append(self.text[start : self.at])
            if whole:
                return "".join(pieces)
            if self.ended:
                raise Cut
            yield


@lru_cache(1024)
def alternatives(literals: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches each of some literals. The longest literal is tried first."""
    return re.compile("|".join(map(re.escape, sorted(literals, key=len, reverse=True))))


@lru_cache(1024)
def _prefixes(literals: tuple[str, ...]) -> tuple[int, frozenset[str]]:
    starts = frozenset(literal[:size] for literal in literals for size in range(1, len(literal)))
    return max(map(len, starts), default=0), starts


def partial_start(text: str, at: int, literals: tuple[str, ...]) -> int:
    """Return the index of a literal's beginning with which the text ends. Return the length of the text if it ends with
    no such beginning. The search starts at ``at``.

    Example: 3 for the text "Hi <tool" and the literal ``<tool_call>``.
    """
    longest, starts = _prefixes(literals)
    for start in range(max(at, len(text) - longest), len(text)):
        if text[start:] in starts:
            return start
    return len(text)
