"""Calls in the forms that applications know."""

from typing import Any

from toolwire.client.plain import plain
from toolwire.dialects import arguments
from toolwire.model import ToolCall


def openai(call: ToolCall) -> dict[str, Any]:
    """Return the call as ``{id, type: function, function: {name, arguments}}``.

    The value of ``arguments`` is the text of the arguments, or ``{}`` if this text is empty. A free-form call is
    returned as ``{id, type: custom, custom: {name, input}}``.
    """
    if call.kind == "custom":
        return {"id": call.id, "type": "custom", "custom": {"name": call.name, "input": call.arguments.text}}
    text = "{}" if call.arguments.form == "empty" else call.arguments.text
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": text}}


def anthropic(call: ToolCall) -> dict[str, Any]:
    """Return the call as ``{type: tool_use, id, name, input}``.

    Raises ``Inexpressible`` if the arguments are not an object.
    """
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": _object(call)}


def generic(call: ToolCall) -> dict[str, Any]:
    """Return the call as ``{tool_call_id, tool_name, parameters}``.

    Raises ``Inexpressible`` if the arguments are not an object.
    """
    return {"tool_call_id": call.id, "tool_name": call.name, "parameters": _object(call)}


def _object(call: ToolCall) -> Any:
    return plain(arguments.to_object(call.arguments, call.name))
