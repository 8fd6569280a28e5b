"""Tools, in the form of OpenAI Chat but without custom tools, and the choice among them."""

from typing import Final

import msgspec

from toolwire.dialects import lowering
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, with_rest
from toolwire.dialects.openai_chat import tools
from toolwire.model import CustomTool, Json, ProviderTool, Tool, ToolChoice, ToolDefinition

_FORCED: Final = ("any", "required")
"""The two words that make the model call a tool (mistralai 3.7.0, ``ChatCompletionRequest.tool_choice``). The first
word is older.
"""
_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}}


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``. A tool that is not a function is the provider's own tool. Raises
    ``ShapeError`` for a malformed value.
    """
    tool = tools.read(value, where)
    return ProviderTool(kind="custom", value=value) if isinstance(tool, CustomTool) else tool


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool. If a function declares no parameters, its schema is an object without
    properties.

    Raises ``Inexpressible``.
    """
    tool = lowering.plain(tool, "mistral_chat")
    match tool:
        case CustomTool():
            raise Inexpressible(f"mistral_chat has function tools only, got the free-form tool {tool.name!r}")
        case ToolDefinition(parameters=None, carried=None):
            return tools.write(msgspec.structs.replace(tool, parameters=_NO_PARAMETERS))
    return tools.write(tool)


def read_choice(value: Json) -> ToolChoice:
    """Return the choice for ``tool_choice``: a word, or a named function, whose ``type`` may be missing.

    Any other value becomes a choice that only the provider understands.
    """
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
    """Return the value of ``tool_choice`` for a choice. Raises ``Inexpressible``."""
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
    raise Inexpressible("mistral_chat cannot restrict the choice to some tools: offer only the allowed tools")
