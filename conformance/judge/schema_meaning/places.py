"""The search for a keyword in a schema as its author wrote it. The keyword's place in the plain spelling is known."""

from typing import Final

from toolwire.model import Json
from toolwire.wire import pointer

_SPELLINGS: Final = {
    "enum": ("const", "type"),
    "type": ("enum", "anyOf"),
    "anyOf": ("oneOf", "type"),
    "prefixItems": ("items",),
    "items": ("additionalItems",),
    "additionalProperties": ("unevaluatedProperties",),
    "minimum": ("exclusiveMinimum",),
    "maximum": ("exclusiveMaximum",),
    "exclusiveMinimum": ("minimum",),
    "exclusiveMaximum": ("maximum",),
    "dependentRequired": ("dependencies",),
    "dependentSchemas": ("dependencies",),
}
"""Keywords of the plain spelling, each with the keywords that the author of a schema may have written instead."""
_DEEPEST: Final = 5


def written(schema: Json, place: str) -> str:
    """Return the pointer to a keyword in the schema as it was written. If the keyword is not found, return
    ``place``.
    """
    found = _find(schema, [pointer.unescape(step) for step in place.split("/")[1:]], 0)
    return place if found is None else pointer.written(tuple(found))


def _find(place: Json, steps: list[str], depth: int) -> list[str | int] | None:
    if not steps:
        return []
    if isinstance(place, list):
        index = int(steps[0]) if steps[0].isdecimal() else len(place)
        found = _find(place[index], steps[1:], 0) if index < len(place) else None
        return None if found is None else [index, *found]
    if not isinstance(place, dict):
        return None
    for name in (steps[0], *_SPELLINGS.get(steps[0], ())):
        if name in place and (found := _find(place[name], steps[1:], 0)) is not None:
            return [name, *found]
    for key in ("allOf", "anyOf", "oneOf") if depth < _DEEPEST else ():
        for n, inner in enumerate(place[key] if isinstance(place.get(key), list) else ()):
            if (found := _find(inner, steps, depth + 1)) is not None:
                return [key, n, *found]
    return None
