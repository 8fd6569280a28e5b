"""Calls: ``{toolUse: {toolUseId, name, input}}``."""

from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, is_absent, with_rest
from toolwire.dialects.lowering import expect_function
from toolwire.model import Json, ToolCall

KEY: Final = "toolUse"
_CLIENT: Final = (None, "tool_use")
"""The values of ``type`` in calls that the client runs; None means a missing key.

80 of 191 recorded calls have the key.
"""


def is_client_call(value: Json) -> bool:
    """Return whether a value under ``toolUse`` is a call for the client. Any other call is for a server tool."""
    return isinstance(value, dict) and isinstance(value.get("name"), str) and value.get("type") in _CLIENT


def read(fields: Fields) -> ToolCall:
    """Return the call in a block with ``toolUse``."""
    inner = fields.child(KEY)
    assert inner is not None
    if inner.text("type") is None:
        inner.note("type", "absent")
    return ToolCall(
        id=inner.text("toolUseId"),
        name=inner.text("name") or "",
        arguments=arguments.read_input(inner),
        carried=fields.carried(),
    )


def write(call: ToolCall) -> dict[str, Json]:
    """Return the block for a call. Raises ``Inexpressible``."""
    return with_rest({KEY: head(call) | arguments.write_input(call, below(call.carried, KEY))}, call.carried)


def head(call: ToolCall) -> dict[str, Json]:
    """Return the object under ``toolUse`` without the input. Raises ``Inexpressible``.

    The key ``type`` is written only if the call was read with it. 131 of 134 calls that clients sent back lack it.
    """
    expect_function(call, "bedrock_converse")
    out: dict[str, Json] = {}
    if call.id is not None:
        out["toolUseId"] = call.id
    elif call.carried is None:
        raise Inexpressible(
            f"bedrock_converse needs an id in each call: expected an id of the call to {call.name!r}, got none"
        )
    out["name"] = call.name
    if call.carried is not None and not is_absent(below(call.carried, KEY), "type"):
        out["type"] = "tool_use"
    return out
