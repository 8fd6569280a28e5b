"""Values in messages: as they stand on the wire, nothing in them invisible, and never cut before what differs."""

import unicodedata
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring
from typing import Final

from conformance.judge import arguments
from conformance.judge.marks import CallId, on_wire
from toolwire.model import Json
from toolwire.wire import exact_json

WITHIN: Final = "the expected text stands from character "
"""Stands in messages about a text in front of which there is another one."""
_LONGEST: Final = 300
"""Longer values are shown in part: from where they differ."""
_LONGEST_ALONE: Final = 800
"""The same of a value that nothing is compared with."""
_BEFORE: Final = 80
"""So many characters are shown in front of where two long values differ."""
_SHOWN: Final = 4
"""So many characters are escaped where two texts look the same."""


def quoted(text: str) -> str:
    """A text as JSON, with an escape for every character that nobody sees."""
    return visible(encode_basestring(text))


def visible(text: str) -> str:
    """A text with escapes for the characters that nobody sees: controls, zero widths, blanks that are not U+0020."""
    return (
        text
        if text.isprintable()
        else "".join(character if character.isprintable() else _escaped(character) for character in text)
    )


def shown(value: Json) -> str:
    """A value as JSON, as it stands on the wire; of a long one the beginning, and its length."""
    text = _whole(value)
    return text if len(text) <= _LONGEST_ALONE else f"{text[:_LONGEST_ALONE]} ... ({len(text)} characters)"


def listed(values: Iterable[Json]) -> str:
    """Several values, or that there are none."""
    return ", ".join(map(shown, values)) or "nothing"


def expected_got(expected: Json, actual: Json) -> str:
    """That one value was expected, and another found instead; it shows where they differ, also if nobody sees that."""
    if isinstance(expected, CallId):
        return f"expected {_id(expected)}, got {_id(actual, also=True)}"
    if type(expected) is str and type(actual) is str:
        return _texts(expected, actual)
    due, got = _whole(expected), _whole(actual)
    return f"expected {_window(due, got)}, got {_window(got, due)}{_where(due, got)}"


def read_instead(expected: Json, actual: Json) -> str:
    """The same of what was read, where None is nothing."""
    if expected is not None and actual is not None:
        return expected_got(expected, actual)
    due, got = ("nothing" if text is None else shown(text) for text in (expected, actual))
    return f"expected {due}, got {got}"


def arguments_instead(expected: str, actual: str) -> str:
    """The same of the arguments of calls, which are JSON."""
    due, got = arguments.spelled(expected), arguments.spelled(actual)
    if max(len(expected), len(actual)) > _LONGEST:
        return f"expected {_window(due, got)}, got {_window(got, due)}{_where(due, got)}"
    return f"expected {visible(expected)}, got {visible(actual)}{_unseen(due, got)}"


def apart(left: str, right: str) -> int:
    """The place of the first character at which two texts differ."""
    most = min(len(left), len(right))
    return next((n for n in range(most) if left[n] != right[n]), most)


def _whole(value: Json) -> str:
    return visible(exact_json.dumps(on_wire(value)))


def _texts(expected: str, actual: str) -> str:
    start = apart(expected, actual)
    left, right = (_part(text, start, quoted) for text in (expected, actual))
    return f"expected {left}, got {right}{_unseen(expected, actual) or _where(expected, actual)}"


def look_alike(left: str, right: str) -> bool:
    """Return whether two different texts look the same."""
    return left != right and _look(left) == _look(right)


def _unseen(expected: str, actual: str) -> str:
    """The place where two texts differ that look the same."""
    if not look_alike(expected, actual):
        return ""
    start = apart(expected, actual)
    while start and any(unicodedata.combining(text[start]) for text in (expected, actual) if start < len(text)):
        start -= 1  # the letter under an accent, too
    left, right = (_all_escaped(text[start:]) for text in (expected, actual))
    return f" (character {start + 1}: expected {left}, got {right})"


def _all_escaped(text: str) -> str:
    """The beginning of a text, every character but letters of ASCII as an escape."""
    if not text:
        return "the end"
    letters = (letter if letter.isascii() and letter.isalnum() else _escaped(letter) for letter in text[:_SHOWN])
    return f'"{"".join(letters)}"'


def _escaped(mark: str) -> str:
    number = ord(mark)
    if number > 0xFFFF:
        number -= 0x10000
        return f"\\u{0xD800 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
    return f"\\u{number:04x}"


def _look(text: str) -> str:
    """The visible part of a text."""
    marks = unicodedata.normalize("NFC", text)
    return " ".join("".join(character for character in marks if character.isspace() or character.isprintable()).split())


def _where(left: str, right: str) -> str:
    """The place where two long texts differ, or where all of the first stands in the second."""
    if max(len(left), len(right)) <= _LONGEST:
        return ""
    if (start := right.find(left)) > 0 and left:
        return f" ({WITHIN}{start + 1} on; {len(left)} and {len(right)} characters)"
    return f" (they differ from character {apart(left, right) + 1} on; {len(left)} and {len(right)} characters)"


def _window(text: str, other: str) -> str:
    return _part(text, apart(text, other), str)


def _part(text: str, differs: int, written: Callable[[str], str]) -> str:
    """The part of a long text around the place where it differs."""
    start = max(0, differs - _BEFORE) if len(text) > _LONGEST else 0
    part = text[start : start + _LONGEST]
    return f"{'... ' if start else ''}{written(part)}{' ...' if start + _LONGEST < len(text) else ''}"


def _id(value: Json, *, also: bool = False) -> str:
    """An id in words; ``also``: beside another one."""
    if not isinstance(value, CallId):
        return shown(value)
    wire = "nothing" if value.wire is None else f"{quoted(value.wire)}{value.note and f', {value.note}'}"
    if value.call is None:
        return wire
    if value.wire is None:
        return f"{'that' if also else 'the id'} of call {value.call}, or none"
    return f"{'that' if also else 'the id'} of call {value.call} ({wire})"
