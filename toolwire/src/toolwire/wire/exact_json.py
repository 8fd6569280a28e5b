"""JSON without loss: numbers keep their text, repeated keys survive, and every failure is a ``JsonError``.

Two readers are used. The standard library's scanner loses nothing, because its hooks keep the details: a number that
Python would write differently (``1.0e5``, ``1.10``, ``-0``) becomes a ``Number``, and an object with a repeated key
becomes a ``RepeatedKeys``. msgspec is many times faster, but has no such hooks. So msgspec reads each document first.
Then the value is written as JSON again and compared with the document. If they differ in more than blanks, the scanner
reads the document.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring
from operator import itemgetter
from typing import Final

import msgspec

from toolwire.json_value import Json
from toolwire.wire.errors import JsonError, JsonLimitExceeded, NotJsonError
from toolwire.wire.limits import LIMITS, Limits

_SAFE_DIGITS: Final = 300
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Number:
    """A number whose text differs from the text that Python would write for its value."""

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
    """An object that repeats a key. As a dict it has the last value of the key; ``pairs`` has all values."""

    def __init__(self, pairs: list[tuple[str, Json]]) -> None:
        super().__init__(pairs)
        self.pairs = tuple(pairs)

    @property
    def repeated(self) -> dict[str, int]:
        """The repeated keys, each with the number of its values."""
        return {key: number for key, number in Counter(key for key, _ in self.pairs).items() if number > 1}

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
    """An error for ``NaN`` or an infinity in a document. Python's scanner accepts them, but they are not JSON."""


def _constant(text: str) -> Json:
    raise _ConstantError(text)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else RepeatedKeys(pairs)


_DECODER: Final = json.JSONDecoder(
    parse_int=_integer, parse_float=_fraction, parse_constant=_constant, object_pairs_hook=_object
)
_BRACKETS: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_CONSTANTS: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|NaN|-?Infinity', re.DOTALL)


def loads(source: str | bytes, limits: Limits = LIMITS) -> Json:
    """Return the value of a JSON document. Raises ``JsonError``, and no other exception."""
    if len(source) > limits.event:
        raise JsonLimitExceeded(f"larger than the {limits.event} bytes that are allowed", "event", limits.event)
    if _has_more_values(source, limits.values):
        raise JsonLimitExceeded(f"more than the {limits.values} values that are allowed", "values", limits.values)
    try:
        return _read_plain(source, limits.depth)
    except _LOSSES:
        return _read_exactly(source, limits.depth)


_STRINGS: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
"""A pattern for a string. A string without an end reaches to the end of the document, so it is scanned only once."""
_BETWEEN_VALUES: Final = b",[{"
"""The bytes that come before a value, or before a value's key. Only the first value of a document has no such byte
before it.
"""


def _has_more_values(source: str | bytes, most: int) -> bool:
    """Return whether a document has more than ``most`` values. An empty object or list counts as two values."""
    if len(source) <= most:
        return False
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(data) - len(data.translate(None, _BETWEEN_VALUES)) < most:
        return False
    plain = _STRINGS.sub(b"", data)
    return len(plain) - len(plain.translate(None, _BETWEEN_VALUES)) >= most


class _NotPlainError(Exception):
    """An error for a document that msgspec may have read with a loss."""


_LOSSES: Final = (_NotPlainError, msgspec.MsgspecError, ValueError, RecursionError)
_LONGEST_CACHED: Final = 40


@lru_cache(1024)
def _known_fraction(text: str) -> float | Number:
    """Return the value of ``text``, a number with a decimal point or an exponent.

    The results are cached, because documents repeat such numbers. For a long number ``_NotPlainError`` is raised, so
    that the scanner reads the document.
    """
    if len(text) > _LONGEST_CACHED:
        raise _NotPlainError
    return _fraction(text)


_PLAIN_DECODER: Final = msgspec.json.Decoder(float_hook=_known_fraction)
_STRIDE: Final = 50
_LONG_NUMBER: Final = re.compile(rb"[0-9]{%d}" % (_SAFE_DIGITS // _STRIDE))
"""A pattern that finds a number with more than ``_SAFE_DIGITS`` digits. Only every ``_STRIDE``-th byte of a document is
searched, so the pattern needs fewer digits.
"""
_CONTAINERS: Final = frozenset({dict, list})


def _read_plain(source: str | bytes, limit: int = LIMITS.depth) -> Json:
    """Return the value of a document that msgspec reads without loss.

    Raises an error of ``_LOSSES`` for other documents.
    """
    data = source.encode() if isinstance(source, str) else source
    value = _PLAIN_DECODER.decode(data)
    written = _ENCODER.encode(value)
    if written != data and written != msgspec.json.format(data, indent=-1):
        raise _NotPlainError
    if len(data) > _SAFE_DIGITS and _LONG_NUMBER.search(data[::_STRIDE]):
        raise _NotPlainError
    if may_be_deep(data, limit) and _is_deeper(value, limit):
        raise _NotPlainError
    return value


def may_be_deep(data: bytes, limit: int) -> bool:
    """Return whether a document has enough brackets to be nested deeper than ``limit`` levels."""
    return len(data) > 2 * limit and data.count(b"{") + data.count(b"[") >= limit


_SHALLOW: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def is_object(text: str) -> bool:
    """Return whether ``loads`` would return an object for a text.

    For most texts, this can be decided without reading the values in the object.
    """
    data = text.encode("utf-8", "replace")
    if len(data) <= LIMITS.event and not may_be_deep(data, LIMITS.depth):
        with suppress(msgspec.MsgspecError, RecursionError):
            _SHALLOW.decode(data)
            return True
    try:
        return isinstance(loads(text), dict)
    except JsonError:
        return False


def _number(value: Number) -> msgspec.Raw:
    return msgspec.Raw(value.text.encode())


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_number)
_SORTED_ENCODER: Final = msgspec.json.Encoder(enc_hook=_number, order="sorted")


def _is_deeper(value: Json, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) in _CONTAINERS
        ]
        if not level:
            return False
    return True


def _read_exactly(source: str | bytes, limit: int) -> Json:
    text = _text(source)
    try:
        value, end = _DECODER.raw_decode(text, _skip_blanks(text, 0))
    except json.JSONDecodeError as error:
        _refuse_deep(text, 0, error.pos, limit)
        raise JsonError(f"{error.msg}: line {error.lineno} column {error.colno}") from None
    except _ConstantError as error:
        constant = _first_constant(text)
        _refuse_deep(text, 0, constant, limit)
        raise JsonError(f"{error} is not JSON: {_place(text, constant)}") from None
    except RecursionError:
        raise _nested_deeper(text, _too_deep(text, 0, len(text), limit) or 0, limit) from None
    _refuse_deep(text, 0, end, limit)
    end = _skip_blanks(text, end)
    if end != len(text):
        raise JsonError(f"text after the end of the document: {_place(text, end)}")
    return value


def _refuse_deep(text: str, start: int, end: int, limit: int) -> None:
    """Raise ``JsonLimitExceeded`` if the JSON between ``start`` and ``end`` is nested deeper than ``limit`` levels.

    This check is needed because the versions of Python can read documents of different depths.
    """
    deep = _too_deep(text, start, end, limit)
    if deep is not None:
        raise _nested_deeper(text, deep, limit) from None


def _nested_deeper(text: str, index: int, limit: int) -> JsonLimitExceeded:
    return JsonLimitExceeded(
        f"nested deeper than the {limit} levels that are allowed: {_place(text, index)}", "depth", limit
    )


def _place(text: str, index: int) -> str:
    line = text.count("\n", 0, index) + 1
    return f"line {line} column {index - text.rfind(chr(10), 0, index)}"


def _first_constant(text: str) -> int:
    return next((match.start() for match in _CONSTANTS.finditer(text) if match.group()[0] != '"'), 0)


def first(text: str, start: int = 0) -> tuple[Json, int]:
    """Return the value of the JSON document that begins at the index ``start``, and the index of the document's end.

    Other text may follow the document. Raises ``JsonError`` if no document begins at this index.
    """
    start = _skip_blanks(text, start)
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (json.JSONDecodeError, _ConstantError, RecursionError) as error:
        raise JsonError(f"not a JSON document: {error}") from None
    _refuse_deep(text, start, end, LIMITS.depth)
    return value, end


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


def _too_deep(text: str, start: int, end: int, limit: int) -> int | None:
    """Return the index of the bracket with which the nesting exceeds the limit; None if no bracket exceeds it."""
    if text.count("{", start, end) + text.count("[", start, end) <= limit:
        return None
    level = 0
    for match in _BRACKETS.finditer(text, start, end):
        token = match.group()
        if token in "[{":
            level += 1
            if level > limit:
                return match.start()
        elif token in "]}":
            level -= 1
    return None


def dumps(value: Json, *, spaced: bool = False) -> str:
    """Return ``value`` as JSON text. Numbers keep their text. Lone surrogates are escaped, so that the text can be
    encoded in UTF-8.

    ``spaced`` puts a blank after ``,`` and ``:``. Raises ``NotJsonError`` for a value that JSON cannot express, and
    ``JsonLimitExceeded`` for a value that is nested too deep or contains itself.
    """
    try:
        text = _dump(value, *((", ", ": ") if spaced else (",", ":")))
    except RecursionError:
        most = LIMITS.depth
        raise JsonLimitExceeded(f"nested deeper than the {most} levels that can be written", "depth", most) from None
    if text.isascii() or not _LONE_SURROGATE.search(text):
        return text
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def encode(value: Json) -> bytes:
    """Return ``value`` as UTF-8 JSON. Raises the errors of ``dumps``."""
    return dumps(value).encode()


def _dump(value: Json, comma: str, colon: str) -> str:
    if type(value) is str:
        return encode_basestring(value)
    if isinstance(value, dict):
        # Most members are strings, for which ``_dump`` need not be called.
        items = [
            f"{encode_basestring(key)}{colon}"
            f"{encode_basestring(item) if type(item) is str else _dump(item, comma, colon)}"
            for key, item in pairs(value)
            if type(key) is str or _refuse_key(key)
        ]
        return f"{{{comma.join(items)}}}"
    if isinstance(value, list | tuple):
        return f"[{comma.join([_dump(item, comma, colon) for item in value])}]"
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, Number):
        return value.text
    if isinstance(value, int):
        return _digits(value)
    if isinstance(value, float) and math.isfinite(value):
        return float.__repr__(value)
    if isinstance(value, str):
        return encode_basestring(value)
    raise NotJsonError(f"{value if isinstance(value, float) else type(value).__name__} is not JSON")


def _digits(value: int) -> str:
    try:
        return int.__repr__(value)  # the repr of an enum is not JSON
    except ValueError:  # Python writes no more than sys.get_int_max_str_digits()
        raise NotJsonError("an integer has more digits than Python can write") from None


def _refuse_key(key: object) -> bool:
    """Return True for a key that is a text. Raises ``NotJsonError`` for any other key."""
    if isinstance(key, str):
        return True
    raise NotJsonError(f"expected a string as a key, got a key of type {type(key).__name__}")


def pairs(value: dict[str, Json]) -> Iterable[tuple[str, Json]]:
    """Return the keys and values of an object, repeated keys included."""
    return value.pairs if isinstance(value, RepeatedKeys) else value.items()


def surely_same(first: bytes, second: bytes) -> bool:
    """Return whether a quick comparison shows that two documents are the same JSON.

    False may also mean that only ``differences`` can decide.
    """
    try:
        left, right = (_SORTED_ENCODER.encode(_read_plain(source)) for source in (first, second))
    except _LOSSES:
        return False
    return left == right


def same(left: Json, right: Json) -> bool:
    """Return whether two values are the same JSON.

    The order of keys is ignored, and numbers are compared by their text.
    """
    if not (isinstance(left, dict | list) and isinstance(right, dict | list)):
        return _same_scalar(left, right)
    return next(differences(left, right), None) is None


def fingerprint(value: Json) -> bytes:
    """Return a digest that is equal for two values if and only if they are the same JSON (see ``same``)."""
    return sha256(encode(_in_order(value))).digest()


def _in_order(value: Json) -> Json:
    if isinstance(value, dict):
        return RepeatedKeys(sorted(((key, _in_order(item)) for key, item in pairs(value)), key=itemgetter(0)))
    return [_in_order(item) for item in value] if isinstance(value, list) else value


def differences(left: Json, right: Json, path: str = "") -> Iterator[str]:
    """Yield pointers to the differences of two values, in document order of ``left``. The pointer "" is the whole
    value.

    ``path``: the beginning of each pointer, if the values are inside a document.
    """
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
        for n, (left_item, right_item) in enumerate(zip(left, right, strict=False)):
            yield from differences(left_item, right_item, f"{path}/{n}")
        if len(left) != len(right):
            yield f"{path}/{min(len(left), len(right))}"
    elif not _same_scalar(left, right):
        yield path


def _by_key(value: dict[str, Json]) -> dict[str, Json]:
    """Return the values of each key as a list. A key that occurs twice in the document has two values."""
    values: dict[str, Json] = {}
    for key, item in pairs(value):
        values.setdefault(key, []).append(item)
    return values


def _same_scalar(left: Json, right: Json) -> bool:
    if isinstance(left, bool) or isinstance(right, bool) or left is None or right is None:
        return left is right
    if isinstance(left, str) or isinstance(right, str):
        return isinstance(left, str) and isinstance(right, str) and left == right
    if isinstance(left, dict | list) or isinstance(right, dict | list):
        return False
    return repr(left) == repr(right)
