"""Tools as in OpenAI Chat, functions only, and the choice among them."""

from typing import Final

import msgspec

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, with_rest
from toolwire.dialects.openai_chat import tools
from toolwire.model import CustomTool, Json, ProviderTool, Tool, ToolChoice, ToolDefinition

_FORCED: Final = ("any", "required")
"""Both force a call (mistralai 3.7.0, ``ChatCompletionRequest.tool_choice``); the first is the older one."""
_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}}


def read(value: Json, where: str) -> Tool:
    """Read an entry of ``tools``. Tools that are no functions are the provider's own."""
    tool = tools.read(value, where)
    return ProviderTool(kind="custom", value=value) if isinstance(tool, CustomTool) else tool


def write(tool: Tool) -> Json:
    """Return the entry of ``tools``; a function without parameters gets an empty object. Raises ``Inexpressible``."""
    match tool:
        case CustomTool():
            raise Inexpressible(f"mistral_chat has no free-form tools, as {tool.name!r} is one")
        case ToolDefinition(parameters=None, carried=None):
            return tools.write(msgspec.structs.replace(tool, parameters=_NO_PARAMETERS))
    return tools.write(tool)


def read_choice(value: Json) -> ToolChoice:
    """Read ``tool_choice``: a word, or a named function, with or without ``type``."""
    match value:
        case "auto" | "none":
            return ToolChoice(mode=value)
        case "any" | "required":
            return ToolChoice(mode="required", raw=None if value == _FORCED[0] else value)
        case {"function": {"name": str()}} if value.get("type", "function") == "function":
            fields = Fields(value, "/tool_choice")
            fields.constant("type", "function")
            inner = fields.child("function")
            name = (inner.text("name") if inner else None) or ""
            return ToolChoice(mode="named", names=(name,), carried=fields.carried())
    return ToolChoice(mode="provider", raw=value)


def write_choice(choice: ToolChoice) -> Json:
    """Return ``tool_choice``. Raises ``Inexpressible``."""
    match choice.mode:
        case "auto" | "none":
            return choice.mode
        case "required":
            return choice.raw if choice.raw in _FORCED else _FORCED[0]
        case "named":
            out: dict[str, Json] = {}
            constant(out, choice.carried, "type", "function")
            return with_rest(out | {"function": {"name": choice.names[0]}}, choice.carried)
        case "provider":
            return choice.raw
    raise Inexpressible("mistral_chat cannot restrict the choice to some of the tools")
