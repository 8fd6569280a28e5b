"""The JSON Schema of the canonical form, generated from the types and published in the same folder as this module."""

import inspect
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

import msgspec

from toolwire.model.events import Event
from toolwire.model.expected import Expected
from toolwire.model.messages import Request
from toolwire.model.responses import Response

FILE: Final = "canonical.schema.json"
ID: Final = "https://toolcall-conformance.invalid/schemas/canonical.schema.json"


def generate() -> bytes:
    """Return the schema as JSON text: request, response, stream event and expected answer, each under ``$defs``."""
    _, found = components((Request, Response, Event, Expected))
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "Canonical tool calling",
        "description": "Requests, responses and stream events in the provider-neutral form. Arguments are JSON text.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("Request", "Response", "Expected")],
        "$defs": dict(sorted(found.items())),
    }
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


def components(kinds: Iterable[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, dict[str, Any]]]:
    """Return a reference for each type in ``kinds``, and a dict of the schemas that the references need, by name. The
    dict also has the schemas of all types inside these types.

    The references point into ``$defs``. The schemas are the same with all versions of Python and msgspec, because two
    differences are removed: the indentation of docstrings, which only Python 3.12 and earlier keep, and the list of
    allowed keys in the schema of a dict, which only msgspec 0.23 and later write.
    """
    references, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for schema in found.values():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
    return references, {name: _without_literal_keys(schema) for name, schema in found.items()}


def _without_literal_keys(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_literal_keys(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = {"propertyNames"} if "enum" in schema.get("propertyNames", ()) else set()
    return {key: _without_literal_keys(inner) for key, inner in schema.items() if key not in left_out}


def published() -> bytes:
    """Return the bytes of the schema file that is in the repository and in the package."""
    return (files("toolwire.model") / FILE).read_bytes()
