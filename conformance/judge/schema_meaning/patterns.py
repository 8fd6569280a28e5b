"""Texts that may match a pattern, made from the pattern itself.

The module reads the usual elements of patterns in tool parameters: characters, classes, groups, alternatives and
counts. The module only proposes texts. A validator decides whether a text matches.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final, Literal, TypeAlias

_LONGEST: Final = 300
_MOST_BRANCHES: Final = 30
Limit: TypeAlias = Literal["first", "last", "most", "over", "around"]
"""The choice of the text for each piece of a pattern.

``first``: the first character of each class, and as few repetitions as possible. ``last``: the last character of each
class, and optional pieces are included. ``most``: as many repetitions as a count allows. ``over``: 1 repetition more
than a count allows. ``around``: like ``first``, with the text of lookarounds.
"""
_LIMITS: Final[tuple[Limit, ...]] = ("last", "most", "over", "around")
_CATEGORY: Final = re.compile(r"\{\^?\w+\}")
_COUNT: Final = re.compile(r"\{(\d+)(?:,(\d*))?\}")
_CLASSES: Final = {"d": "0", "w": "a", "s": " ", "D": "a", "W": " ", "S": "a", "n": "\n", "t": "\t", "b": "", "B": ""}
_USUAL: Final = (
    "a",
    "A",
    "0",
    "a-b",
    "a@b.example",
    "https://a.example",
    "2026-01-01",
    "2026-01-01T00:00:00Z",
    "12:00",
    "00000000-0000-0000-0000-000000000000",
)


def texts(pattern: str, lengths: Collection[int] = ()) -> Iterator[str]:
    """Yield texts that may match a pattern, and texts that are close to a match.

    These are the shortest text, texts of the wanted ``lengths``, a text for each alternative in the pattern, a text for
    each of ``_LIMITS``, the shortest text with an additional character at either end, and common texts such as dates.
    """
    if len(pattern) <= _LONGEST:
        shortest = _Sample(pattern).text()
        yield shortest
        yield from (_Sample(pattern, more).text() for length in lengths if (more := length - len(shortest)) > 0)
        yield from (_Sample(pattern, branch=n).text() for n in range(1, min(pattern.count("|"), _MOST_BRANCHES) + 1))
        yield from (_Sample(pattern, limit=limit).text() for limit in _LIMITS)
        yield from (f"a{shortest}", f"{shortest}a")
    yield from _USUAL


class _Sample:
    """A reader of a pattern, from left to right, that writes the shortest text for each piece.

    ``more``: the number of additional repetitions, for the first pieces that may be repeated. ``branch``: the index of
    the alternative to write in each group that has an alternative with this index. ``limit``: see ``Limit``.
    """

    def __init__(self, pattern: str, more: int = 0, branch: int = 0, limit: Limit = "first") -> None:
        self._pattern = pattern
        self._more = more
        self._branch_wanted = branch
        self._limit = limit
        self._at = 0
        self._depth = 0

    def text(self) -> str:
        return self._branches()[:_LONGEST]

    def _branches(self) -> str:
        """Read alternatives up to the end of the group, and return the wanted alternative.

        If there is no such alternative, return the first alternative that is not empty.
        """
        found = [self._branch()]
        while self._next() == "|":
            self._at += 1
            found.append(self._branch())
        wanted = found[self._branch_wanted : self._branch_wanted + 1]
        return next(filter(None, (*wanted, *found)), "")

    def _branch(self) -> str:
        written = ""
        while (sign := self._next()) and sign not in "|)":
            written = (written + self._piece())[:_LONGEST]
        return written

    def _piece(self) -> str:
        sign = self._next()
        self._at += 1
        match sign:
            case "^" | "$":
                return ""
            case ".":
                found = "a"
            case "\\":
                escaped = self._next()
                self._at += 1
                category = _CATEGORY.match(self._pattern, self._at) if escaped in ("p", "P") else None
                self._at = category.end() if category else self._at
                found = "é" if category else _CLASSES.get(escaped, escaped)
            case "[":
                found = self._class()
            case "(":
                found = self._group()
            case _:
                found = sign
        return found * min(self._times(), _LONGEST)

    def _group(self) -> str:
        self._depth += 1
        kind = re.compile(r"\?(?:[:=!]|<[=!]|P?<\w+>)").match(self._pattern, self._at)
        self._at = kind.end() if kind else self._at
        found = self._branches() if self._depth < _LONGEST else ""
        self._at += 1
        self._depth -= 1
        is_read = kind is None or kind.group() == "?:" or kind.group().endswith(">")
        return found if is_read or self._limit == "around" else ""

    def _class(self) -> str:
        """Read a class of characters. Return its first character or, at the limit ``last``, its last character."""
        negated = self._next() == "^"
        self._at += negated
        start = self._at
        self._at += self._next() == "]"
        while self._next() not in ("]", ""):
            self._at += 2 if self._next() == "\\" else 1
        inner = self._pattern[start : self._at]
        self._at += 1
        if negated:
            return next((sign for sign in "aA0_ " if sign not in inner and "\\" not in inner), "é")
        if self._limit == "last" and inner and inner[-2:-1] != "\\":
            return inner[-1]
        return _CLASSES.get(inner[1:2], inner[1:2]) if inner.startswith("\\") else inner[:1]

    def _times(self) -> int:
        """Read a count, and return the number of repetitions to write.

        This is the number that the limit asks for (see ``Limit``), plus as many of the wanted additional repetitions as
        the count allows.
        """
        sign = self._next()
        count = _COUNT.match(self._pattern, self._at)
        times, most = 1, 1
        if sign and sign in "?*+":
            self._at += 1
            times, most = (1 if sign == "+" else 0), (1 if sign == "?" else _LONGEST)
        elif count:
            self._at = count.end()
            times = _number(count.group(1))
            most = times if count.group(2) is None else _number(count.group(2) or "9999")
        self._at += self._next() == "?"
        if self._limit == "last":
            times = max(times, min(most, 1))
        elif self._limit in ("most", "over") and count and most < _LONGEST:
            times = most + (self._limit == "over")
        spare = min(self._more, max(most - times, 0))
        self._more -= spare
        return times + spare

    def _next(self) -> str:
        return self._pattern[self._at : self._at + 1]


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 4 else _LONGEST
