"""JSON values in Python."""

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""Null, a boolean, a number, a string, a list, or a dictionary whose keys are strings."""


def type_name(value: Json) -> str:
    """Return the name of a value's type in JSON Schema. Every number is a ``number``."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case dict():
            return "object"
        case list():
            return "array"
    return "number"
