"""Tools: flat entries ``{type: function, name, description, parameters}``, and the provider's own tools."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import Json, ProviderTool, Tool, ToolDefinition

_FUNCTION: Final = "function"


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``."""
    fields = Fields(value, where)
    kind, name = fields.peek("type"), fields.text("name")
    if kind != _FUNCTION or name is None:
        return ProviderTool(kind=str(kind), name=name, value=value)
    fields.text("type")
    return ToolDefinition(
        name=name,
        description=fields.text("description"),
        parameters=fields.mapping("parameters"),
        carried=fields.carried(),
    )


def write(tool: Tool) -> Json:
    """Return the entry of ``tools``. Raises ``Inexpressible``."""
    match tool:
        case ProviderTool():
            return tool.value
        case ToolDefinition(strict=True):
            raise Inexpressible(f"gemini_interactions has no strict mode for a tool, got the strict tool {tool.name!r}")
        case ToolDefinition():
            out: dict[str, Json] = {"type": _FUNCTION, "name": tool.name}
            if tool.description is not None:
                out["description"] = tool.description
            if tool.parameters is not None:
                out["parameters"] = tool.parameters
            return with_rest(out, tool.carried)
    raise Inexpressible(f"gemini_interactions has function tools only, got the tool {tool.name!r}")
