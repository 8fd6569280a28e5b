"""Calls in messages: ``{id, type, function: {name, arguments}}``. The arguments are text."""

from typing import Final

from toolwire.dialects import arguments, tool_calls
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, constant, is_absent, with_rest
from toolwire.dialects.lowering import expect_function
from toolwire.model import Arguments, Json, ToolCall, Unknown
from toolwire.wire import exact_json

_NO_ARGUMENTS: Final = "{}"
"""The text of ``arguments`` in plain answers if a call has no arguments. In streams, such a call has no ``arguments``.
"""


def read(value: Json, where: str) -> ToolCall | Unknown:
    """Return the call for an entry of ``tool_calls``. An entry with an unknown ``type`` becomes an ``Unknown``. Raises
    ``ShapeError`` for a malformed value.
    """
    fields = Fields(value, where)
    if fields.peek("type") not in (None, "function"):
        return Unknown(kind=f"{tool_calls.UNKNOWN}{fields.peek('type')}", value=value)
    fields.constant("type", "function")
    call_id = fields.text("id")
    function, name = tool_calls.function(fields, where)
    return ToolCall(id=call_id, name=name, arguments=_arguments(function), carried=fields.carried())


def _arguments(function: Fields) -> Arguments:
    match function.peek("arguments"):
        case None if function.has("arguments"):
            function.constant("arguments", None)
            function.note("arguments", "null")
            return arguments.from_text(None)
        case None:
            function.note("arguments", "absent")
            return arguments.from_text(None)
        case str():
            return arguments.from_text(function.text("arguments"))
    function.note("arguments", "value")
    return arguments.from_value(function.value("arguments"))


def write(call: ToolCall) -> dict[str, Json]:
    """Return the entry of ``tool_calls`` for a call. Raises ``Inexpressible``."""
    out = head(call)
    if is_absent(call.carried, "function") and not (call.name or call.arguments.text):
        return with_rest(out, call.carried)
    inner = below(call.carried, "function")
    function: dict[str, Json] = {}
    if call.name or not is_absent(inner, "name"):
        function["name"] = call.name
    form = inner.spelling.get("arguments") if inner else None
    if call.arguments.text or form != "absent":
        function["arguments"] = _text(call, form)
    return with_rest(out | {"function": function}, call.carried)


def head(call: ToolCall) -> dict[str, Json]:
    """Return the entry of ``tool_calls`` without the key ``function``. Raises ``Inexpressible``."""
    expect_function(call, "cohere_v2")
    if call.id is None and call.carried is None:
        raise Inexpressible(
            f"cohere_v2 needs an id in each call: expected an id of the call to {call.name!r}, got none"
        )
    out: dict[str, Json] = {} if call.id is None else {"id": call.id}
    constant(out, call.carried, "type", "function")
    return out


def _text(call: ToolCall, form: str | None) -> Json:
    """Return the value of ``arguments`` for a call.

    ``form`` states how the arguments looked when the call was read: ``value`` (a JSON value that is not text),
    ``null``, or None (text). They are written in the same form. The text is "{}" for a complete call without arguments
    that was not read from the wire.
    """
    if form == "value":
        return exact_json.loads(call.arguments.text)
    if form == "null" and not call.arguments.text:
        return None
    fresh_and_empty = call.carried is None and call.complete and call.arguments.form == "empty"
    return _NO_ARGUMENTS if fresh_and_empty else call.arguments.text
