"""JSON without loss: numbers keep their text, repeated keys survive, every failure is a ``JsonError``.

The standard library's scanner does the reading. What it would lose is caught by its hooks: a number whose
Python form would be written otherwise (``1.0e5``, ``1.10``, ``-0``) becomes a ``Number``, and an object with
a repeated key a ``RepeatedKeys``.
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from json.encoder import encode_basestring
from typing import Any, Final, TypeAlias

from conformance.wire.errors import JsonError

Json: TypeAlias = Any

MAX_BYTES: Final = 64 * 1024 * 1024
"""The largest document that is read."""
MAX_DEPTH: Final = 200
"""The deepest nesting that is read."""
_SAFE_DIGITS: Final = 300
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Number:
    """A number whose text differs from what Python would write for its value."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


class RepeatedKeys(dict[str, Json]):
    """An object that names a key more than once: as a dict the last one counts, ``pairs`` has them all."""

    def __init__(self, pairs: list[tuple[str, Json]]) -> None:
        super().__init__(pairs)
        self.pairs = tuple(pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RepeatedKeys) and self.pairs == other.pairs

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


def _integer(text: str) -> int | Number:
    if len(text) > _SAFE_DIGITS or text == "-0":
        return Number(text)
    return int(text)


def _fraction(text: str) -> float | Number:
    value = float(text)
    return value if repr(value) == text else Number(text)


class _ConstantError(Exception):
    """``NaN`` or an infinity."""


def _constant(text: str) -> Json:
    raise _ConstantError(text)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else RepeatedKeys(pairs)


_DECODER: Final = json.JSONDecoder(
    parse_int=_integer, parse_float=_fraction, parse_constant=_constant, object_pairs_hook=_object
)
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_CONSTANTS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity', re.DOTALL)
_TOO_DEEP: Final = f"nested deeper than the {MAX_DEPTH} levels that are read"


def loads(source: str | bytes) -> Json:
    """The value of one JSON document. Raises ``JsonError``, never anything else."""
    if len(source) > MAX_BYTES:
        raise JsonError(f"larger than the {MAX_BYTES // 1024 // 1024} MB that are read")
    text = _text(source)
    try:
        value, end = _DECODER.raw_decode(text, _skip_blanks(text, 0))
    except json.JSONDecodeError as error:
        raise JsonError(f"{error.msg}: line {error.lineno} column {error.colno}") from None
    except _ConstantError as error:
        raise JsonError(f"{error} is not JSON: {_place(text, _first_constant(text))}") from None
    except RecursionError:
        raise JsonError(f"{_TOO_DEEP}: {_place(text, _too_deep(text) or 0)}") from None
    deep = _too_deep(text)
    if deep is not None:
        raise JsonError(f"{_TOO_DEEP}: {_place(text, deep)}")
    end = _skip_blanks(text, end)
    if end != len(text):
        raise JsonError(f"text after the end of the document: {_place(text, end)}")
    return value


def _place(text: str, index: int) -> str:
    line = text.count("\n", 0, index) + 1
    return f"line {line} column {index - text.rfind(chr(10), 0, index)}"


def _first_constant(text: str) -> int:
    return next((match.start() for match in _CONSTANTS.finditer(text) if match.group()[0] != '"'), 0)


def first(text: str, start: int = 0) -> tuple[Json, int]:
    """The document that a text begins with, from a place on, and where it ends. Raises ``JsonError``."""
    try:
        return _DECODER.raw_decode(text, _skip_blanks(text, start))
    except (json.JSONDecodeError, _ConstantError, RecursionError) as error:
        raise JsonError(f"no document: {error}") from None


def _text(source: str | bytes) -> str:
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise JsonError(f"not UTF-8: byte {error.start + 1} of {len(source)}") from None


def _skip_blanks(text: str, start: int) -> int:
    while start < len(text) and text[start] in " \t\n\r":
        start += 1
    return start


def _too_deep(text: str) -> int | None:
    """Where the nesting goes beyond what is read."""
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return None
    level = 0
    for match in _BRACKETS.finditer(text):
        token = match.group()
        if token in "[{":
            level += 1
            if level > MAX_DEPTH:
                return match.start()
        elif token in "]}":
            level -= 1
    return None


def dumps(value: Json, *, spaced: bool = False) -> str:
    """``value`` as JSON text; numbers by their text, lone surrogates escaped so that the text is UTF-8.

    ``spaced`` puts a blank behind ``,`` and ``:``.
    """
    pieces: list[str] = []
    _write(value, pieces.append, (", ", ": ") if spaced else (",", ":"))
    return "".join(pieces)


def encode(value: Json) -> bytes:
    """``value`` as UTF-8 JSON."""
    return dumps(value).encode()


def _string(text: str) -> str:
    quoted = encode_basestring(text)
    if _LONE_SURROGATE.search(quoted):
        return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)
    return quoted


def _write(value: Json, put: Callable[[str], None], marks: tuple[str, str]) -> None:
    if isinstance(value, str):
        put(_string(value))
    elif value is None:
        put("null")
    elif value is True:
        put("true")
    elif value is False:
        put("false")
    elif isinstance(value, Number):
        put(value.text)
    elif isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        put(repr(value))
    elif isinstance(value, dict):
        comma, colon = marks
        put("{")
        for place, (key, item) in enumerate(pairs(value)):
            put(f"{comma if place else ''}{_string(key)}{colon}")
            _write(item, put, marks)
        put("}")
    elif isinstance(value, list | tuple):
        put("[")
        for place, item in enumerate(value):
            if place:
                put(marks[0])
            _write(item, put, marks)
        put("]")
    else:
        raise TypeError(f"{value if isinstance(value, float) else type(value).__name__} is not JSON")


def pairs(value: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    """The keys and values of an object, repeated keys included."""
    yield from value.pairs if isinstance(value, RepeatedKeys) else value.items()


def same(left: Json, right: Json) -> bool:
    """Whether two values are the same JSON: key order ignored, numbers compared by their text."""
    return next(differences(left, right), None) is None


def differences(left: Json, right: Json, path: str = "") -> Iterator[str]:
    """Pointers to where two values differ, in document order of ``left``; "" is the whole value."""
    if isinstance(left, dict) and isinstance(right, dict):
        if isinstance(left, RepeatedKeys) or isinstance(right, RepeatedKeys):
            if not same(_by_key(left), _by_key(right)):
                yield path
            return
        for key in (*left, *(key for key in right if key not in left)):
            place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in left and key in right:
                yield from differences(left[key], right[key], place)
            else:
                yield place
    elif isinstance(left, list) and isinstance(right, list):
        for n, (one, other) in enumerate(zip(left, right, strict=False)):
            yield from differences(one, other, f"{path}/{n}")
        if len(left) != len(right):
            yield f"{path}/{min(len(left), len(right))}"
    elif not _same_scalar(left, right):
        yield path


def _by_key(value: dict[str, Json]) -> dict[str, Json]:
    """All the values of each key."""
    found: dict[str, Json] = {}
    for key, item in pairs(value):
        found.setdefault(key, []).append(item)
    return found


def _same_scalar(left: Json, right: Json) -> bool:
    if isinstance(left, bool) or isinstance(right, bool) or left is None or right is None:
        return left is right
    if isinstance(left, str) or isinstance(right, str):
        return isinstance(left, str) and isinstance(right, str) and left == right
    if isinstance(left, dict | list) or isinstance(right, dict | list):
        return False
    return repr(left) == repr(right)
