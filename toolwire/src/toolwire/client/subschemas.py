"""The schemas inside a schema, and the references to them."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from toolwire.model import Json
from toolwire.wire import pointer

MAPS: Final = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
SINGLE: Final = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties", "additionalItems",
)  # fmt: skip
"""The keywords whose value is a schema. For the keywords in ``MAPS``, the value is an object whose values are schemas.
For the keywords in ``LISTS``, the value is a list of schemas.
"""


def is_recursive(schema: Json) -> bool:
    """Return whether a schema, or a schema inside it, refers to itself."""
    return any(
        _goes_round(schema, subschema["$ref"]) for subschema in within(schema) if isinstance(subschema.get("$ref"), str)
    )


def resolved(root: Json, target: str) -> Json:
    """Return the schema in ``root`` that the reference ``target`` refers to; None if it does not exist.

    A reference has a pointer (``#/$defs/a``) or the name of an anchor (``#a``).
    """
    own = root.get("$id", "") if isinstance(root, dict) else ""
    place = target.removeprefix(own) if own and isinstance(own, str) else target
    if place in ("", "#"):
        return root
    if not place.startswith("#/"):
        return next((subschema for subschema in within(root) if place == f"#{subschema.get('$anchor')}"), None)
    found = [] if "*" in place else pointer.values(root, unquote(place[1:]))
    return found[0] if found else None


def within(schema: Json) -> Iterator[dict[str, Json]]:
    """Yield a schema and all schemas inside it."""
    waiting = [schema]
    while waiting:
        subschema = waiting.pop()
        if isinstance(subschema, dict):
            yield subschema
            waiting += [
                inner for key in MAPS if isinstance(subschema.get(key), dict) for inner in subschema[key].values()
            ]
            waiting += [inner for key in LISTS if isinstance(subschema.get(key), list) for inner in subschema[key]]
            waiting += [subschema[key] for key in SINGLE if key in subschema]


def _goes_round(root: Json, start: str) -> bool:
    """Return whether the target of the reference ``start`` contains the same reference, directly or through other
    references.
    """
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for subschema in within(resolved(root, waiting.pop())):
            target = subschema.get("$ref")
            if target == start:
                return True
            if isinstance(target, str) and target not in seen:
                seen.add(target)
                waiting.append(target)
    return False
