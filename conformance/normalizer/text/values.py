"""Values that a format writes as bare text: the tool's schema says what type they are."""

import ast
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, Final

from conformance.model import Json
from conformance.wire import exact_json
from conformance.wire.errors import JsonError

_DEEPEST: Final = 32
_WORDS: Final[Mapping[str, Any]] = {"true": True, "false": False}


def typed(text: str, schema: Json, root: Json = None) -> Json:
    """The value that a text stands for under a JSON Schema; the text itself where it is a string, or nobody knows.

    ``root``: the schema that references in ``schema`` point into.
    """
    types = set(kinds(schema, root))
    bare = text.strip()
    if not types:
        return text
    if "null" in types and bare == "null":
        return None
    if types & {"integer", "number"}:
        number = _parsed(bare)
        if number is not _NOTHING and not isinstance(number, str | bool | dict | list | None):
            return number
    if "boolean" in types and bare.lower() in _WORDS:
        return _WORDS[bare.lower()]
    if types & {"object", "array"}:
        value = _parsed(bare)
        if value is _NOTHING:
            value = literal(bare)
        if (isinstance(value, dict) and "object" in types) or (isinstance(value, list) and "array" in types):
            return value
    if "string" in types:
        return text
    value = _parsed(bare)
    return text if value is _NOTHING else value


def kinds(schema: Json, root: Json, depth: int = 0) -> Iterator[str]:
    """The types that a schema allows; none where it does not say."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return
    said = schema.get("type")
    yield from (kind for kind in (said if isinstance(said, list) else [said]) if isinstance(kind, str))
    if said is None:
        choices = schema.get("enum")
        listed = choices if isinstance(choices, list) else [schema["const"]] if "const" in schema else []
        yield from (_kind(value) for value in listed)
        if "properties" in schema:
            yield "object"
        if "items" in schema:
            yield "array"
    if schema.get("nullable") is True:
        yield "null"
    for key in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(key)
        for branch in branches if isinstance(branches, list) else ():
            yield from kinds(branch, root, depth + 1)
    if isinstance(schema.get("$ref"), str):
        yield from kinds(_pointed(root, schema["$ref"]), root, depth + 1)


def inside(schema: Json, root: Json, key: str, name: str | None = None, depth: int = 0) -> Json:
    """What a schema says under ``key`` of what is in its value: of one ``name``, or of all."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return None
    found = schema.get(key)
    if name is not None:
        found = found.get(name) if isinstance(found, dict) else None
    branches = [branch for part in ("anyOf", "oneOf", "allOf") for branch in schema.get(part) or ()]
    if isinstance(schema.get("$ref"), str):
        branches.append(_pointed(root, schema["$ref"]))
    deeper = (inside(branch, root, key, name, depth + 1) for branch in branches)
    return found if found is not None else next((said for said in deeper if said is not None), None)


def json_or_text(text: str) -> Json:
    """The JSON that a text is, or the text."""
    value = _parsed(text)
    return text if value is _NOTHING else value


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict | list):
        return "object" if isinstance(value, dict) else "array"
    return "integer" if isinstance(value, int) else "number"


def _pointed(root: Json, reference: str) -> Json:
    found = root
    for step in reference.removeprefix("#").strip("/").split("/"):
        found = found.get(step) if isinstance(found, dict) else None
    return found


_NOTHING: Final = object()


def _parsed(text: str) -> Any:
    try:
        return exact_json.loads(text)
    except JsonError:
        return _NOTHING


def literal(text: str) -> Any:
    """A Python literal, as some models write values; an object that is no JSON where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            value = ast.literal_eval(text)
        exact_json.dumps(value)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return _NOTHING
    return value
