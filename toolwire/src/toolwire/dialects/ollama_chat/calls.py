"""Calls in messages: ``{id, function: {index, name, arguments}}``. The arguments are an object."""

from toolwire.dialects import arguments, tool_calls
from toolwire.dialects.fields import Fields, below, is_absent, with_rest
from toolwire.dialects.lowering import expect_function
from toolwire.model import Arguments, Json, ToolCall
from toolwire.wire import exact_json


def read(value: Json, where: str) -> ToolCall:
    """Return the call for an entry of ``tool_calls``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    call_id = fields.text("id")
    function, name = tool_calls.function(fields, where)
    return ToolCall(id=call_id, name=name, arguments=_arguments(function), carried=fields.carried())


def _arguments(function: Fields) -> Arguments:
    if isinstance(function.peek("arguments"), str):
        function.note("arguments", "text")
        return arguments.from_text(function.text("arguments"))
    if function.peek("arguments") is None:
        function.note("arguments", "absent")
        return arguments.from_text(None)
    return arguments.from_value(function.value("arguments"))


def write(call: ToolCall, index: int | None = None) -> dict[str, Json]:
    """Return the entry of ``tool_calls`` for a call.

    ``index`` is the number of the call in an answer, or None for a call in a request. It is not written into a call
    that was read from the wire. Raises ``Inexpressible``.
    """
    expect_function(call, "ollama_chat")
    out: dict[str, Json] = {} if call.id is None else {"id": call.id}
    if is_absent(call.carried, "function") and not (call.name or call.arguments.text):
        return with_rest(out, call.carried)
    inner = below(call.carried, "function")
    function: dict[str, Json] = {}
    if index is not None and call.carried is None:
        function["index"] = index
    if call.name or not is_absent(inner, "name"):
        function["name"] = call.name
    if call.arguments.text or not is_absent(inner, "arguments"):
        function["arguments"] = _value(call, as_text=bool(inner and inner.spelling.get("arguments") == "text"))
    return with_rest(out | {"function": function}, call.carried)


def _value(call: ToolCall, *, as_text: bool) -> Json:
    if as_text:
        return call.arguments.text
    if call.carried is not None and call.arguments.form == "not_object":
        return exact_json.loads(call.arguments.text)
    return arguments.to_object(call.arguments, call.name)
