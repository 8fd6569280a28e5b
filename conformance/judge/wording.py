"""The text of values in messages, and the words that state where two values differ.

Values are shown as on the wire, with escapes for invisible characters.
"""

import unicodedata
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring
from typing import Final

from conformance.judge import arguments
from conformance.judge.marks import CallId, on_wire
from conformance.leaks import beginning, part
from toolwire.model import Json
from toolwire.wire import exact_json

SHOWN_AS: Final = "shown as "
"""Words of a message. The message reports that the adapter shows a cut call or a cut answer as complete."""
WITHIN: Final = "the expected text stands from character "
"""Words of a message. The message reports that the expected text was found, but after other text."""
_LONGEST: Final = 300
"""The maximum number of characters that are shown of each of two different values. Of a longer value, only the
characters around the difference are shown.
"""
_LONGEST_ALONE: Final = 800
"""The maximum number of characters that are shown of a single value."""
_BEFORE: Final = 80
"""The maximum number of characters that are shown before the place where two long values differ."""
_SHOWN: Final = 4
"""The maximum number of characters that are shown as escapes if two different texts look the same."""


def quoted(text: str) -> str:
    """Return a text as JSON, with an escape for every invisible character."""
    return visible(encode_basestring(text))


def lines(text: str) -> list[str]:
    """Return the lines of a text. Only a line feed ends a line. Other line separators are ordinary characters."""
    return text.removesuffix("\n").split("\n") if text else []


def visible(text: str) -> str:
    """Return a text with escapes for invisible characters: control characters, characters of zero width, and blanks
    other than U+0020.
    """
    return text.translate({ord(letter): _escaped(letter) for letter in {*text} if not letter.isprintable()})


def shown(value: Json) -> str:
    """Return a value as JSON, as it is on the wire. Return only the beginning and the length of a long value."""
    text = _whole(value)
    return text if len(text) <= _LONGEST_ALONE else f"{beginning(text, _LONGEST_ALONE)} ({len(text)} characters)"


def listed(values: Iterable[Json]) -> str:
    """Return several values as text, or ``nothing`` if there are none."""
    return ", ".join(map(shown, values)) or "nothing"


def expected_got(expected: Json, actual: Json) -> str:
    """Return the message ``expected X, got Y``, with the place of the difference if the values do not show it."""
    if isinstance(expected, CallId):
        return f"expected {_id(expected)}, got {_id(actual, also=True)}"
    if type(expected) is str and type(actual) is str:
        return _texts(expected, actual)
    left, right = _whole(expected), _whole(actual)
    return f"expected {_window(left, right)}, got {_window(right, left)}{_where(left, right)}"


def read_instead(expected: Json, actual: Json) -> str:
    """Return the message ``expected X, got Y`` for values that were read. None is shown as ``nothing``."""
    if expected is not None and actual is not None:
        return expected_got(expected, actual)
    left, right = ("nothing" if text is None else shown(text) for text in (expected, actual))
    return f"expected {left}, got {right}"


def arguments_instead(expected: str, actual: str) -> str:
    """Return the message ``expected X, got Y`` for the arguments of calls, which are shown as they were written."""
    left, right = arguments.spelled(expected), arguments.spelled(actual)
    if max(len(expected), len(actual)) > _LONGEST:
        return f"expected {_window(left, right)}, got {_window(right, left)}{_where(left, right)}"
    shown_left, shown_right = (visible(text) or "empty arguments" for text in (expected, actual))
    return f"expected {shown_left}, got {shown_right}{_unseen(left, right)}"


def apart(left: str, right: str) -> int:
    """Return the index of the first character at which two texts differ. If the longer text begins with the shorter
    text, return the length of the shorter text.
    """
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
    """Return words that state where two texts differ, if the texts look the same. "" if they look different."""
    if not look_alike(expected, actual):
        return ""
    start = apart(expected, actual)
    while start and any(unicodedata.combining(text[start]) for text in (expected, actual) if start < len(text)):
        start -= 1  # the letter under an accent, too
    left, right = (_all_escaped(text[start:]) for text in (expected, actual))
    return f" (character {start + 1}: expected {left}, got {right})"


def _all_escaped(text: str) -> str:
    """Return the beginning of a text, with an escape for every character except ASCII letters and digits. Return ``the
    end`` for an empty text.
    """
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
    """Return a text as it looks to a reader: in Unicode's composed form (NFC), without invisible characters, and with
    single blanks.
    """
    marks = unicodedata.normalize("NFC", text)
    return " ".join("".join(character for character in marks if character.isspace() or character.isprintable()).split())


def _where(left: str, right: str) -> str:
    """Return words that state where two long texts differ. If the second text contains the first text, the words state
    where the first text begins. "" if both texts are short.
    """
    if max(len(left), len(right)) <= _LONGEST:
        return ""
    if (start := right.find(left)) > 0 and left:
        return f" ({WITHIN}{start + 1} on; {len(left)} and {len(right)} characters)"
    return f" (they differ from character {apart(left, right) + 1} on; {len(left)} and {len(right)} characters)"


def _window(text: str, other: str) -> str:
    return _part(text, apart(text, other), str)


def _part(text: str, differs: int, written: Callable[[str], str]) -> str:
    """Return the part of a long text around the place ``differs``. ``written`` formats this part."""
    start = max(0, differs - _BEFORE) if len(text) > _LONGEST else 0
    end = start + _LONGEST
    inner = text if len(text) <= _LONGEST else part(text, start, end)
    return f"{'... ' if start else ''}{written(inner)}{' ...' if end < len(text) else ''}"


def _id(value: Json, *, also: bool = False) -> str:
    """Return an id in words, such as ``the id of call 2 ("call_9")``.

    ``also`` is true if the message has already shown another id. Then the words are ``that of call 2 ("call_9")``.
    """
    unknown = ", which no call of the request has" if also else ""
    if not isinstance(value, CallId):
        return f"{shown(value)}{unknown if isinstance(value, str) else ''}"
    wire = "nothing" if value.wire is None else f"{quoted(value.wire)}{value.note and f', {value.note}'}"
    if value.call is None:
        return f"{wire}{unknown}" if value.wire is not None and not value.note else wire
    if value.wire is None:
        return f"{'that' if also else 'the id'} of call {value.call}, or none"
    return f"{'that' if also else 'the id'} of call {value.call} ({wire})"
