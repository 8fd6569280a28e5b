"""Entries of ``tool_calls``, as several dialects have them: ``{id, type, function: {name, arguments}}``."""

from collections.abc import Callable
from typing import Final

from toolwire.dialects.fields import Fields
from toolwire.model import Json, Part, ToolCall, Unknown

UNKNOWN: Final = "call: "
"""What the kind of an entry that is of no known type begins with."""


def entry(part: Part, write: Callable[[ToolCall], Json]) -> Json:
    """What stands in ``tool_calls`` for a part; None for one that stands elsewhere."""
    match part:
        case ToolCall():
            return write(part)
        case Unknown(kind=kind, value=value) if kind.startswith(UNKNOWN):
            return value
    return None


def function(fields: Fields, where: str) -> tuple[Fields, str]:
    """The ``function`` of an entry, and its name; that one or the other is absent is noted."""
    found = fields.child("function")
    if found is None:
        fields.note("function", "absent")
        found = Fields({}, where)
    return found, name(found)


def name(function: Fields) -> str:
    """The name in a ``function``; that it is absent is noted."""
    said = function.text("name")
    if said is None:
        function.note("name", "absent")
    return said or ""
