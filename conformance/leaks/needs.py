"""The needs of a regular expression: parts that a text must have so that the expression can match.

The search for these parts is a quick test before the slow search with the expression.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple

_FEWEST: Final = 16
"""The minimum length of a run of characters that counts as a need. Most texts have shorter runs."""
_LIKE_ASCII: Final = {0x130: "i", 0x131: "i", 0x17F: "s", 0x212A: "k"}
"""The characters outside ASCII that match a letter of ASCII in a pattern that ignores case, each with this letter."""
_IN_RUN: Final = rf"A-Za-z0-9+/=_\\{''.join(map(chr, _LIKE_ASCII))}-"
_RUN: Final = re.compile(f"[{_IN_RUN}]{{{_FEWEST},}}")
_RUN_CHARACTER: Final = re.compile(f"[{_IN_RUN}]")
_NO_LETTERS: Final = bytes(code for code in range(128) if not chr(code).isalnum())
_REPEATS: Final = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
_GROUPS: Final = (ops.SUBPATTERN, ops.ATOMIC_GROUP, ops.ASSERT)


class Searched(str):
    """A text that is searched with many patterns."""

    @cached_property
    def folded(self) -> str:
        """The text in lower case. Characters outside ASCII that match a letter of ASCII without regard to case are
        replaced by this letter.
        """
        return (self.translate(_LIKE_ASCII) if any(chr(code) in self for code in _LIKE_ASCII) else self).lower()

    @cached_property
    def letters(self) -> bytes:
        """The letters and digits of ASCII in the text, in lower case."""
        return self.folded.encode("ascii", "ignore").translate(None, _NO_LETTERS)

    @cached_property
    def longest_run(self) -> int:
        """The length of the longest run of characters that may be in a key. 0 if it is shorter than ``_FEWEST``."""
        return max(map(len, _RUN.findall(self)), default=0)


class Part(NamedTuple):
    """A string to look for. If ``any_case`` is true, ``text`` is in lower case, and the search ignores case."""

    text: str
    any_case: bool


class Run(NamedTuple):
    """A run of at least ``length`` characters of a class. ``pattern`` finds such a run."""

    length: int
    pattern: "re.Pattern[str]"


class Needs(NamedTuple):
    """The needs of a pattern. A text must have a part from each group of parts, and each run."""

    parts: tuple[frozenset[Part], ...]
    runs: tuple[Run, ...]

    def are_in(self, text: Searched) -> bool:
        """Return whether a text has everything that the pattern needs."""
        # These are loops because each text is tested with all patterns: generators would take three times as long.
        for group in self.parts:
            for part in group:
                if part.text in (text.folded if part.any_case else text):
                    break
            else:
                return False
        return all(run.length <= text.longest_run and run.pattern.search(text) for run in self.runs)


@cache
def needs_of(pattern: "re.Pattern[str]") -> Needs:
    """Return the needs of a pattern: strings and runs of characters, without which a text cannot match."""
    found = [*_needed(_parser.parse(pattern.pattern, pattern.flags), bool(pattern.flags & re.IGNORECASE))]
    groups = dict.fromkeys(group for group in found if isinstance(group, frozenset))
    runs = dict.fromkeys(run for run in found if isinstance(run, Run))
    return Needs(tuple(sorted(groups, key=_strength, reverse=True)), tuple(runs))


def _strength(group: frozenset[Part]) -> tuple[int, int]:
    return min(len(part.text) for part in group), -len(group)


def _needed(items: Any, any_case: bool) -> Iterator[frozenset[Part] | Run]:
    """Yield the needs of a sequence of items of a parsed pattern: groups of parts, and runs.

    ``any_case``: true if the pattern ignores case.
    """
    letters = ""
    for op, argument in (*items, (None, None)):
        if op is ops.LITERAL and argument < 128:
            letters += chr(argument)
            continue
        if letters:
            yield frozenset({Part(letters.lower() if any_case else letters, any_case)})
        letters = ""
        if op is ops.BRANCH:
            yield from _of_branches(argument[1], any_case)
        elif op in _GROUPS:
            yield from _of_group(op, argument, any_case)
        elif op in _REPEATS and argument[0] > 0:
            yield from _needed(argument[2], any_case)
            characters = _class(argument[2]) if argument[0] >= _FEWEST else None
            if characters is not None:
                run = f"{characters}{{{argument[0]}}}"
                yield Run(argument[0], re.compile(run, re.IGNORECASE if any_case else 0))


def _of_group(op: Any, argument: Any, any_case: bool) -> Iterator[frozenset[Part] | Run]:
    if op is ops.SUBPATTERN:
        _, added, removed, inner = argument
        any_case = (any_case or bool(added & re.IGNORECASE)) and not removed & re.IGNORECASE
        yield from _needed(inner, any_case)
    else:
        yield from _needed(argument if op is ops.ATOMIC_GROUP else argument[1], any_case)


def _of_branches(branches: list[Any], any_case: bool) -> Iterator[frozenset[Part]]:
    """Yield a single group with the parts that the branches need: ``sk-`` and ``pk-`` for ``sk-|pk-``.

    A text must have at least one of these parts. If any branch can match without a part, yield nothing.
    """
    of_each = [[group for group in _needed(branch, any_case) if isinstance(group, frozenset)] for branch in branches]
    if all(of_each):
        yield frozenset().union(*(max(groups, key=_strength) for groups in of_each))


def _class(item: Any) -> str | None:
    """Return the class of characters of a parsed item such as ``[a-z]``, if all these characters may be in a run.
    Otherwise return None.
    """
    if len(item) != 1 or item[0][0] is not ops.IN:
        return None
    characters = ""
    for op, argument in item[0][1]:
        if op not in (ops.LITERAL, ops.RANGE):
            return None
        first, last = argument if op is ops.RANGE else (argument, argument)
        if not all(_RUN_CHARACTER.fullmatch(chr(code)) for code in range(first, last + 1)):
            return None
        characters += f"\\x{first:02x}-\\x{last:02x}"
    return f"[{characters}]"
