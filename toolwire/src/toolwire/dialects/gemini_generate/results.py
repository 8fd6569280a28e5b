"""Results: ``functionResponse: {name, id, response, parts}`` in a part.

``response`` is an object. By Google's convention, the key ``output`` of this object has the tool's output, and the key
``error`` has the tool's error. An object without these keys is itself the output. SDKs also write ``result`` and
``return_value``.
"""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, is_absent, spelling, with_rest
from toolwire.dialects.gemini_generate import media, repeated
from toolwire.model import Carried, Json, ProviderPart, ResultPart, Text, ToolResult, Unknown
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_TEXT_KEYS: Final = ("output", "error", "result", "return_value")
"""The keys under which ``response`` may have the text of the result.

The value counts as the text only if it is a string and ``response`` has no other key.
"""
_OBJECT: Final = "object"
_ABSENT: Final = "absent"


def read(fields: Fields, key: str) -> ToolResult:
    """Return the result under ``key`` of a part. Raises ``ShapeError`` for a malformed value."""
    inner = fields.child(key)
    assert inner is not None
    text, failed = _read_response(inner)
    shown = [_read_part(item, f"{inner.where}/parts/{n}") for n, item in enumerate(repeated.read(inner, "parts"))]
    return ToolResult(
        call_id=inner.text("id"),
        name=inner.text("name"),
        parts=(*text, *shown),
        is_error=True if failed else None,
        carried=fields.carried(),
    )


def _read_response(inner: Fields) -> tuple[tuple[Text, ...], bool]:
    value = inner.mapping("response")
    if value is None:
        inner.note("response", _ABSENT)
        return (), False
    match list(exact_json.pairs(value)):
        case [(key, str(text))] if key in _TEXT_KEYS:
            inner.note("response", key)
            return (Text(text=text),), key == "error"
    inner.note("response", _OBJECT)
    return (Text(text=exact_json.dumps(value)),), _failed(value)


def _failed(value: dict[str, Json]) -> bool:
    return bool(value.get("error"))


def _read_part(value: Json, where: str) -> ResultPart:
    medium = media.read(Fields(value, where))
    return Unknown(kind=next(iter(value), ""), value=value) if medium is None else medium


def write(result: ToolResult, names: dict[str, str]) -> dict[str, Json]:
    """Return the part for a result. ``names`` has tool names by call id, for a result that does not name its tool.

    Raises ``Inexpressible``.
    """
    key = spelling(result.carried, "functionResponse")
    inner = below(result.carried, key)
    out: dict[str, Json] = {}
    if result.call_id is not None:
        out["id"] = result.call_id
    name = result.name
    if name is None and result.carried is None:
        name = names.get(result.call_id or "")
        if name is None:
            raise Inexpressible("gemini_generate needs a tool's name in each result: expected a name, got none")
    if name is not None:
        out["name"] = name
    texts = [part.text for part in result.parts if isinstance(part, Text)]
    if texts or not is_absent(inner, "response"):
        out["response"] = _write_response("\n".join(texts), result, inner)
    shown = [_write_part(part) for part in result.parts if not isinstance(part, Text)]
    if shown:
        out["parts"] = repeated.write(shown, inner, "parts")
    return with_rest({key: out}, result.carried)


def _write_response(text: str, result: ToolResult, inner: Carried | None) -> Json:
    form = spelling(inner, "response")
    failed = bool(result.is_error)
    if form == _OBJECT:
        try:
            value = exact_json.loads(text)
        except JsonError:
            value = None
        if isinstance(value, dict) and _failed(value) == failed:
            return value
    if failed:
        return {"error": text}
    return {form if form in _TEXT_KEYS and form != "error" else "output": text}


def _write_part(part: ResultPart) -> Json:
    match part:
        case Text() | ProviderPart():
            raise Inexpressible("gemini_generate has only text and media in results, got another part")
        case Unknown():
            return part.value
    return media.write(part)
