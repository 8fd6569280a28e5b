"""The arguments of calls as values."""

import json
import re
from typing import Final

from toolwire.model import Json
from toolwire.wire import exact_json, spelling
from toolwire.wire.errors import JsonError
from toolwire.wire.numbers import exact

_PIECE: Final = re.compile(r"-|\.|[eE][+-]?|u[0-9A-Fa-f]{0,4}")
"""The beginning of a number, or of its fraction or exponent, or of an escape."""


def value(arguments: Json) -> Json:
    """The value of arguments, be they text or an object on the wire; text that is not JSON stays text.

    Nothing at all, blanks and null are how providers spell the empty object.
    """
    if arguments is None:
        return {}
    if not isinstance(arguments, str):
        return arguments
    if arguments.strip() in ("", "null"):
        return {}
    try:
        return exact_json.loads(arguments)
    except JsonError:
        return arguments


def same(left: Json, right: Json) -> bool:
    """Return whether two values are equal: numbers exactly, in any spelling, so that 1.10 is 1.1."""
    if type(left) is str:
        return type(right) is str and left == right
    if isinstance(left, dict) and isinstance(right, dict):
        if exact_json.RepeatedKeys in (type(left), type(right)):
            return same([*exact_json.pairs(left)], [*exact_json.pairs(right)])
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    numbers = exact(left), exact(right)
    if None not in numbers:
        return numbers[0] == numbers[1]
    return type(left) is type(right) and bool(left == right)


def spelled(text: str) -> str:
    """The value of arguments in one spelling: two with equal values have the same text."""
    return spelling.spelled(value(text))


def plain(value: float | exact_json.Number) -> str:
    """The one way to write a number that is written here: 1.1 for 1.10, 11e-1 and 1.1 alike."""
    return str(exact(value))


def documents(text: str) -> list[Json] | None:
    """The JSON documents that stand one behind the other in a text; None where it is not made of such."""
    found: list[Json] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        try:
            document, place = exact_json.first(text, place)
        except JsonError:
            return None
        found.append(document)
    return found


def ends_early(text: str) -> bool:
    """Return whether a text is the beginning of JSON, and lacks nothing but its end."""
    stripped = text.strip()
    try:
        json.loads(stripped)
    except json.JSONDecodeError as error:
        return bool(stripped) and (error.msg.startswith("Unterminated string") or _begun(stripped[error.pos :]))
    return False


def _begun(rest: str) -> bool:
    """Return whether the rest that is not JSON is empty, or the beginning of a value."""
    return any(word.startswith(rest) for word in ("true", "false", "null")) or _PIECE.fullmatch(rest) is not None
