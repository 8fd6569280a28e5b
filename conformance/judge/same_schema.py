"""JSON Schemas that say the same, brought to one spelling in place."""

from collections.abc import Iterator, Mapping
from typing import Final

from conformance.model import Json
from conformance.wire import exact_json

_MAPS: Final = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
_LISTS: Final = ("anyOf", "allOf", "oneOf", "prefixItems", "items")
_ONES: Final = ("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else")


def level(schema: Json, annotations: tuple[str, ...]) -> None:
    """The order of what is required goes, and so do empty lists and objects of it or of properties, and annotations."""
    for one in _schemas(schema):
        for key in annotations:
            if isinstance(one.get(key), str):
                del one[key]
        if isinstance(one.get("required"), list):
            one["required"].sort(key=exact_json.dumps)
        for key, nothing in (("required", []), ("properties", {})):
            if one.get(key) == nothing:
                del one[key]


def name_types(schema: Json, types: Mapping[str, tuple[Json, ...]]) -> None:
    """Every type gets the name among whose other spellings it is."""
    for one in _schemas(schema):
        for name, spellings in types.items():
            if one.get("type") in spellings:
                one["type"] = name


def _schemas(schema: Json) -> Iterator[dict[str, Json]]:
    """A schema and all within it; what only looks like one, as a property called ``items``, is none."""
    waiting = [schema]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict):
            continue
        for key in _MAPS:
            if isinstance(inner := one.get(key), dict):
                waiting.extend(inner.values())
        for key in _LISTS:
            if isinstance(inner := one.get(key), list):
                waiting.extend(inner)
        waiting.extend(inner for key in _ONES if (inner := one.get(key)) is not None)
        yield one
