"""Tools, and the choice among them. Entries are flat: they have no inner ``function`` object."""

from typing import Final

from toolwire.dialects import tool_callers
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import (
    Caller,
    ChoiceMode,
    CustomTool,
    Json,
    Namespace,
    ProviderTool,
    Tool,
    ToolChoice,
    ToolDefinition,
)

_WORDS: Final[dict[str, ChoiceMode]] = {"auto": "auto", "none": "none", "required": "required"}
_CALLERS: Final[dict[str, Caller]] = {"direct": "model", "programmatic": "program"}


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``: a function, a free-form tool, a namespace, or the provider's own tool.
    Raises ``ShapeError`` for a malformed value.
    """
    fields = Fields(value, where)
    kind, name = fields.peek("type"), fields.peek("name")
    if not isinstance(name, str):
        return ProviderTool(kind=str(kind), value=value)
    if kind == "namespace" and (inside := _inside(fields, where)) is not None:
        fields.constant("type", kind)
        fields.text("name")
        return Namespace(
            name=name,
            description=fields.text("description"),
            tools=inside,
            carried=fields.carried(),
        )
    return _read_own(fields) or ProviderTool(kind=str(kind), name=name, value=value)


def _inside(fields: Fields, where: str) -> tuple[ToolDefinition | CustomTool, ...] | None:
    """Return the tools of a namespace; None if any tool is neither a function nor a free-form tool."""
    entries = fields.peek("tools")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        return None
    found = [_read_own(Fields(entry, f"{where}/tools/{n}")) for n, entry in enumerate(entries)]
    tools = tuple(tool for tool in found if tool is not None)
    if len(tools) < len(found):
        return None
    fields.items("tools")
    return tools


def _read_own(fields: Fields) -> ToolDefinition | CustomTool | None:
    """Return a function or a free-form tool; None for any other entry."""
    kind, name = fields.peek("type"), fields.peek("name")
    if kind not in ("function", "custom") or not isinstance(name, str):
        return None
    fields.constant("type", kind)
    fields.text("name")
    description, deferred = fields.text("description"), fields.true("defer_loading")
    callers = tool_callers.read(fields, _CALLERS)
    if kind == "custom":
        return CustomTool(
            name=name,
            description=description,
            format=fields.mapping("format"),
            deferred=deferred,
            callers=callers,
            carried=fields.carried(),
        )
    return ToolDefinition(
        name=name,
        description=description,
        parameters=fields.mapping("parameters"),
        strict=fields.flag("strict"),
        deferred=deferred,
        callers=callers,
        carried=fields.carried(),
    )


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool."""
    match tool:
        case ProviderTool():
            return tool.value
        case Namespace():
            named: dict[str, Json] = {"type": "namespace", "name": tool.name}
            if tool.description is not None:
                named["description"] = tool.description
            return with_rest(named | {"tools": [write(inner) for inner in tool.tools]}, tool.carried)
    out: dict[str, Json] = {"type": "custom" if isinstance(tool, CustomTool) else "function", "name": tool.name}
    if tool.description is not None:
        out["description"] = tool.description
    match tool:
        case ToolDefinition():
            if tool.parameters is not None:
                out["parameters"] = tool.parameters
            if tool.strict is not None:
                out["strict"] = tool.strict
            elif tool.carried is None:
                # Without `strict`, the API makes optional parameters required. A tool that was read from the wire
                # without `strict` stays without it.
                out["strict"] = False
        case CustomTool():
            if tool.format is not None:
                out["format"] = tool.format
    if tool.deferred:
        out["defer_loading"] = True
    if tool.callers:
        out["allowed_callers"] = tool_callers.write(tool, _CALLERS)
    return with_rest(out, tool.carried)


def read_choice(value: Json, tools: tuple[Tool, ...]) -> ToolChoice:
    """Return the choice for ``tool_choice``: a word, a named tool, or a list of allowed tools.

    Any other value becomes a choice that only the provider understands.
    """
    match value:
        case str() if value in _WORDS:
            return ToolChoice(mode=_WORDS[value])
        case {"type": "function" | "custom" as kind, "name": str(name)}:
            fields = Fields(value, "/tool_choice")
            fields.constant("type", kind)
            fields.text("name")
            fields.note("kind", kind)
            return ToolChoice(mode="named", names=(name,), carried=fields.carried())
        case {"type": "allowed_tools", "mode": "auto" | "required" as mode, "tools": [_, *_] as entries}:
            names = tuple(entry["name"] for entry in entries if _is_entry(entry, tools))
            if len(names) == len(entries):
                fields = Fields(value, "/tool_choice")
                for key in ("type", "mode", "tools"):
                    fields.value(key)
                must_call = mode == "required"
                return ToolChoice(mode="allowed", names=names, must_call=must_call, carried=fields.carried())
    return ToolChoice(mode="provider", raw=value)


def _is_entry(entry: Json, tools: tuple[Tool, ...]) -> bool:
    """Return whether ``entry``, from a list of allowed tools, equals the entry that a writer makes for the tool with
    the same name.
    """
    match entry:
        case {"name": str(name)}:
            return bool(entry == _entry(name, tools))
    return False


def _entry(name: str, tools: tuple[Tool, ...]) -> dict[str, Json]:
    custom = any(isinstance(tool, CustomTool) and tool.name == name for tool in tools)
    return {"type": "custom" if custom else "function", "name": name}


def write_choice(choice: ToolChoice, tools: tuple[Tool, ...]) -> Json:
    """Return the value of ``tool_choice`` for a choice.

    ``tools`` are the offered tools. They show if a name in the choice is the name of a function or of a custom tool.
    Raises ``Inexpressible``.
    """
    match choice.mode:
        case "auto" | "none" | "required":
            return choice.mode
        case "provider":
            return choice.raw
        case "named":
            if len(choice.names) != 1:
                raise Inexpressible(
                    f"expected exactly 1 tool in a choice with the mode 'named', got {len(choice.names)}"
                )
            out = _entry(choice.names[0], tools)
            out["type"] = choice.carried.spelling.get("kind", out["type"]) if choice.carried else out["type"]
        case "allowed":
            out = {
                "type": "allowed_tools",
                "mode": "required" if choice.must_call else "auto",
                "tools": [_entry(name, tools) for name in choice.names],
            }
    return with_rest(out, choice.carried)
