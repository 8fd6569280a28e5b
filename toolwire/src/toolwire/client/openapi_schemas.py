"""Schemas in OpenAPI's subset of JSON Schema. The parameters of Gemini's functions may have such a schema."""

from typing import Final

from toolwire.client.nullable import or_null
from toolwire.client.subschemas import LISTS, MAPS, SINGLE
from toolwire.model import Carried, Json, ToolDefinition

_COUNTS: Final = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")
_SNAKES: Final[dict[str, str]] = {
    "any_of": "anyOf",
    "min_items": "minItems",
    "max_items": "maxItems",
    "min_length": "minLength",
    "max_length": "maxLength",
    "min_properties": "minProperties",
    "max_properties": "maxProperties",
    "property_ordering": "propertyOrdering",
}
"""The spellings of keys in Gemini's proto files, each with the usual spelling in JSON. Gemini accepts both in JSON."""
_JSON_SCHEMA: Final = "parametersJsonSchema"
_OPENAPI: Final = "parameters"
"""The key under which Gemini's functions have a schema in OpenAPI's subset. A JSON Schema is under
``parametersJsonSchema``.
"""
AS_OPENAPI: Final = Carried(spelling={_JSON_SCHEMA: _OPENAPI})
"""The carried data that marks a tool's schema as a schema in OpenAPI's subset."""


def json_schema(tool: ToolDefinition) -> Json:
    """Return a tool's schema as JSON Schema, even if it was read in OpenAPI's subset."""
    return from_openapi(tool.parameters) if is_openapi(tool.carried) else tool.parameters


def is_openapi(carried: Carried | None) -> bool:
    """Return whether a tool's schema is in OpenAPI's subset."""
    return carried is not None and carried.spelling.get(_JSON_SCHEMA) == _OPENAPI


def from_openapi(schema: Json) -> Json:
    """Return a schema in OpenAPI's subset as JSON Schema.

    Types are changed to lower case, and ``nullable`` becomes the type null. Limits such as ``minItems`` become numbers
    (in proto3's JSON, an int64 is a text).
    """
    if not isinstance(schema, dict):
        return schema
    out: dict[str, Json] = {_SNAKES.get(str(key), str(key)): subschema for key, subschema in schema.items()}
    if isinstance(kind := out.get("type"), str):
        out["type"] = kind.lower()
    for key in _COUNTS:
        if isinstance(count := out.get(key), str) and count.isdecimal():
            out[key] = int(count)
    for key in MAPS:
        if isinstance(inner := out.get(key), dict):
            out[key] = {name: from_openapi(subschema) for name, subschema in inner.items()}
    for key in LISTS:
        if isinstance(inner := out.get(key), list):
            out[key] = [from_openapi(subschema) for subschema in inner]
    for key in SINGLE:
        if key in out:
            out[key] = from_openapi(out[key])
    return or_null(out) if out.pop("nullable", None) is True else out
