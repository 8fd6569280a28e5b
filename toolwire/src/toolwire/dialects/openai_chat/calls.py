"""Calls in messages: ``{id, type, function: {name, arguments}}``, calls of custom tools, and legacy calls under
``function_call``.
"""

from typing import Final

from toolwire.dialects import arguments, tool_calls
from toolwire.dialects.fields import Fields, constant, is_absent, with_rest
from toolwire.model import Arguments, Json, ToolCall, Unknown
from toolwire.wire import exact_json

_EMPTY: Final = "empty"


def read(value: Json, where: str) -> ToolCall | Unknown:
    """Return the call of a function or custom tool for an entry of ``tool_calls``. Any other entry becomes an
    ``Unknown``. Raises ``ShapeError`` for a malformed value.
    """
    fields = Fields(value, where)
    call_id = fields.text("id")
    if call_id == "":  # Gemini's endpoint: an empty id means no id
        call_id = None
        fields.note("id", _EMPTY)
    opaque = fields.mapping("extra_content")
    data = {"extra_content": opaque} if opaque is not None else {}
    custom = fields.child("custom") if fields.peek("type") == "custom" else None
    if custom is not None:
        fields.constant("type", "custom")
        text = custom.text("input") or ""
        name = tool_calls.name(custom)
        return ToolCall(
            id=call_id,
            name=name,
            kind="custom",
            arguments=arguments.free_text(text),
            provider_data=data,
            carried=fields.carried(),
        )
    function = fields.child("function")
    if function is None:
        return Unknown(kind=f"{tool_calls.UNKNOWN}{fields.peek('type')}", value=value)
    fields.constant("type", "function")
    name = tool_calls.name(function)
    return ToolCall(
        id=call_id,
        name=name,
        arguments=_arguments(function),
        provider_data=data,
        carried=fields.carried(),
    )


def read_legacy(fields: Fields) -> ToolCall | None:
    """Return the legacy call under ``function_call`` of a message; None if it has no name.

    Some servers send an empty object under this key in all messages.
    """
    function = fields.peek("function_call")
    if not isinstance(function, dict) or not function.get("name"):
        return None
    inner = Fields(fields.mapping("function_call"), f"{fields.where}/function_call")
    name = inner.text("name") or ""
    return ToolCall(id=None, name=name, kind="legacy", arguments=_arguments(inner), carried=inner.carried())


def _arguments(function: Fields) -> Arguments:
    if not isinstance(function.peek("arguments"), str | None):
        function.note("arguments", "value")
        return arguments.from_value(function.value("arguments"))
    if not function.has("arguments"):
        function.note("arguments", "absent")
    return arguments.from_text(function.text("arguments"))


def write(call: ToolCall) -> dict[str, Json]:
    """Return the entry of ``tool_calls`` for a call."""
    out: dict[str, Json] = {}
    if call.id is not None:
        out["id"] = call.id
    elif call.carried is not None and call.carried.spelling.get("id") == _EMPTY:
        out["id"] = ""
    word = "custom" if call.kind == "custom" else "function"
    constant(out, call.carried, "type", word)
    if call.kind == "custom":
        out["custom"] = _named(call, "custom.") | {"input": call.arguments.text}
    else:
        out["function"] = _function(call, "function.")
    if "extra_content" in call.provider_data:
        out["extra_content"] = call.provider_data["extra_content"]
    return with_rest(out, call.carried)


def write_legacy(call: ToolCall) -> dict[str, Json]:
    """Return the ``function_call`` of a message for a legacy call."""
    return with_rest(_function(call, ""), call.carried)


def _named(call: ToolCall, under: str) -> dict[str, Json]:
    return {} if not call.name and is_absent(call.carried, f"{under}name") else {"name": call.name}


def _function(call: ToolCall, under: str) -> dict[str, Json]:
    out, spelled = _named(call, under), f"{under}arguments"
    empty = call.carried is not None and not call.arguments.text
    rest = call.carried.rest.get("function") if call.carried else None
    if not (empty and (is_absent(call.carried, spelled) or (isinstance(rest, dict) and "arguments" in rest))):
        as_value = call.carried is not None and call.carried.spelling.get(spelled) == "value"
        out["arguments"] = exact_json.loads(call.arguments.text) if as_value else call.arguments.text
    return out
