"""Whether a value is what its type says: structs do not look at what they are made of."""

from collections.abc import Iterator
from functools import cache
from reprlib import repr as shortened
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec


def faults(value: object, kind: Any, path: str = "") -> Iterator[str]:
    """Where a value, or anything in it, is not what a type says. What stands for JSON may be anything."""
    for option in _options(kind):
        if _is(value, option):
            yield from _inside(value, option, path)
            return
    due = " or ".join(_name(option) for option in _options(kind))
    yield f"{path}{': ' if path else ''}{due} is due, found {shortened(value)}"


def _inside(value: Any, kind: Any, path: str) -> Iterator[str]:
    if isinstance(value, msgspec.Struct):
        for name, inner in _fields(type(value)).items():
            yield from faults(getattr(value, name), inner, f"{path}/{name}")
    elif _origin(kind) is tuple:
        for n, item in enumerate(value):
            yield from faults(item, _args(kind)[0], f"{path}/{n}")
    elif _origin(kind) is dict:
        for key, item in value.items():
            yield from faults(key, _args(kind)[0], path)
            yield from faults(item, _args(kind)[1], f"{path}/{key}")


def _is(value: object, kind: Any) -> bool:
    if kind is Any:
        return True
    if _origin(kind) is Literal:
        return isinstance(value, str) and value in _args(kind)
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, _origin(kind) or kind)


@cache
def _options(kind: Any) -> tuple[Any, ...]:
    return _args(kind) if _origin(kind) in (Union, UnionType) else (kind,)


def _name(kind: Any) -> str:
    if _origin(kind) is Literal:
        return " or ".join(map(repr, _args(kind)))
    return "None" if kind is type(None) else str((_origin(kind) or kind).__name__)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _origin(kind: Any) -> Any:
    return get_origin(kind)


@cache
def _args(kind: Any) -> tuple[Any, ...]:
    return get_args(kind)
