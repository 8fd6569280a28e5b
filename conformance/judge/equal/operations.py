"""The functions behind the operations of ``toolwire.providers.equal``: one for each, of one of three forms.

All but those of values change the object that they get.
"""

from functools import singledispatch
from typing import Any

from toolwire.model import Json
from toolwire.providers.equal import OfMember, OfObject, OfValue


@singledispatch
def in_object(operation: OfObject, place: Json) -> None:
    """Do the operation in what stands at its place, where that is an object."""
    raise NotImplementedError(operation)


@singledispatch
def in_member(operation: OfMember, around: dict[str, Any], key: str) -> None:
    """Do the operation in an object that has the key."""
    raise NotImplementedError(operation)


@singledispatch
def of_value(operation: OfValue, value: Json) -> Json:
    """Return the spelling of a value that it shares with all that mean the same."""
    raise NotImplementedError(operation)


def rename(around: dict[str, Any], names: dict[str, str]) -> None:
    """Give keys their other names, where nothing stands under these."""
    for key, name in names.items():
        if key in around and name not in around:
            around[name] = around.pop(key)
