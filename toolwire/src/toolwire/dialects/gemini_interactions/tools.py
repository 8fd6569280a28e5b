"""Tools: flat entries ``{type: function, name, description, parameters}``, and the provider's own tools.

A deferred function has ``defer_loading``. The model sees such a function after the provider's search for tools has
found it.
"""

from typing import Final

from toolwire.dialects import lowering
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import CustomTool, Json, ProviderTool, Tool, ToolDefinition

_FUNCTION: Final = "function"


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    kind, name = fields.peek("type"), fields.text("name")
    if kind != _FUNCTION or name is None:
        return ProviderTool(kind=str(kind), name=name, value=value)
    fields.text("type")
    return ToolDefinition(
        name=name,
        description=fields.text("description"),
        parameters=fields.mapping("parameters"),
        deferred=fields.true("defer_loading"),
        carried=fields.carried(),
    )


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool. Raises ``Inexpressible``."""
    match lowering.plain(tool, "gemini_interactions", offers=("deferred",)):
        case ProviderTool(value=value):
            return value
        case CustomTool(name=name):
            raise Inexpressible(f"gemini_interactions has function tools only, got the free-form tool {name!r}")
        case ToolDefinition(strict=True, name=name):
            raise Inexpressible(f"gemini_interactions has no strict mode for a tool, got the strict tool {name!r}")
        case ToolDefinition() as function:
            out: dict[str, Json] = {"type": _FUNCTION, "name": function.name}
            if function.description is not None:
                out["description"] = function.description
            if function.parameters is not None:
                out["parameters"] = function.parameters
            if function.deferred:
                out["defer_loading"] = True
            return with_rest(out, function.carried)
