"""Calls and their results: the steps ``function_call`` and ``function_result``. An id links a call with its result."""

from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, is_absent, spelling, with_rest
from toolwire.dialects.gemini_interactions import content
from toolwire.model import Arguments, Json, ResultPart, Text, ToolCall, ToolResult
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

CALL: Final = "function_call"
RESULT: Final = "function_result"
SIGNED: Final = "step_signature"
"""The key under which provider data has the signature of a step. The key ``signature`` is already used for Anthropic's
signatures.
"""
_SIGNATURE: Final = "signature"
_ABSENT: Final = "absent"
_TEXT: Final = "text"
_VALUE: Final = "value"


def read(fields: Fields) -> ToolCall:
    """Return the call in a step."""
    fields.text("type")
    name = fields.text("name")
    if name is None:
        fields.note("name", _ABSENT)
    return ToolCall(
        id=fields.text("id"),
        name=name or "",
        arguments=_arguments(fields),
        provider_data=read_signature(fields),
        carried=fields.carried(),
    )


def _arguments(fields: Fields) -> Arguments:
    value = fields.peek("arguments")
    if isinstance(value, str):
        fields.note("arguments", _TEXT)
        return arguments.from_text(fields.text("arguments"))
    return arguments.from_text(None) if value is None else arguments.from_value(fields.value("arguments"))


def read_signature(fields: Fields) -> dict[str, Json]:
    """Return the provider data with the signature of a step. It is empty if the step has no signature."""
    word = fields.text(_SIGNATURE)
    return {} if word is None else {SIGNED: word}


def write_signature(data: dict[str, Json]) -> dict[str, Json]:
    """Return ``{"signature": …}`` with the signature in ``data``. Return ``{}`` if ``data`` has no signature."""
    return {_SIGNATURE: data[SIGNED]} if SIGNED in data else {}


def head(call: ToolCall) -> dict[str, Json]:
    """Return the step for a call, but without the arguments. Raises ``Inexpressible``."""
    if call.kind != "function":
        raise Inexpressible(f"gemini_interactions has function calls only, got a {call.kind} call to {call.name!r}")
    out: dict[str, Json] = {"type": CALL}
    if call.id is not None:
        out["id"] = call.id
    elif call.carried is None:
        raise Inexpressible(f"gemini_interactions needs an id in each call, got none in the call to {call.name!r}")
    if call.name or not is_absent(call.carried, "name"):
        out["name"] = call.name
    return out | write_signature(call.provider_data)


def write(call: ToolCall) -> Json:
    """Return the step for a call. Raises ``Inexpressible``."""
    out = head(call)
    if spelling(call.carried, "arguments") == _TEXT:
        out["arguments"] = call.arguments.text
    elif call.arguments.text or call.carried is None:
        out["arguments"] = _value(call)
    return with_rest(out, call.carried)


def _value(call: ToolCall) -> Json:
    if call.carried is not None and call.arguments.form == "not_object":
        return exact_json.loads(call.arguments.text)
    return arguments.to_object(call.arguments, call.name)


def read_result(fields: Fields) -> ToolResult:
    """Return the result in a step, or in a content object of the user's input.

    On the wire, ``result`` is a text, an array of content objects, or any other JSON value, which becomes a text.
    """
    fields.text("type")
    return ToolResult(
        call_id=fields.text("call_id"),
        name=fields.text("name"),
        parts=_read_shown(fields),
        is_error=fields.flag("is_error"),
        provider_data=read_signature(fields),
        carried=fields.carried(),
    )


def _read_shown(fields: Fields) -> tuple[ResultPart, ...]:
    match fields.peek("result"):
        case str(text):
            fields.text("result")
            fields.note("result", _TEXT)
            return (Text(text=text),)
        case list(items) if all(isinstance(item, dict) for item in items):
            return content.read_all(fields, "result")
        case None:
            if not fields.has("result"):
                fields.note("result", _ABSENT)
            return ()
    fields.note("result", _VALUE)
    return (Text(text=exact_json.dumps(fields.value("result"))),)


def write_result(result: ToolResult, names: dict[str, str]) -> Json:
    """Return the step for a result. ``names`` has tool names by call id, for a result that does not name its tool.

    Raises ``Inexpressible``.
    """
    if result.kind != "function":
        raise Inexpressible(f"gemini_interactions has results of functions only, got a result of a {result.kind} call")
    out: dict[str, Json] = {"type": RESULT}
    if result.call_id is not None:
        out["call_id"] = result.call_id
    elif result.carried is None:
        raise Inexpressible("gemini_interactions needs a call id in each result: expected an id, got none")
    name = names.get(result.call_id or "") if result.name is None and result.carried is None else result.name
    if name is not None:
        out["name"] = name
    if result.parts or result.carried is None:
        out["result"] = _write_shown(result)
    if result.is_error is not None:
        out["is_error"] = result.is_error
    return with_rest(out | write_signature(result.provider_data), result.carried)


def _write_shown(result: ToolResult) -> Json:
    if not result.parts:
        return ""
    form = spelling(result.carried, "result")
    if form in (_TEXT, _VALUE) and all(isinstance(part, Text) for part in result.parts):
        text = "\n".join(part.text for part in result.parts if isinstance(part, Text))
        return text if form == _TEXT else _parsed(text)
    return content.write_all(result.parts)


def _parsed(text: str) -> Json:
    """Return the JSON value of a text; the text itself if it is not JSON."""
    try:
        return exact_json.loads(text)
    except JsonError:
        return text
