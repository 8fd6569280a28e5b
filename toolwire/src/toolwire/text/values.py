"""Reading of values that a format writes as bare text. The tool's schema shows their types."""

import ast
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from toolwire.model import Json
from toolwire.wire import exact_json, patterns, pointer
from toolwire.wire.errors import JsonError, PatternError, SlowPattern

_WORDS: Final[Mapping[str, Any]] = {"true": True, "false": False}


def typed(text: str, schema: Json, root: Json = None) -> Json:
    """Return the value that a text means under a JSON Schema: ``5`` is a number if the schema allows numbers, but a
    string if it allows only strings. A text stays unchanged if the schema names no type, or if it has no other meaning.

    ``root`` is the whole schema, into which references in ``schema`` point.
    """
    types = set(kinds(schema, root))
    bare = text.strip()
    if not types:
        return text
    if "null" in types and (bare == "null" or (bare == "None" and "string" not in types)):
        return None
    listed = choices(schema, root)
    if bare in listed and _parsed(bare) not in listed:
        return bare
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


def kinds(schema: Json, root: Json) -> Iterator[str]:
    """Yield the types that a schema allows. Yield nothing if the schema names no type."""
    for branch in branches(schema, root):
        types = branch.get("type")
        yield from (kind for kind in (types if isinstance(types, list) else [types]) if isinstance(kind, str))
        if types is None:
            yield from map(_kind, _choices(branch))
            if "properties" in branch:
                yield "object"
            if "items" in branch:
                yield "array"
        if branch.get("nullable") is True:
            yield "null"


def choices(schema: Json, root: Json) -> list[Json]:
    """Return the values under ``enum`` or ``const``, in a schema and in the schemas that this schema combines or refers
    to.
    """
    return [value for branch in branches(schema, root) for value in _choices(branch)]


def _choices(branch: dict[str, Any]) -> list[Json]:
    return branch["enum"] if isinstance(branch.get("enum"), list) else [branch["const"]] if "const" in branch else []


def branches(
    schema: Json, root: Json, combined: Collection[str] = ("anyOf", "oneOf", "allOf")
) -> Iterator[dict[str, Any]]:
    """Yield a schema, and each schema that this schema combines or refers to.

    No schema is yielded twice. ``combined`` are the keywords that combine schemas.
    """
    waiting, seen = [schema], set[int]()
    while waiting:
        branch = waiting.pop()
        if not isinstance(branch, dict) or id(branch) in seen:
            continue
        seen.add(id(branch))
        yield branch
        parts = [part for key in combined for part in _listed(branch.get(key))]
        if isinstance(branch.get("$ref"), str):
            parts.append(_pointed(root, branch["$ref"]))
        waiting += reversed(parts)


def properties(schema: Json, root: Json) -> dict[str, Json]:
    """Return the schemas of all properties, by name.

    The properties are those of ``schema``, and of the schemas that it combines or refers to.
    """
    found: dict[str, Json] = {}
    for branch in branches(schema, root):
        named = branch.get("properties")
        for name, inner in named.items() if isinstance(named, dict) else ():
            found.setdefault(name, inner)
    return found


def required(schema: Json, root: Json) -> set[str]:
    """Return the names of the properties that a schema requires, itself, in its ``allOf``, or through references."""
    listed = (_listed(branch.get("required")) for branch in branches(schema, root, ("allOf",)))
    return {name for names in listed for name in names if isinstance(name, str)}


def member(schema: Json, root: Json, name: str) -> Json:
    """Return the schema of the property ``name``: from ``properties``, ``patternProperties`` or
    ``additionalProperties``. Return None if none of them has a schema for it.
    """
    named = properties(schema, root)
    if name in named:
        return named[name]
    for branch in branches(schema, root):
        listed = branch.get("patternProperties")
        for pattern, inner in listed.items() if isinstance(listed, dict) else ():
            if _matches(pattern, name):
                return inner
    others = (branch.get("additionalProperties") for branch in branches(schema, root))
    return next((inner for inner in others if isinstance(inner, dict)), None)


def items(schema: Json, root: Json) -> Json:
    """Return the schema of a list's items; None if ``schema`` has none."""
    return next((branch["items"] for branch in branches(schema, root) if "items" in branch), None)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _matches(pattern: str, name: str) -> bool:
    try:
        return patterns.occurs(pattern, name)
    except (PatternError, SlowPattern):
        return False


def from_pairs(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """Return an object with the given keys and values. If a key is repeated, the object keeps all values of the key."""
    found = dict(pairs)
    return found if len(found) == len(pairs) else exact_json.RepeatedKeys([*pairs])


def json_or_text(text: str) -> Json:
    """Return the JSON value in a text; the text itself if it is not JSON."""
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
    """Return the value to which a reference into the same document points (RFC 6901, section 6); None if it does not
    exist.
    """
    found = root
    path = reference.removeprefix("#").strip("/")
    for step in path.split("/") if path else ():
        key = pointer.unescape(unquote(step))
        if isinstance(found, list):
            found = next((item for place, item in enumerate(found) if str(place) == key), None)
        else:
            found = found.get(key) if isinstance(found, dict) else None
    return found


_NOTHING: Final = object()


def _parsed(text: str) -> Any:
    try:
        return exact_json.loads(text)
    except JsonError:
        return _NOTHING


def literal(text: str) -> Any:
    """Return the value of a Python literal. Some models write values as such literals.

    Return ``_NOTHING`` for any other text, and for a value that JSON does not have.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            value = ast.literal_eval(text)
        exact_json.dumps(value)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return _NOTHING
    return value
