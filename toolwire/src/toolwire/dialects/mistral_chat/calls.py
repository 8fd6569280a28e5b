"""Calls: as in OpenAI Chat, functions only.

``type`` and ``index`` may be missing from answers, and the SDK's type of ``arguments`` is text or an object.
"""

import msgspec

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.openai_chat import calls
from toolwire.dialects.tool_calls import UNKNOWN
from toolwire.model import Json, ToolCall, Unknown


def read(value: Json, where: str) -> ToolCall | Unknown:
    """Read an entry of ``tool_calls``."""
    call = calls.read(value, where)
    if isinstance(call, ToolCall) and call.kind != "function":
        return Unknown(kind=f"{UNKNOWN}{call.kind}", value=value)
    return call


def write(call: ToolCall) -> dict[str, Json]:
    """Return the entry of ``tool_calls``, without the provider data of others. Raises ``Inexpressible``."""
    if call.kind != "function":
        raise Inexpressible(f"mistral_chat has no {call.kind} calls, as that of {call.name!r} is one")
    return calls.write(msgspec.structs.replace(call, provider_data={}))
