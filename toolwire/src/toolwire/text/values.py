"""Values that a format writes as bare text: the tool's schema says what type they are."""

import ast
import re
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from toolwire.model import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_WORDS: Final[Mapping[str, Any]] = {"true": True, "false": False}


def typed(text: str, schema: Json, root: Json = None) -> Json:
    """The value that a text stands for under a JSON Schema; the text itself where it is a string, or nobody knows.

    ``root``: the schema that references in ``schema`` point into.
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
    """The types that a schema allows; none where it does not say."""
    for one in branches(schema, root):
        said = one.get("type")
        yield from (kind for kind in (said if isinstance(said, list) else [said]) if isinstance(kind, str))
        if said is None:
            yield from map(_kind, _choices(one))
            if "properties" in one:
                yield "object"
            if "items" in one:
                yield "array"
        if one.get("nullable") is True:
            yield "null"


def choices(schema: Json, root: Json) -> list[Json]:
    """The values that a schema lists, wherever it does."""
    return [value for one in branches(schema, root) for value in _choices(one)]


def _choices(one: dict[str, Any]) -> list[Json]:
    return one["enum"] if isinstance(one.get("enum"), list) else [one["const"]] if "const" in one else []


def branches(
    schema: Json, root: Json, combined: Collection[str] = ("anyOf", "oneOf", "allOf")
) -> Iterator[dict[str, Any]]:
    """A schema and all that it combines or refers to, each once; ``combined``: the keywords that combine."""
    waiting, seen = [schema], set[int]()
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict) or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        parts = [part for key in combined for part in _listed(one.get(key))]
        if isinstance(one.get("$ref"), str):
            parts.append(_pointed(root, one["$ref"]))
        waiting += reversed(parts)


def properties(schema: Json, root: Json) -> dict[str, Json]:
    """The schemas of what a schema names in its value, wherever it does."""
    found: dict[str, Json] = {}
    for one in branches(schema, root):
        named = one.get("properties")
        for name, inner in named.items() if isinstance(named, dict) else ():
            found.setdefault(name, inner)
    return found


def required(schema: Json, root: Json) -> set[str]:
    """What a schema requires in its value, and so does every schema that holds beside it."""
    listed = (_listed(one.get("required")) for one in branches(schema, root, ("allOf",)))
    return {name for names in listed for name in names if isinstance(name, str)}


def member(schema: Json, root: Json, name: str) -> Json:
    """The schema of what has a name in its value: its own, that of a pattern, or that of all others."""
    named = properties(schema, root)
    if name in named:
        return named[name]
    for one in branches(schema, root):
        patterns = one.get("patternProperties")
        for pattern, inner in patterns.items() if isinstance(patterns, dict) else ():
            if _matches(pattern, name):
                return inner
    others = (one.get("additionalProperties") for one in branches(schema, root))
    return next((one for one in others if isinstance(one, dict)), None)


def items(schema: Json, root: Json) -> Json:
    """The schema of what is in a list."""
    return next((one["items"] for one in branches(schema, root) if "items" in one), None)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False


def together(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """Pairs as an object; one that names a key more than once keeps them all."""
    found = dict(pairs)
    return found if len(found) == len(pairs) else exact_json.RepeatedKeys([*pairs])


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
    """What a reference into the same document leads to (RFC 6901, section 6)."""
    found = root
    path = reference.removeprefix("#").strip("/")
    for step in path.split("/") if path else ():
        key = unquote(step).replace("~1", "/").replace("~0", "~")
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
    """A Python literal, as some models write values; an object that is no JSON where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            value = ast.literal_eval(text)
        exact_json.dumps(value)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return _NOTHING
    return value
