"""Tools: ``{name, description, input_schema}``, and Anthropic's own tools, which have a ``type``."""

from typing import Final

from toolwire.dialects import tool_callers
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import Caller, CustomTool, Json, Namespace, ProviderTool, Tool, ToolDefinition

_CLIENT: Final = (None, "custom")
_CALLERS: Final[dict[str, Caller]] = {
    "direct": "model",
    "code_execution_20260120": "program",
    "code_execution_20250825": "program",
}
_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}}


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    kind, name = fields.peek("type"), fields.peek("name")
    if kind not in _CLIENT or not isinstance(name, str):
        return ProviderTool(kind=str(kind), name=name if isinstance(name, str) else None, value=value)
    return ToolDefinition(
        name=fields.text("name") or "",
        description=fields.text("description"),
        parameters=fields.value("input_schema"),
        strict=fields.flag("strict"),
        deferred=fields.true("defer_loading"),
        callers=tool_callers.read(fields, _CALLERS),
        carried=fields.carried(),
    )


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool. If a tool declares no parameters, its schema is an object without
    properties.

    Raises ``Inexpressible`` for a free-form tool and for a namespace.
    """
    match tool:
        case ProviderTool():
            return tool.value
        case CustomTool():
            raise Inexpressible(f"anthropic_messages has function tools only, got the free-form tool {tool.name!r}")
        case Namespace():
            raise Inexpressible(f"anthropic_messages has no namespaces, got the namespace {tool.name!r}")
    out: dict[str, Json] = {"name": tool.name}
    if tool.description is not None:
        out["description"] = tool.description
    if tool.parameters is not None:
        out["input_schema"] = tool.parameters
    elif tool.carried is None:
        out["input_schema"] = _NO_PARAMETERS
    if tool.strict is not None:
        out["strict"] = tool.strict
    if tool.deferred:
        out["defer_loading"] = True
    if tool.callers:
        out["allowed_callers"] = tool_callers.write(tool, _CALLERS)
    return with_rest(out, tool.carried)
