"""The entries of ``tool_calls`` in several dialects: ``{id, type, function: {name, arguments}}``."""

from collections.abc import Callable
from typing import Final

from toolwire.dialects.fields import Fields
from toolwire.model import Json, Part, ToolCall, Unknown

UNKNOWN: Final = "call: "
"""The prefix of ``Unknown.kind`` for an entry whose type is unknown."""


def entry(part: Part, write: Callable[[ToolCall], Json]) -> Json:
    """Return the entry of ``tool_calls`` for a part. Return None for a part that does not belong in ``tool_calls``."""
    match part:
        case ToolCall():
            return write(part)
        case Unknown(kind=kind, value=value) if kind.startswith(UNKNOWN):
            return value
    return None


def function(fields: Fields, where: str) -> tuple[Fields, str]:
    """Return the ``function`` object of an entry, and the function's name.

    If the object is missing, return an empty object. If the name is missing, return "". In both cases, the carried data
    gets a note that the key is absent, so that a writer can leave it out again.
    """
    inner = fields.child("function")
    if inner is None:
        fields.note("function", "absent")
        inner = Fields({}, where)
    return inner, name(inner)


def name(function: Fields) -> str:
    """Return the name in a ``function`` object. If the name is missing, return "", and note in the carried data that
    the key is absent.
    """
    word = function.text("name")
    if word is None:
        function.note("name", "absent")
    return word or ""
