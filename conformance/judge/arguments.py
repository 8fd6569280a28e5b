"""The values of calls' arguments, and the comparison of these values."""

import json
import re
from typing import Final

from toolwire.model import Json
from toolwire.wire import exact_json, spelling
from toolwire.wire.errors import JsonError
from toolwire.wire.numbers import exact

_PIECE: Final = re.compile(r"-|\.|[eE][+-]?|u[0-9A-Fa-f]{0,4}")
"""A pattern for the rest of a JSON text that is cut inside a number or an escape. The rest begins at the character at
which a JSON parser reports its first error, for example ``e+`` in ``[1e+``.
"""


def value(arguments: Json) -> Json:
    """Return the value of arguments, which are text or an object on the wire.

    Text that is not JSON stays text. A byte order mark at its beginning is not JSON (RFC 8259, 8.1), and many parsers
    refuse it. Missing arguments, blanks and null become the empty object, because some providers write the empty object
    in this way.
    """
    if arguments is None:
        return {}
    if not isinstance(arguments, str):
        return arguments
    if arguments.strip() in ("", "null"):
        return {}
    if arguments.startswith("\ufeff"):
        return arguments
    try:
        return exact_json.loads(arguments)
    except JsonError:
        return arguments


def same(left: Json, right: Json) -> bool:
    """Return whether two values are equal. Numbers are compared exactly, in any spelling: 1.10 is equal to 1.1."""
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
    """Return the value of arguments as JSON, in a spelling that is the same for all equal values.

    For example, ``{"a": 1.0}`` becomes ``{"a":1}``. Text that is not JSON becomes a JSON string.
    """
    return spelling.spelled(value(text))


def plain(value: float | exact_json.Number) -> str:
    """Return the text of a number, the same for every spelling: ``1.1`` for 1.10, 11e-1 and 1.1."""
    return str(exact(value))


def documents(text: str) -> list[Json] | None:
    """Return the JSON documents that follow each other in a text: ``{} [1]`` gives two. None if the text also contains
    anything else.
    """
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
    """Return whether a text is the beginning of a JSON document that only lacks its end.

    False for a text that is nested too deep to be read.
    """
    stripped = text.strip()
    try:
        json.loads(stripped, parse_int=str)  # an integer may have any number of digits
    except RecursionError:
        return False
    except json.JSONDecodeError as error:
        return bool(stripped) and (error.msg.startswith("Unterminated string") or _begun(stripped[error.pos :]))
    return False


def _begun(rest: str) -> bool:
    """Return whether a JSON text is only cut: ``rest`` is empty, the beginning of a word such as ``tru``, or the end of
    a cut number or escape (see ``_PIECE``).

    ``rest``: the JSON text from the character at which a parser reports its first error.
    """
    return any(word.startswith(rest) for word in ("true", "false", "null")) or _PIECE.fullmatch(rest) is not None
