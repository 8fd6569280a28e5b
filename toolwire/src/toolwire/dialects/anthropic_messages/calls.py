"""Calls: ``{type: tool_use, id, name, input}``."""

from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.dialects.lowering import expect_function
from toolwire.model import Json, ToolCall

OPAQUE: Final = ("caller", "toolset_name")
"""The keys of a call that must go back to the provider with their values: the call's caller and toolset.

The caller is the model, or code that the model wrote.
"""


def read(fields: Fields) -> ToolCall:
    """Return the call in a block of type ``tool_use``."""
    fields.text("type")
    return ToolCall(
        id=fields.text("id"),
        name=fields.text("name") or "",
        arguments=arguments.read_input(fields),
        provider_data={key: fields.value(key) for key in OPAQUE if fields.peek(key) is not None},
        carried=fields.carried(),
    )


def write(call: ToolCall) -> dict[str, Json]:
    """Return the block for a call. Raises ``Inexpressible``."""
    return with_rest(head(call) | arguments.write_input(call, call.carried), call.carried)


def head(call: ToolCall) -> dict[str, Json]:
    """Return the block for a call, but without the input. Raises ``Inexpressible``."""
    expect_function(call, "anthropic_messages")
    out: dict[str, Json] = {"type": "tool_use"}
    if call.id is not None:
        out["id"] = call.id
    elif call.carried is None:
        raise Inexpressible(
            f"anthropic_messages needs an id in each call: expected an id of the call to {call.name!r}, got none"
        )
    out["name"] = call.name
    return out | {key: call.provider_data[key] for key in OPAQUE if key in call.provider_data}
