"""Tools, as Ollama has them: ``{type: function, function: {name, description, parameters}}``; and the choice.

``strict_tools`` of the request holds the arguments of all tools to their schemas, or of none.
"""

from typing import Final

import msgspec

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, members
from toolwire.dialects.ollama_chat import tools as ollama
from toolwire.model import ChoiceMode, CustomTool, Json, Tool, ToolChoice, ToolDefinition

_CHOICES: Final[dict[Json, ChoiceMode]] = {"REQUIRED": "required", "NONE": "none"}
"""Values of ``tool_choice``. It is left out to leave the choice to the model."""
_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}}


def read(fields: Fields) -> tuple[Tool, ...]:
    """Read the tools of a request."""
    offered = tuple(ollama.read(item, f"/tools/{n}") for n, item in enumerate(members(fields, "tools")))
    strict = fields.flag("strict_tools") if any(isinstance(tool, ToolDefinition) for tool in offered) else None
    return tuple(
        msgspec.structs.replace(tool, strict=strict) if isinstance(tool, ToolDefinition) else tool for tool in offered
    )


def write(offered: tuple[Tool, ...]) -> dict[str, Json]:
    """Return ``tools`` and ``strict_tools``. Raises ``Inexpressible``."""
    out: dict[str, Json] = {"tools": [_write(tool) for tool in offered]} if offered else {}
    strict = {tool.strict for tool in offered if isinstance(tool, ToolDefinition)}
    if True in strict and len(strict) > 1:
        raise Inexpressible("cohere_v2 holds the arguments of all tools to their schemas, or of none")
    values = strict - {None}
    return out | {"strict_tools": values.pop()} if values else out


def _write(tool: Tool) -> Json:
    match tool:
        case CustomTool():
            raise Inexpressible("cohere_v2 has no tools that take free-form text")
        case ToolDefinition(parameters=None, carried=None):
            return ollama.write(msgspec.structs.replace(tool, strict=None, parameters=_NO_PARAMETERS))
        case ToolDefinition():
            return ollama.write(msgspec.structs.replace(tool, strict=None))
    return ollama.write(tool)


def read_choice(value: Json) -> ToolChoice | None:
    """Read ``tool_choice``: one of two words, or a choice that only the provider knows."""
    if value is None:
        return None
    if isinstance(value, str) and value in _CHOICES:
        return ToolChoice(mode=_CHOICES[value])
    return ToolChoice(mode="provider", raw=value)


def write_choice(choice: ToolChoice | None) -> Json:
    """Return ``tool_choice``, None if it is left out. Raises ``Inexpressible``."""
    match choice:
        case None | ToolChoice(mode="auto"):
            return None
        case ToolChoice(mode="provider"):
            return choice.raw
    for word, mode in _CHOICES.items():
        if mode == choice.mode:
            return word
    raise Inexpressible("cohere_v2 has no choice of some of the tools: offer only those")
