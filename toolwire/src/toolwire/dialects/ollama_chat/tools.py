"""Tools: ``{type: function, function: {name, description, parameters}}``. The dialect has no choice among tools."""

from toolwire.dialects import lowering
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, constant, is_absent, with_rest
from toolwire.model import CustomTool, Json, ProviderTool, Tool, ToolDefinition


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    inner = fields.child("function")
    if inner is None:
        return ProviderTool(kind=str(fields.peek("type")), value=value)
    fields.constant("type", "function")
    name = inner.text("name")
    if name is None:
        inner.note("name", "absent")
    return ToolDefinition(
        name=name or "",
        description=inner.text("description"),
        parameters=inner.mapping("parameters"),
        carried=fields.carried(),
    )


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool. Raises ``Inexpressible``."""
    tool = lowering.plain(tool, "ollama_chat")
    match tool:
        case ToolDefinition():
            return _write(tool)
        case ProviderTool():
            return tool.value
        case CustomTool():
            raise Inexpressible(f"ollama_chat has function tools only, got the free-form tool {tool.name!r}")


def _write(tool: ToolDefinition) -> Json:
    if tool.strict:
        raise Inexpressible(f"ollama_chat has no strict tools, got the strict tool {tool.name!r}")
    function: dict[str, Json] = {}
    if tool.name or not is_absent(below(tool.carried, "function"), "name"):
        function["name"] = tool.name
    if tool.description is not None:
        function["description"] = tool.description
    if tool.parameters is not None:
        function["parameters"] = tool.parameters
    out: dict[str, Json] = {}
    constant(out, tool.carried, "type", "function")
    return with_rest(out | {"function": function}, tool.carried)
