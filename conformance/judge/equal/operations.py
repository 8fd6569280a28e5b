"""Functions that apply an operation of ``toolwire.providers.equal`` to a body.

``in_object`` changes an object. ``in_member`` changes a member of an object. ``of_value`` returns a new value. Other
modules register an implementation for each type of operation.
"""

from functools import singledispatch
from typing import Any

from toolwire.model import Json
from toolwire.providers.equal import OfMember, OfObject, OfValue


@singledispatch
def in_object(operation: OfObject, place: Json) -> None:
    """Apply the operation to ``place``, a value at the operation's pointer, if this value is an object."""
    raise NotImplementedError(operation)


@singledispatch
def in_member(operation: OfMember, around: dict[str, Any], key: str) -> None:
    """Apply the operation to the member ``key`` of the object ``around``. The object has this member."""
    raise NotImplementedError(operation)


@singledispatch
def of_value(operation: OfValue, value: Json) -> Json:
    """Return the common form of all values with the same meaning as ``value``."""
    raise NotImplementedError(operation)


def rename(around: dict[str, Any], names: dict[str, str]) -> None:
    """Rename the keys of the object ``around``. ``names``: the new name for each old name.

    A key keeps its old name if the object already has a key with the new name.
    """
    for key, name in names.items():
        if key in around and name not in around:
            around[name] = around.pop(key)
