"""Headers, bodies, and refusals of requests with wrong tools or schemas, for OpenAI's Chat Completions and Responses.

The headers and the layout of bodies are as recorded in 2025. The messages about a schema that is not strict, and about
an array that is too long, are recorded or quoted. All other messages are written from memory, without a recording. They
are about a wrong type, a missing parameter, an empty or a long string, a name that does not match its pattern, and a
root schema that is not an object.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from conformance.standins.script import Answer, Chunk, Ids, expected_error
from toolwire.model import Expected
from toolwire.wire import exact_json

_NAME: Final = re.compile(r"[a-zA-Z0-9_-]*")
_DATED: Final = re.compile(r"\d{4}-\d\d-\d\d$")
_RELEASES: Final = {"gpt-5.4": "2026-03-05", "gpt-5": "2025-08-07"}
"""The release date in the dated names of models, by the family of the models."""
_RELEASE: Final = "2025-04-14"
_UNDATED: Final = ("gpt-6",)
"""The families of models that recorded answers name without a date."""
_KINDS: Final[dict[type, str]] = {
    bool: "a boolean",
    str: "a string",
    dict: "an object",
    list: "an array",
    int: "an integer",
    float: "a decimal",
}
_REQUESTS_A_MINUTE: Final = 5000
_TOKENS_A_MINUTE: Final = 4_000_000


class Refused(Exception):
    """The vendor's refusal of a request."""

    def __init__(self, message: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.body = {
            "error": {"message": message, "type": "invalid_request_error", "param": param, "code": code},
        }


def headers(ids: Ids, content_type: str, *, limits: bool) -> dict[str, str]:
    """Return the headers of an answer. If ``limits`` is true, they include the headers about rate limits."""
    known = {
        "content-type": content_type,
        "openai-processing-ms": str(ids.number(200, 900)),
        "openai-version": "2020-10-01",
        "x-request-id": f"req_{ids.hex(32)}",
    }
    if not limits:
        return known
    return known | {
        "x-ratelimit-limit-requests": str(_REQUESTS_A_MINUTE),
        "x-ratelimit-limit-tokens": str(_TOKENS_A_MINUTE),
        "x-ratelimit-remaining-requests": str(_REQUESTS_A_MINUTE - 1),
        "x-ratelimit-remaining-tokens": str(_TOKENS_A_MINUTE - ids.number(10, 200)),
        "x-ratelimit-reset-requests": "12ms",
        "x-ratelimit-reset-tokens": "0s",
    }


def whole(headers: dict[str, str], text: str, ids: Ids, expected: Expected | None) -> Answer:
    """Return an answer that is not a stream, with status 200. ``expected``: the right reading of the answer."""
    chunk = Chunk(ids.number(300, 900), text.encode())
    return Answer(status=200, headers=headers, chunks=(chunk,), expected=expected)


def refusal(refused: Refused, ids: Ids) -> Answer:
    """Return the answer to a refused request."""
    chunk = Chunk(ids.number(20, 90), spread(refused.body).encode())
    error = refused.body["error"]
    known = headers(ids, "application/json", limits=False)
    expected = expected_error(400, str(refused), error["type"], error["code"])
    return Answer(status=400, headers=known, chunks=(chunk,), expected=expected)


def spread(value: Any, *, ascii_only: bool = False, indent: str = "") -> str:
    """Return ``value`` in the layout of the vendor's plain bodies: a member on each line, with two blanks for each
    level. With ``ascii_only``, characters outside of ASCII are escaped.
    """
    inner = indent + "  "
    if isinstance(value, dict) and value:
        members = [
            f"{inner}{spread(key, ascii_only=ascii_only)}: {spread(item, ascii_only=ascii_only, indent=inner)}"
            for key, item in exact_json.pairs(value)
        ]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        items = [inner + spread(item, ascii_only=ascii_only, indent=inner) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    return json.dumps(value) if ascii_only and isinstance(value, str) else exact_json.dumps(value)


def served(model: str) -> str:
    """Return the model's name in the answer to a request for ``model``: the name with a date, except for the families
    in ``_UNDATED``.
    """
    released = next((day for family, day in _RELEASES.items() if model.startswith(family)), _RELEASE)
    return model if _DATED.search(model) or model.startswith(_UNDATED) else f"{model}-{released}"


def missing(place: str) -> Refused:
    """Return the refusal for a missing parameter. ``place``: the parameter, such as ``messages[0].role``."""
    return Refused(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")


def wrong_type(place: str, wanted: str, value: Any) -> Refused:
    """Return the refusal for a value with a wrong JSON type. ``place``: the path to the value. ``wanted``: the right
    type, such as ``an object``.
    """
    message = f"Invalid type for '{place}': expected {wanted}, but got {_kind(value)} instead."
    return Refused(message, place, "invalid_type")


def unsupported(value: Any, supported: tuple[str, ...], place: str) -> Refused:
    """Return the refusal for an unsupported value. ``place``: the path to the value."""
    *most, last = (f"'{word}'" for word in supported)
    words = f"{', '.join(most)}{',' if len(most) > 1 else ''} and {last}"
    return Refused(f"Invalid value: '{value}'. Supported values are: {words}.", place, "invalid_value")


def empty_array(place: str) -> Refused:
    """Return the refusal for an empty array. ``place``: the path to the array."""
    message = (
        f"Invalid '{place}': empty array. Expected an array with minimum length 1, but got an empty array instead."
    )
    return Refused(message, place, "empty_array")


def long_array(place: str, most: int, value: list[Any]) -> Refused:
    """Return the refusal for an array with more than ``most`` items. ``place``: the path to the array."""
    message = (
        f"Invalid '{place}': array too long. Expected an array with maximum length {most}, "
        f"but got an array with length {len(value)} instead."
    )
    return Refused(message, place, "array_above_max_length")


def check_length(value: str, place: str, most: int) -> None:
    """Refuse an empty string, or a string of more than ``most`` characters. ``place``: the path to the string."""
    if not value:
        message = (
            f"Invalid '{place}': empty string. Expected a string with minimum length 1, "
            "but got an empty string instead."
        )
        raise Refused(message, place, "empty_string")
    if len(value) > most:
        message = (
            f"Invalid '{place}': string too long. Expected a string with maximum length {most}, "
            f"but got a string with length {len(value)} instead."
        )
        raise Refused(message, place, "string_above_max_length")


def check_text(holder: dict[str, Any], key: str, place: str) -> str:
    """Return the string under ``key`` of ``holder``. Raises ``Refused`` if the value is missing or not a string.

    ``place``: the path to ``holder``.
    """
    if key not in holder:
        raise missing(f"{place}.{key}")
    value = holder[key]
    if not isinstance(value, str):
        raise wrong_type(f"{place}.{key}", "a string", value)
    return value


def check_name(holder: dict[str, Any], place: str, most: int) -> None:
    """Refuse a function or call, ``holder``, whose name is missing or too long, or has a forbidden character.

    ``place``: the path to ``holder``. ``most``: the maximum length of the name.
    """
    name = check_text(holder, "name", place)
    check_length(name, f"{place}.name", most)
    if not _NAME.fullmatch(name):
        message = (
            f"Invalid '{place}.name': string does not match pattern. Expected a string that matches the pattern "
            "'^[a-zA-Z0-9_-]+$'."
        )
        raise Refused(message, f"{place}.name", "invalid_value")


def check_schema(function: dict[str, Any], place: str) -> None:
    """Refuse a function whose parameters have a schema that is not a schema of an object.

    For a strict function, also refuse schemas that are not strict.
    """
    schema = function.get("parameters")
    if schema is None:
        return
    if not isinstance(schema, dict):
        raise wrong_type(f"{place}.parameters", "an object", schema)
    wrong = f"Invalid schema for function '{function['name']}': "
    kind, problem = schema.get("type"), None
    if isinstance(kind, str) and kind != "object":
        problem = f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{kind}\"'."
    elif function.get("strict") is True:
        problem = next(_loose(schema, ()), None)
    if problem:
        raise Refused(wrong + problem, f"{place}.parameters", "invalid_function_parameters")


def _loose(schema: Any, context: tuple[str, ...]) -> Iterator[str]:
    """Yield the reasons why a schema is not strict, in the vendor's words. ``context`` is the path to the schema."""
    if not isinstance(schema, dict):
        return
    properties = schema.get("properties")
    if schema.get("type") == "object" or isinstance(properties, dict):
        if schema.get("additionalProperties") is not False:
            yield f"In context={context}, 'additionalProperties' is required to be supplied and to be false."
        required = schema.get("required")
        names = required if isinstance(required, list) else []
        for name in properties if isinstance(properties, dict) else ():
            if name not in names:
                yield (
                    f"In context={context}, 'required' is required to be supplied and to be an array including "
                    f"every key in properties. Missing '{name}'."
                )
    for step, inner in _subschemas(schema):
        yield from _loose(inner, (*context, *step))


def _subschemas(schema: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the immediate subschemas of a schema, each with the keys on the path to it."""
    for key in ("properties", "$defs", "definitions"):
        inner = schema.get(key)
        if isinstance(inner, dict):
            yield from (((key, name), value) for name, value in inner.items())
    if "items" in schema:
        yield ("items",), schema["items"]
    for key in ("anyOf", "oneOf", "allOf"):
        inner = schema.get(key)
        if isinstance(inner, list):
            yield from (((key, str(n)), value) for n, value in enumerate(inner))


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    for kind, name in _KINDS.items():
        if isinstance(value, kind):
            return name
    return "a number"
