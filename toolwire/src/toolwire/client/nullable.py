"""Schemas that allow null in addition to other values."""

from typing import Final

from toolwire.model import Json

_MORE_THAN_TYPES: Final = ("$ref", "const", "anyOf", "oneOf", "allOf")
"""The keywords that limit values in addition to ``type``. A schema with such a keyword is put into an ``anyOf`` with
the type null.
"""


def or_null(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema that allows null and every value that ``schema`` allows."""
    kind, enum = schema.get("type"), schema.get("enum")
    if kind is None or any(key in schema for key in _MORE_THAN_TYPES):
        if set(schema) == {"anyOf"}:
            return {"anyOf": [*schema["anyOf"], {"type": "null"}]}
        return {"anyOf": [schema, {"type": "null"}]}
    kinds = kind if isinstance(kind, list) else [kind]
    out = schema | {"type": [*kinds, *(() if "null" in kinds else ("null",))]}
    return out | {"enum": [*enum, None]} if isinstance(enum, list) and None not in enum else out


def takes_null(schema: Json) -> bool:
    """Return whether a schema states that it allows null. Targets of references and parts of ``allOf`` are not
    examined.
    """
    if not isinstance(schema, dict):
        return schema is not False
    kind = schema.get("type")
    if kind is not None and kind != "null" and not (isinstance(kind, list) and "null" in kind):
        return False
    if isinstance(enum := schema.get("enum"), list) and None not in enum:
        return False
    if "const" in schema and schema["const"] is not None:
        return False
    union = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(union, list):
        return any(takes_null(subschema) for subschema in union)
    return "$ref" not in schema and "allOf" not in schema
