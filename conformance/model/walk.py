"""Walking over canonical values."""

from collections.abc import Iterator
from typing import Final, TypeVar, cast

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
_HOLDERS: Final = (msgspec.Struct, tuple)


def walk(value: object) -> Iterator[msgspec.Struct]:
    """Every canonical struct inside ``value``, itself first, in document order."""
    pending = [value]
    while pending:
        found = pending.pop()
        if isinstance(found, msgspec.Struct):
            yield found
            inner = [item for name in found.__struct_fields__ if isinstance(item := getattr(found, name), _HOLDERS)]
        elif isinstance(found, tuple):
            inner = [item for item in found if isinstance(item, _HOLDERS)]
        else:
            continue
        pending += inner[::-1]


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
