"""Functions that visit or copy canonical values."""

from collections.abc import Iterator
from copy import deepcopy
from operator import is_
from typing import Any, Final, TypeVar, cast

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
S = TypeVar("S")
_LEAVES: Final = frozenset({str, int, bool, float, bytes, type(None)})
_HOLDERS: Final = (msgspec.Struct, tuple)


def walk(value: object) -> Iterator[msgspec.Struct]:
    """Yield ``value`` and every canonical struct inside it, in document order."""
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, msgspec.Struct):
            yield current
            inner = [item for name in current.__struct_fields__ if isinstance(item := getattr(current, name), _HOLDERS)]
        elif isinstance(current, tuple):
            inner = [item for item in current if isinstance(item, _HOLDERS)]
        else:
            continue
        pending += inner[::-1]


def own(value: S) -> S:
    """Return a copy of ``value`` whose dicts and lists a caller may change. All other objects inside it are shared with
    ``value``.
    """
    return cast("S", _own(value))


def _own(value: Any) -> Any:
    kind = type(value)
    if kind in _LEAVES:
        return value
    if kind is dict:
        return {key: _own(item) for key, item in value.items()}
    if kind is list:
        return [_own(item) for item in value]
    if kind is tuple:
        items = tuple(map(_own, value))
        return value if all(map(is_, items, value)) else items
    if isinstance(value, msgspec.Struct):
        changes = {
            name: copy
            for name in value.__struct_fields__
            if (given := getattr(value, name)) is not None and (copy := _own(given)) is not given
        }
        return msgspec.structs.replace(value, **changes) if changes else value
    return deepcopy(value)


def fresh(value: T) -> T:
    """Return ``value`` without its carried data, as if it had not been read from the wire. Provider data stays."""
    return cast("T", _fresh(value))


def _fresh(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(_fresh(item) for item in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changes = {name: None if name == "carried" else _fresh(getattr(value, name)) for name in value.__struct_fields__}
    return msgspec.structs.replace(value, **changes)
