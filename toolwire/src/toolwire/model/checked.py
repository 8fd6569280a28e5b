"""Whether a value is what its type says: structs do not look at what they are made of."""

from collections.abc import Iterator
from functools import cache
from reprlib import repr as shortened
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

_LEAVES: Final = (str, bytes, int, float, bool, NoneType)


def faults(value: object, kind: Any) -> Iterator[str]:
    """Where a value, or anything in it, is not what a type says. What stands for JSON may be anything."""
    return _faults(value, _due(kind), "")


class _Option(msgspec.Struct, frozen=True):
    """One of the types that a value may be of."""

    kind: Any
    origin: Any
    args: tuple[Any, ...]

    def is_of(self, value: object) -> bool:
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


class _Due(msgspec.Struct, frozen=True):
    """What a type asks for, worked out once: there are many values of few types."""

    options: tuple[_Option, ...]
    leaves: frozenset[type]
    """The types among them that hold nothing further: a value of just such a type is right."""


def _faults(value: Any, due: _Due, path: str) -> Iterator[str]:
    for option in due.options:
        if option.is_of(value):
            yield from _inside(value, option, path)
            return
    names = " or ".join(option.name for option in due.options)
    yield f"{path}{': ' if path else ''}expected {names}, got {shortened(value)}"


def _inside(value: Any, option: _Option, path: str) -> Iterator[str]:
    if isinstance(value, msgspec.Struct):
        for name, due in _fields(type(value)):
            item = getattr(value, name)
            if type(item) not in due.leaves:
                yield from _faults(item, due, f"{path}/{name}")
    elif option.origin is tuple:
        due = _due(option.args[0])
        for n, item in enumerate(value):
            yield from _faults(item, due, f"{path}/{n}")
    elif option.origin is dict:
        of_keys, of_items = map(_due, option.args)
        for key, item in value.items():
            yield from _faults(key, of_keys, path)
            yield from _faults(item, of_items, f"{path}/{key}")


@cache
def _due(kind: Any) -> _Due:
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    options = tuple(_Option(one, get_origin(one), get_args(one)) for one in kinds)
    return _Due(options, frozenset(one for one in kinds if one in _LEAVES))


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, _Due], ...]:
    return tuple((name, _due(inner)) for name, inner in get_type_hints(kind).items())
