"""Two texts side by side, line by line, with what differs marked and what is alike left out."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Final

from markupsafe import Markup

from conformance.judge.wording import apart
from conformance.site.text import visible
from toolwire.model import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_FLAT: Final = 60
"""The greatest length of an object or array that stands on one line."""
_AROUND: Final = 2
"""The number of lines shown before and after what differs."""
_WIDE: Final = 240
"""Longer lines are shown from a little before the place where they differ."""
_BEFORE: Final = 60
_MOST: Final = 400
"""Of longer texts the first lines are compared."""


def side_by_side(expected: str, actual: str) -> tuple[Markup, Markup]:
    """Return both texts as HTML. JSON is laid out in lines, its keys in one order on both sides."""
    left, right = (lines[:_MOST] for lines in _lines(expected, actual))
    due, got = _Side(), _Side()
    for kind, n, end, m, stop in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            due.alike(left[n:end], first=n == 0, last=end == len(left))
            got.alike(right[m:stop], first=m == 0, last=stop == len(right))
        else:
            due.differ(left[n:end], right[m:stop])
            got.differ(right[m:stop], left[n:end])
    return due.markup, got.markup


class _Side:
    """The lines of one side."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def markup(self) -> Markup:
        """The lines as HTML."""
        return Markup("\n".join(self._lines))  # noqa: S704 - every line was escaped

    def alike(self, lines: Sequence[str], *, first: bool, last: bool) -> None:
        """Add lines that are alike: of many those beside what differs, and a line in place of the others."""
        before = 0 if first else _AROUND
        after = 0 if last else _AROUND
        left = len(lines) - before - after
        if left <= 1:
            self._lines += map(_escaped, map(_cut, lines))
            return
        self._lines += map(_escaped, map(_cut, lines[:before]))
        self._lines.append(f'<span class="muted">⋯ {left} lines alike</span>')
        self._lines += map(_escaped, map(_cut, lines[len(lines) - after :]))

    def differ(self, lines: Sequence[str], others: Sequence[str]) -> None:
        """Add lines that stand in place of other ones."""
        for n, line in enumerate(lines):
            self._lines.append(_marked(line, others[n] if len(lines) == len(others) else ""))


def _marked(line: str, other: str) -> str:
    """Return a line with a mark from the first character that differs to the last."""
    margin = len(line) - len(line.lstrip()) if not other else 0
    start = apart(line, other) if other else margin
    tail = apart(line[start:][::-1], other[start:][::-1]) if other else 0
    end = len(line) - tail
    shown_from = max(0, start - _BEFORE) if len(line) > _WIDE else 0
    shown_to = min(len(line), max(end, start) + _BEFORE, shown_from + _WIDE) if len(line) > _WIDE else len(line)
    end = min(end, shown_to)
    before, different, behind = line[shown_from:start], line[start:end], line[end:shown_to]
    mark = f"<mark>{_escaped(different)}</mark>" if different else ""
    return (
        f"{'… ' if shown_from else ''}{_escaped(before)}{mark}{_escaped(behind)}{' …' if shown_to < len(line) else ''}"
    )


def _cut(line: str) -> str:
    return line if len(line) <= _WIDE else f"{line[:_WIDE]} …"


def _escaped(text: str) -> str:
    return escape(visible(text), quote=False)


def _lines(expected: str, actual: str) -> tuple[list[str], list[str]]:
    """Return the lines of both texts; of a request the first line, and its body laid out."""
    (due_head, due), (got_head, got) = _document(expected), _document(actual)
    if due is None or got is None:
        return expected.splitlines(), actual.splitlines()
    order: dict[str, int] = {}
    for key in (*_keys(due[0]), *_keys(got[0])):
        order.setdefault(key, len(order))
    return [*due_head, *_laid_out(due[0], order)], [*got_head, *_laid_out(got[0], order)]


def _document(text: str) -> tuple[list[str], tuple[Json] | None]:
    """Return the line before a JSON document, and the document; None for a text without one."""
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
    """Yield the lines of a value behind its name, without commas at their ends: a line differs by itself alone."""
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
