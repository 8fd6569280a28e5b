"""Tools: ``{toolSpec: {name, description, inputSchema: {json}, strict}}``, and Bedrock's own tools."""

from typing import Final

from toolwire.dialects import lowering
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, with_rest
from toolwire.model import CustomTool, Json, ProviderTool, Tool, ToolDefinition

_SPEC: Final = "toolSpec"
_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}}


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``. Raises ``ShapeError`` for a malformed value."""
    if not isinstance(value, dict):
        raise ShapeError(f"{where}: expected an object, got {kind(value)}")
    fields = Fields(value, where)
    spec = fields.child(_SPEC)
    name = spec.text("name") if spec else None
    if spec is None or name is None:
        return _read_provider_tool(value)
    schema = spec.child("inputSchema")
    return ToolDefinition(
        name=name,
        description=spec.text("description"),
        parameters=schema.value("json") if schema else None,
        strict=spec.flag("strict"),
        carried=fields.carried(),
    )


def _read_provider_tool(value: dict[str, Json]) -> ProviderTool:
    """Return the ``ProviderTool`` for an entry of ``tools`` that is not a function: Bedrock's own tool (``{systemTool:
    {name}}``) or a mark for caching.
    """
    word, inner = next(iter(value.items()), ("", None))
    name = inner.get("name") if isinstance(inner, dict) else None
    return ProviderTool(kind=word, name=name if isinstance(name, str) else None, value=value)


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool.

    An empty description is written only if the tool was read from the wire. If a tool declares no parameters, its
    schema is an object without properties.

    Raises ``Inexpressible`` for a free-form tool, a namespace, a deferred tool, and a tool for the model's programs.
    """
    tool = lowering.plain(tool, "bedrock_converse")
    match tool:
        case ProviderTool():
            return tool.value
        case CustomTool():
            raise Inexpressible(f"bedrock_converse has function tools only, got the free-form tool {tool.name!r}")
    spec: dict[str, Json] = {"name": tool.name}
    if tool.description or (tool.description is not None and tool.carried is not None):
        spec["description"] = tool.description
    if tool.parameters is not None:
        spec["inputSchema"] = {"json": tool.parameters}
    elif tool.carried is None:
        spec["inputSchema"] = {"json": _NO_PARAMETERS}
    if tool.strict is not None:
        spec["strict"] = tool.strict
    return with_rest({_SPEC: spec}, tool.carried)
