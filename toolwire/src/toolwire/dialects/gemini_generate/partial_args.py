"""Arguments that arrive value by value: ``partialArgs: [{jsonPath, stringValue | numberValue | ..., willContinue}]``.

Only Vertex sends such arguments, for requests with ``streamFunctionCallArguments``. A string may come in several
entries. An entry without a value ends the string or array at its path. If its path has no value so far, the entry
creates an empty object, or an empty array if the path ends in ``[]``. Sources: recordings, and for the entries without
a value @ai-sdk/google 3.0.141.
"""

import re
from itertools import pairwise
from typing import Any, Final, TypeAlias

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.kept import Held
from toolwire.dialects.surrogates import join_surrogates
from toolwire.model import Json
from toolwire.wire.exact_json import Number
from toolwire.wire.limits import LIMITS

_STEP: Final = re.compile(
    r"""\.([^.\[\]]+) | \[(\d{1,9})\] | \['((?:[^'\\]|\\.)*)'\] | \["((?:[^"\\]|\\.)*)"\]""", re.VERBOSE | re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_MISSING: Final = object()
_Container: TypeAlias = "dict[str, Any] | list[Any]"


class _Pieces(list[str]):
    """A string that is still arriving."""


class PartialArguments:
    """A builder of an object from entries that arrive one by one."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self._root: dict[str, Any] = {}
        self.has_arguments = False
        """True if any arguments arrived. An empty object counts, too."""

    def update(self, args: dict[str, Json]) -> None:
        """Add arguments that arrived as an object. They replace earlier arguments with the same names."""
        self.held.update(self._root, args)
        self.has_arguments = True

    def value(self) -> dict[str, Json]:
        """Return the object so far."""
        return {key: _plain(item) for key, item in self._root.items()}

    def add(self, entry: Json, where: str) -> None:
        """Add an entry of ``partialArgs``. Raises ``ShapeError`` for an entry with an unusable path or value."""
        if not isinstance(entry, dict):
            raise ShapeError(f"{where}: expected an object, got {kind(entry)}")
        path = entry.get("jsonPath")
        if not isinstance(path, str):
            raise ShapeError(f"{where}/jsonPath: expected a string, got {kind(path)}")
        steps = _steps(path.removesuffix("[]"), where)
        self.has_arguments = True
        if not steps:
            return
        value = _value(entry, where)
        if value is _MISSING and entry.get("willContinue") is True:
            return
        container: _Container = self._root
        for step, following in pairwise(steps):
            container = self._into(container, step, [] if isinstance(following, int) else {}, where)
        present = _get(container, steps[-1], where)
        if value is _MISSING:
            if present is _MISSING:
                self._put(container, steps[-1], [] if path.endswith("[]") else {}, where)
        elif isinstance(present, _Pieces) and isinstance(value, _Pieces):
            self.held.add(value)
            present.extend(value)
        else:
            self._put(container, steps[-1], value, where)

    def _into(self, container: _Container, step: str | int, fresh: _Container, where: str) -> _Container:
        """Return the object or array under ``step`` of ``container``. If it is missing, put ``fresh`` there, and return
        ``fresh``. Raises ``ShapeError`` if another value is there.
        """
        present = _get(container, step, where)
        if present is _MISSING:
            self._put(container, step, fresh, where)
            return fresh
        if isinstance(present, dict | list) and not isinstance(present, _Pieces):
            return present
        raise ShapeError(f"{where}/jsonPath: expected an object or an array at {step!r}, got another value")

    def _put(self, container: _Container, step: str | int, value: Any, where: str) -> None:
        present = _get(container, step, where)
        if present is _MISSING:
            self.held.add([step, value])
        else:
            self.held.add(value, present)
        if present is _MISSING and isinstance(container, list):
            container.append(value)
        else:
            container[step] = value  # type: ignore[index]


def _steps(path: str, where: str) -> list[str | int]:
    steps: list[str | int] = []
    place = 1
    while place < len(path):
        match = _STEP.match(path, place)
        if match is None:
            break
        name, index, single, double = match.groups()
        quoted = single if single is not None else double
        steps.append(int(index) if index is not None else name or _ESCAPED.sub(r"\1", quoted or ""))
        place = match.end()
    if not path.startswith("$") or place < len(path) or len(steps) > LIMITS.depth:
        raise ShapeError(
            f"{where}/jsonPath: expected a path such as $.city, of at most {LIMITS.depth} steps, got {path[:100]!r}"
        )
    return steps


def _value(entry: dict[str, Json], where: str) -> Any:
    text, number, flag = (entry.get(key) for key in ("stringValue", "numberValue", "boolValue"))
    if isinstance(text, str):
        return _Pieces([text])
    if isinstance(flag, bool):
        return flag
    if isinstance(number, int | float | Number) and not isinstance(number, bool):
        return number
    if any(value is not None for value in (text, number, flag)):
        raise ShapeError(f"{where}: expected a value of the type that its key names, got another type")
    return None if "nullValue" in entry else _MISSING


def _get(container: _Container, step: str | int, where: str) -> Any:
    if isinstance(container, dict) and isinstance(step, str):
        return container.get(step, _MISSING)
    if isinstance(container, list) and isinstance(step, int) and step <= len(container):
        return container[step] if step < len(container) else _MISSING
    expected = "a key of an object, or an index that is at most the length of the array"
    raise ShapeError(f"{where}/jsonPath: expected {expected}, got {step!r}")


def _plain(value: Any) -> Json:
    if isinstance(value, _Pieces):
        return join_surrogates("".join(value))
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value
