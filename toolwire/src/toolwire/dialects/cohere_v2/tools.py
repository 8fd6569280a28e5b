"""Tools, in Ollama's form ``{type: function, function: {name, description, parameters}}``, and the choice among them.

The key ``strict_tools`` of a request applies to all its tools.
"""

from typing import Final

import msgspec

from toolwire.dialects import lowering
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, members
from toolwire.dialects.ollama_chat import tools as ollama
from toolwire.model import ChoiceMode, CustomTool, Json, Tool, ToolChoice, ToolDefinition

_CHOICES: Final[dict[Json, ChoiceMode]] = {"REQUIRED": "required", "NONE": "none"}
"""The values of ``tool_choice``, with their meanings. If ``tool_choice`` is missing, the model may call tools or
not.
"""
_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}}


def read(fields: Fields) -> tuple[Tool, ...]:
    """Return the tools of a request. Raises ``ShapeError`` for a malformed value."""
    offered = tuple(ollama.read(item, f"/tools/{n}") for n, item in enumerate(members(fields, "tools")))
    strict = fields.flag("strict_tools") if any(isinstance(tool, ToolDefinition) for tool in offered) else None
    return tuple(
        msgspec.structs.replace(tool, strict=strict) if isinstance(tool, ToolDefinition) else tool for tool in offered
    )


def write(offered: tuple[Tool, ...]) -> dict[str, Json]:
    """Return the keys ``tools`` and ``strict_tools`` of a request. Raises ``Inexpressible``."""
    out: dict[str, Json] = {"tools": [_write(tool) for tool in offered]} if offered else {}
    strict = {tool.strict for tool in offered if isinstance(tool, ToolDefinition)}
    if True in strict and len(strict) > 1:
        raise Inexpressible(
            "cohere_v2 can make all tools strict or none of them, got strict tools and tools that are not strict"
        )
    values = strict - {None}
    return out | {"strict_tools": values.pop()} if values else out


def _write(tool: Tool) -> Json:
    tool = lowering.plain(tool, "cohere_v2")
    match tool:
        case CustomTool():
            raise Inexpressible(f"cohere_v2 has function tools only, got the free-form tool {tool.name!r}")
        case ToolDefinition(parameters=None, carried=None):
            return ollama.write(msgspec.structs.replace(tool, strict=None, parameters=_NO_PARAMETERS))
        case ToolDefinition():
            return ollama.write(msgspec.structs.replace(tool, strict=None))
    return ollama.write(tool)


def read_choice(value: Json) -> ToolChoice | None:
    """Return the choice for a value of ``tool_choice``; None if the value is missing.

    An unknown value becomes a choice that only the provider understands.
    """
    if value is None:
        return None
    if isinstance(value, str) and value in _CHOICES:
        return ToolChoice(mode=_CHOICES[value])
    return ToolChoice(mode="provider", raw=value)


def write_choice(choice: ToolChoice | None) -> Json:
    """Return the value of ``tool_choice`` for a choice; None if the request needs no ``tool_choice``. Raises
    ``Inexpressible``.
    """
    match choice:
        case None | ToolChoice(mode="auto"):
            return None
        case ToolChoice(mode="provider"):
            return choice.raw
    for word, mode in _CHOICES.items():
        if mode == choice.mode:
            return word
    raise Inexpressible("cohere_v2 cannot restrict the choice to some tools: offer only the allowed tools")
