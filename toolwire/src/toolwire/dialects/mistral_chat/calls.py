"""Calls, in the form of OpenAI Chat. Mistral has only calls of functions.

Answers may lack ``type`` and ``index``. In the SDK's types, ``arguments`` is text or an object.
"""

import msgspec

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.openai_chat import calls
from toolwire.dialects.tool_calls import UNKNOWN
from toolwire.model import Json, ToolCall, Unknown


def read(value: Json, where: str) -> ToolCall | Unknown:
    """Return the call for an entry of ``tool_calls``. An entry that is not a function call becomes an ``Unknown``.
    Raises ``ShapeError`` for a malformed value.
    """
    call = calls.read(value, where)
    if isinstance(call, ToolCall) and call.kind != "function":
        return Unknown(kind=f"{UNKNOWN}{call.kind}", value=value)
    return call


def write(call: ToolCall) -> dict[str, Json]:
    """Return the entry of ``tool_calls`` for a call. Data of other providers is left out. Raises ``Inexpressible``."""
    if call.kind != "function":
        raise Inexpressible(
            f"mistral_chat has function calls only: expected a function call to {call.name!r}, got a {call.kind} call"
        )
    return calls.write(msgspec.structs.replace(call, provider_data={}))
