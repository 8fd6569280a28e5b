"""The comparison of two documents: the aligned lines of both documents, or the lines that differ."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from conformance.judge.wording import apart, lines, visible
from toolwire.model import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_FLAT: Final = 60
"""The maximum length, in characters, of an object or array that is written on one line."""
_AROUND: Final = 2
"""The number of unchanged lines shown before and after a difference."""
_WIDE: Final = 160
"""The maximum length of a shown line, in characters. Of a longer line, only a part with the difference is shown."""
_BEFORE: Final = 60
_MOST: Final = 60
"""The maximum number of lines of a difference that are shown."""


def difference(expected: str, actual: str) -> tuple[str, ...]:
    """Return the lines that differ, with a few unchanged lines around them.

    Expected lines begin with ``-``, actual lines with ``+``, and unchanged lines with a blank.
    """
    left, right = aligned(expected, actual)
    lines: list[str] = []
    for group in SequenceMatcher(None, left, right, autojunk=False).get_grouped_opcodes(_AROUND):
        lines += [" ..."] if lines else []
        for kind, n, end, m, stop in group:
            if kind == "equal":
                lines += [f" {_part(line, '')}" for line in left[n:end]]
            else:
                lines += _changed("-", left[n:end], right[m:stop])
                lines += _changed("+", right[m:stop], left[n:end])
    left_out = len(lines) - _MOST
    return tuple(lines) if left_out <= 0 else (*lines[:_MOST], f" ... ({left_out} more lines)")


def _changed(mark: str, lines: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    for n, line in enumerate(lines):
        yield f"{mark}{_part(line, others[n] if len(lines) == len(others) else '')}"


def _part(line: str, other: str) -> str:
    """Return a line. Of a long line, return only the part around the first difference from ``other``.

    If ``other`` is "", return the beginning of a long line.
    """
    start = max(0, apart(line, other) - _BEFORE) if other and len(line) > _WIDE else 0
    part = visible(line[start : start + _WIDE])
    return f"{'... ' if start else ''}{part}{' ...' if start + _WIDE < len(line) else ''}"


def aligned(expected: str, actual: str) -> tuple[list[str], list[str]]:
    """Return the lines of both texts, in a layout in which equal parts of two JSON documents have equal lines.

    JSON is split into lines, and its keys have the same order on both sides. A line without JSON, such as the address
    of a request, may come before the JSON. If either text has no JSON, both texts are only split at their line ends.
    """
    (expected_head, expected_json), (actual_head, actual_json) = _document(expected), _document(actual)
    if expected_json is None or actual_json is None:
        return lines(expected), lines(actual)
    order: dict[str, int] = {}
    for key in (*_keys(expected_json[0]), *_keys(actual_json[0])):
        order.setdefault(key, len(order))
    left, right = _laid_out(expected_json[0], order), _laid_out(actual_json[0], order)
    return [*expected_head, *left], [*actual_head, *right]


def _document(text: str) -> tuple[list[str], tuple[Json] | None]:
    """Split a text into the line before a JSON document, and the document.

    The first value is a list with the line, or an empty list if the whole text is a JSON document. The second value is
    a tuple with the document, or None if the text has no JSON document. (The document itself may be None, for
    ``null``.)
    """
    head, _, body = text.partition("\n")
    for before, document in (([], text), ([head], body)):
        try:
            return before, (exact_json.loads(document),)
        except JsonError:
            continue
    return [], None


def _keys(value: Json) -> Iterator[str]:
    """Yield all keys of a document, at any depth."""
    if isinstance(value, dict):
        for key, item in exact_json.pairs(value):
            yield key
            yield from _keys(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _keys(item)


def _laid_out(value: Json, order: dict[str, int], margin: str = "", name: str = "") -> Iterator[str]:
    """Yield the lines of a value. The first line begins with ``name``, after the indentation ``margin``.

    ``order``: the position of each key. No line ends with a comma. With commas, an item that is added at the end would
    also change the line before it.
    """
    flat = exact_json.dumps(value, spaced=True)
    if isinstance(value, dict) and value:
        items = sorted(exact_json.pairs(value), key=lambda item: order[item[0]])
        if len(flat) <= _FLAT and not any(isinstance(item, dict | list) and item for _, item in items):
            inside = ", ".join(f"{exact_json.dumps(key)}: {exact_json.dumps(item)}" for key, item in items)
            yield f"{margin}{name}{{{inside}}}"
            return
        parts = [(f"{exact_json.dumps(key)}: ", item) for key, item in items]
        brackets = "{}"
    elif isinstance(value, list | tuple) and value and len(flat) > _FLAT:
        parts, brackets = [("", item) for item in value], "[]"
    else:
        yield f"{margin}{name}{flat}"
        return
    yield f"{margin}{name}{brackets[0]}"
    for key, item in parts:
        yield from _laid_out(item, order, f"{margin}  ", key)
    yield f"{margin}{brackets[1]}"
