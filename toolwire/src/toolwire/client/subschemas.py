"""The schemas within a schema, and what refers to them."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from toolwire.model import Json
from toolwire.wire import pointer

MAPS: Final = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
ONES: Final = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties", "additionalItems",
)  # fmt: skip
"""Keywords whose values are schemas by name, in a list, or one."""


def is_recursive(schema: Json) -> bool:
    """Whether anything in a schema refers to itself."""
    return any(_goes_round(schema, one["$ref"]) for one in within(schema) if isinstance(one.get("$ref"), str))


def resolved(root: Json, target: str) -> Json:
    """What a reference within a schema leads to, by a pointer or a name; None where that is nothing."""
    own = root.get("$id", "") if isinstance(root, dict) else ""
    place = target.removeprefix(own) if own and isinstance(own, str) else target
    if place in ("", "#"):
        return root
    if not place.startswith("#/"):
        return next((one for one in within(root) if place == f"#{one.get('$anchor')}"), None)
    found = [] if "*" in place else pointer.values(root, unquote(place[1:]))
    return found[0] if found else None


def within(schema: Json) -> Iterator[dict[str, Json]]:
    """A schema and all schemas in it."""
    waiting = [schema]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += [inner for key in MAPS if isinstance(one.get(key), dict) for inner in one[key].values()]
            waiting += [inner for key in LISTS if isinstance(one.get(key), list) for inner in one[key]]
            waiting += [one[key] for key in ONES if key in one]


def _goes_round(root: Json, start: str) -> bool:
    """Whether what a reference leads to refers to it again."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for one in within(resolved(root, waiting.pop())):
            target = one.get("$ref")
            if target == start:
                return True
            if isinstance(target, str) and target not in seen:
                seen.add(target)
                waiting.append(target)
    return False
