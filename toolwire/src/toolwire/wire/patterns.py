"""Regular expressions in files of claims and in schemas. The time of each match is limited."""

from collections.abc import Callable
from typing import Final

import regex

from toolwire.wire.errors import PatternError, SlowPattern

_SECONDS: Final = 5.0


def check(pattern: str) -> None:
    """Raise ``PatternError`` if a pattern is not a valid regular expression."""
    _compiled(pattern)


def matches(pattern: str, text: str) -> bool:
    """Return whether a pattern matches the whole text. Raises ``PatternError`` and ``SlowPattern``."""
    return _found(_compiled(pattern).fullmatch, pattern, text)


def occurs(pattern: str, text: str) -> bool:
    """Return whether a pattern matches any part of a text. Raises ``PatternError`` and ``SlowPattern``."""
    return _found(_compiled(pattern).search, pattern, text)


def _compiled(pattern: str) -> "regex.Pattern[str]":
    try:
        return regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError) as error:
        raise PatternError(f"not a valid regular expression: {pattern!r}: {error}") from None


def _found(search: Callable[..., object], pattern: str, text: str) -> bool:
    try:
        return search(text, timeout=_SECONDS) is not None
    except TimeoutError:
        raise SlowPattern(
            f"the regular expression {pattern!r} was stopped after {_SECONDS:g} seconds, on a text of {len(text):,} "
            f"characters: simplify it, for example by removing a repetition inside a repetition"
        ) from None
