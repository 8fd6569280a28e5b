"""Repeated fields: an array, or a single member without an array. Google's APIs read both forms."""

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind
from toolwire.model import Carried, Json

_ALONE = "alone"


def read(fields: Fields, key: str) -> list[Json]:
    """Read and return the members under ``key``.

    For a missing key, null and an empty array, return an empty list; the key stays unread. Raises ``ShapeError`` for a
    value of another type.
    """
    value = fields.peek(key)
    if isinstance(value, dict):
        fields.note(f"{key}[]", _ALONE)
        return [fields.mapping(key)]
    if value is None or isinstance(value, list):
        return fields.items(key)
    raise ShapeError(f"{fields.where}/{key}: expected an array, got {kind(value)}")


def write(members: list[Json], carried: Carried | None, key: str) -> Json:
    """Return the value under ``key``: an array of the members, or the only member if it was read without an array."""
    alone = carried is not None and carried.spelling.get(f"{key}[]") == _ALONE
    return members[0] if alone and len(members) == 1 else members
