"""Checks of values against their declared types. Structs do not check types themselves."""

from collections.abc import Iterator
from functools import cache
from reprlib import repr as shortened
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

_LEAVES: Final = (str, bytes, int, float, bool, NoneType)


def faults(value: object, kind: Any) -> Iterator[str]:
    """Yield a message for each wrong type in ``value`` and in the values inside it. ``kind`` is the declared type.

    A value that is declared as JSON may have any type.
    """
    return _faults(value, _expected(kind), "")


class _Option(msgspec.Struct, frozen=True):
    """An allowed type of a value."""

    kind: Any
    origin: Any
    args: tuple[Any, ...]

    def accepts(self, value: object) -> bool:
        if self.kind is Any:
            return True
        if self.origin is Literal:
            return isinstance(value, str) and value in self.args
        if isinstance(value, bool):
            return self.kind is bool
        return isinstance(value, self.origin or self.kind)

    @property
    def name(self) -> str:
        if self.origin is Literal:
            return " or ".join(map(repr, self.args))
        return "None" if self.kind is NoneType else str((self.origin or self.kind).__name__)


class _Expected(msgspec.Struct, frozen=True):
    """The allowed types of a value, computed once, because many values have the same types."""

    options: tuple[_Option, ...]
    leaves: frozenset[type]
    """The allowed types whose values contain no other values. A value of exactly such a type is valid."""
    by_type: dict[type, _Option]
    """The allowed types, by the Python class of their values. Literals are left out. Empty if any value is valid."""


def _faults(value: Any, expected: _Expected, path: str) -> Iterator[str]:
    option = expected.by_type.get(type(value)) or next((each for each in expected.options if each.accepts(value)), None)
    if option is not None:
        yield from _inside(value, option, path)
        return
    names = " or ".join(option.name for option in expected.options)
    yield f"{path}{': ' if path else ''}expected {names}, got {shortened(value)}"


def _inside(value: Any, option: _Option, path: str) -> Iterator[str]:
    if isinstance(value, msgspec.Struct):
        for name, expected in _fields(type(value)):
            item = getattr(value, name)
            if type(item) not in expected.leaves:
                yield from _faults(item, expected, f"{path}/{name}")
    elif option.origin is tuple:
        expected = _expected(option.args[0])
        for n, item in enumerate(value):
            yield from _faults(item, expected, f"{path}/{n}")
    elif option.origin is dict:
        of_keys, of_items = map(_expected, option.args)
        for key, item in value.items():
            yield from _faults(key, of_keys, path)
            yield from _faults(item, of_items, f"{path}/{key}")


@cache
def _expected(kind: Any) -> _Expected:
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    options = tuple(_Option(member, get_origin(member), get_args(member)) for member in kinds)
    by_type = {option.origin or option.kind: option for option in options if option.origin is not Literal}
    leaves = frozenset(member for member in kinds if member in _LEAVES)
    return _Expected(options, leaves, {} if Any in kinds else by_type)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, _Expected], ...]:
    return tuple((name, _expected(inner)) for name, inner in get_type_hints(kind).items())
