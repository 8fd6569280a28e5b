"""Walking over canonical values."""

from collections.abc import Iterator
from typing import TypeVar, cast

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def walk(value: object) -> Iterator[msgspec.Struct]:
    """Every canonical struct inside ``value``, itself first, in document order."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from walk(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from walk(item)


def fresh(value: T) -> T:
    """``value`` without anything carried from a wire; opaque provider data stays."""
    return cast("T", _fresh(value))


def _fresh(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(_fresh(item) for item in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changes = {name: None if name == "carried" else _fresh(getattr(value, name)) for name in value.__struct_fields__}
    return msgspec.structs.replace(value, **changes)
