"""JSON laid out as HTML, with marks at the values of canonical fields."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from markupsafe import Markup

from conformance.site.text import shortened, visible
from toolwire.model import Json
from toolwire.wire import exact_json
from toolwire.wire.pointer import Steps

MOST: Final = 60_000
"""The maximum number of characters of a document that are laid out. The rest is cut off."""
_TEXT: Final = 2_000
"""The maximum number of characters of a value that are shown."""
_FLAT: Final = 72
"""The maximum length, in characters, of an object or array that is written on one line."""


class _FullError(Exception):
    """An error that ends the layout, because the maximum length is reached."""


class _Writer:
    def __init__(self, marks: Mapping[Steps, str], most: int, *, flat: bool) -> None:
        self._marks = marks
        self._left = most
        self._flat = flat
        self.out: list[str] = []

    def write(self, value: Json, way: Steps, margin: str) -> None:
        field = self._marks.get(way)
        if field is not None:
            self.out.append(f'<mark data-f="{field}">')
        try:
            if isinstance(value, dict) and value:
                self._object(value, way, margin)
            elif isinstance(value, list | tuple) and value:
                self._array(value, way, margin)
            else:
                self._scalar(value)
        finally:
            if field is not None:
                self.out.append("</mark>")

    def _object(self, value: dict[str, Json], way: Steps, margin: str) -> None:
        deeper, between = self._lines(value, margin)
        self.out.append("{")
        for n, (key, item) in enumerate(exact_json.pairs(value)):
            self.out.append(between if n == 0 else f",{between or ' '}")
            self._put("k", exact_json.dumps(key))
            self.out.append(": ")
            self.write(item, (*way, key), deeper)
        self.out.append(f"{self._end(between, margin)}}}")

    def _array(self, value: Any, way: Steps, margin: str) -> None:
        deeper, between = self._lines(value, margin)
        self.out.append("[")
        for n, item in enumerate(value):
            self.out.append(between if n == 0 else f",{between or ' '}")
            self.write(item, (*way, n), deeper)
        self.out.append(f"{self._end(between, margin)}]")

    def _lines(self, value: Json, margin: str) -> tuple[str, str]:
        """Return the indentation of a value's items, and the text before each item: a line break with this indentation.

        The text is "" if all items are on a single line. ``margin``: the indentation of the line with the value.
        """
        deeper = f"{margin}  "
        return deeper, "" if self._flat or _is_short(value) else f"\n{deeper}"

    def _end(self, between: str, margin: str) -> str:
        return f"\n{margin}" if between else ""

    def _scalar(self, value: Json) -> None:
        kind = "s" if isinstance(value, str) else "n"
        self._put(kind, exact_json.dumps(value))

    def _put(self, kind: str, text: str) -> None:
        if self._left <= 0:
            raise _FullError
        self._left -= min(len(text), _TEXT) + 4
        self.out.append(f'<span class="{kind}">{escape(visible(shortened(text, _TEXT)), quote=False)}</span>')


def _is_short(value: Json) -> bool:
    """Return whether an object or array of scalars is short enough for a line."""
    items = value.values() if isinstance(value, dict) else value
    size = len(value) * 4
    for item in items:
        if isinstance(item, dict | list | tuple):
            if item:
                return False
        else:
            size += len(item) if isinstance(item, str) else 5
        if size > _FLAT:
            return False
    if isinstance(value, dict):
        size += sum(map(len, value))
    return size <= _FLAT


def laid_out(
    value: Json, marks: Mapping[Steps, str] | None = None, *, flat: bool = False, most: int = MOST
) -> tuple[Markup, bool]:
    """Return a document as HTML, and a flag that is True if the HTML contains the whole document.

    ``marks``: the names of the canonical fields to mark, by the path to the value. ``flat``: true to write the document
    on a single line. ``most``: the number of characters after which the document is cut.
    """
    writer = _Writer(marks or {}, most, flat=flat)
    try:
        writer.write(value, (), "")
    except _FullError:
        return Markup("".join(writer.out)) + " …", False  # noqa: S704 - every piece was escaped above
    return Markup("".join(writer.out)), True  # noqa: S704 - every piece was escaped above
