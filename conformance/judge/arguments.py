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
    """What arguments say, be they text or an object on the wire; text that is not JSON stays text.

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


def same(one: Json, other: Json) -> bool:
    """Whether two values say the same: numbers exactly, however they are written, so that 1.10 is 1.1."""
    if type(one) is str:
        return type(other) is str and one == other
    if isinstance(one, dict) and isinstance(other, dict):
        if exact_json.RepeatedKeys in (type(one), type(other)):
            return same([*exact_json.pairs(one)], [*exact_json.pairs(other)])
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    numbers = exact(one), exact(other)
    if None not in numbers:
        return numbers[0] == numbers[1]
    return type(one) is type(other) and bool(one == other)


def spelled(text: str) -> str:
    """What arguments say, in one spelling: two that say the same are the same text."""
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
    """Whether a text begins as JSON, and nothing is wrong with it but that it has no end."""
    said = text.strip()
    try:
        json.loads(said)
    except json.JSONDecodeError as error:
        return bool(said) and (error.msg.startswith("Unterminated string") or _begun(said[error.pos :]))
    return False


def _begun(rest: str) -> bool:
    """Whether what JSON cannot be read from on is nothing, or the beginning of a value."""
    return any(word.startswith(rest) for word in ("true", "false", "null")) or _PIECE.fullmatch(rest) is not None
