"""JSON Schemas that say the same, brought to one spelling in place."""

from collections.abc import Mapping
from typing import Final

from conformance.judge.subschemas import Keys, walk
from conformance.model import Json
from conformance.wire import exact_json

_KEYS: Final = Keys(
    maps=("properties", "patternProperties", "dependentSchemas", "$defs", "definitions"),
    lists=("anyOf", "allOf", "oneOf", "prefixItems", "items"),
    ones=("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"),
)


def level(schema: Json, annotations: tuple[str, ...]) -> None:
    """The order of what is required goes, and so do empty lists and objects of it or of properties, and annotations."""
    for _, one in walk(schema, _KEYS):
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
    for _, one in walk(schema, _KEYS):
        for name, spellings in types.items():
            if one.get("type") in spellings:
                one["type"] = name
