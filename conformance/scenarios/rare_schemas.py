"""Schemas of parameters with keywords that are rare in tools, by the name of the parameter.

Generators of schemas write these keywords for ordinary types: ``oneOf`` for a union with a tag, ``prefixItems`` for a
tuple, ``additionalProperties`` for a map, ``uniqueItems`` for a set, ``propertyNames`` for a record.
"""

from typing import Final

from toolwire.model import Json

_COUNTRIES: Final = [
    "AR", "AT", "AU", "BE", "BR", "CA", "CH", "CL", "CN", "CO", "CZ", "DE", "DK", "EG", "ES", "FI", "FR", "GB", "GR",
    "HU", "IE", "IN", "IS", "IT", "JP", "KE", "KR", "MX", "NG", "NL", "NO", "NZ", "PL", "PT", "SE", "TR", "UA", "US",
]  # fmt: skip
_STRING: Final[dict[str, Json]] = {"type": "string"}

RARE: Final[dict[str, Json]] = {
    "shape": {
        "oneOf": [
            {
                "type": "object",
                "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
                "required": ["kind", "radius"],
            },
            {
                "type": "object",
                "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
                "required": ["kind", "side"],
            },
        ],
    },
    "person": {
        "allOf": [
            {"type": "object", "properties": {"first": _STRING}, "required": ["first"]},
            {"type": "object", "properties": {"last": _STRING}, "required": ["last"]},
        ],
    },
    "title": {"type": "string", "minLength": 1, "maxLength": 200},
    "branch": {"type": "string", "not": {"enum": ["main", "release"]}},
    "tags": {"type": "array", "items": _STRING, "minItems": 1, "maxItems": 5, "uniqueItems": True},
    "point": {"type": "array", "prefixItems": [{"type": "number"}, _STRING], "items": False, "minItems": 2},
    "steps": {"type": "array", "items": _STRING, "contains": {"const": "save"}},
    "headers": {"type": "object", "additionalProperties": _STRING},
    "labels": {"type": "object", "patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False},
    "record": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "additionalProperties": {"type": "number"}},
    "changes": {"type": "object", "properties": {"name": _STRING, "size": {"type": "integer"}}, "minProperties": 1},
    "filters": {"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 3},
    "payment": {
        "type": "object",
        "properties": {"card": _STRING, "code": _STRING},
        "dependentRequired": {"card": ["code"]},
    },
    "delivery": {
        "type": "object",
        "properties": {"by": {"enum": ["post", "pickup"]}, "street": _STRING},
        "required": ["by"],
        "if": {"properties": {"by": {"const": "post"}}},
        "then": {"required": ["street"]},
    },
    "level": {"type": "integer", "enum": [1, 2, 3]},
    "mode": {"enum": ["auto", 0, None, False]},
    "country": {"type": "string", "enum": [*_COUNTRIES]},
    "share": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
    "owner": {
        "anyOf": [{"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}, {"type": "null"}],
        "default": None,
    },
    "options": {"type": "object", "properties": {"depth": {"type": "integer"}}, "default": {"depth": 2}},
    "anything": {},
    "time": {"type": "string", "format": "date-time", "title": "Start", "deprecated": True},
    "query": {"type": "string", "description": "Describes each operator of the language of queries. " * 30},
    "matrix": {"type": "array", "items": {"type": "array", "items": {"type": "number"}, "maxItems": 4}},
}
LATER_RARE: Final[dict[str, Json]] = {
    "dry_run": {"type": "boolean", "default": False},
    "offset": {"type": "integer", "default": 0},
    "suffix": {"type": "string", "default": ""},
    "version": {"const": 0},
    "enabled": {"const": False},
    "nothing": {"type": "null"},
    "visit": {
        "type": "object",
        "properties": {"by": {"enum": ["car", "train"]}, "plate": _STRING, "seat": _STRING},
        "required": ["by"],
        "if": {"properties": {"by": {"const": "car"}}},
        "then": {"required": ["plate"]},
        "else": {"required": ["seat"]},
    },
    "card": {
        "type": "object",
        "properties": {"number": _STRING},
        "dependentSchemas": {"number": {"properties": {"code": _STRING}, "required": ["code"]}},
    },
    "closed": {
        "allOf": [{"type": "object", "properties": {"name": _STRING}}],
        "type": "object",
        "unevaluatedProperties": False,
    },
    "votes": {"type": "array", "items": _STRING, "contains": {"const": "yes"}, "minContains": 2, "maxContains": 4},
    "old_name": {"type": "string", "deprecated": True},
    "secret_note": {"type": "string", "writeOnly": True},
    "image": {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
    "code": {"type": "string", "$comment": "for developers", "pattern": "^\\\\S+$"},
    "unit": {"type": "string", "enum": ["zeta", "alpha", "Alpha", "", "10", "9"]},
    "ratio": {"type": "number", "minimum": 0.0, "maximum": 1.0, "multipleOf": 0.01, "default": 0.0},
    "pairs": {"type": "array", "items": {}, "default": []},
    "settings": {"type": "object", "properties": {}, "additionalProperties": False, "default": {}},
    **{f"limit_{n}": {"type": "integer"} for n in range(12)},
}
"""Schemas of later conversations (see ``chance.LATER``)."""
