"""Tools, and the choice among them."""

from typing import Final

from toolwire.dialects import lowering
from toolwire.dialects.fields import Fields, below, constant, spelling, with_rest
from toolwire.model import ChoiceMode, CustomTool, Json, ProviderTool, Tool, ToolChoice, ToolDefinition

_WORDS: Final[dict[str, ChoiceMode]] = {"auto": "auto", "none": "none", "required": "required"}


def read(value: Json, where: str) -> Tool:
    """Return the tool for an entry of ``tools``.

    The entry is ``{type: function, function: {...}}``, ``{type: custom, custom: {...}}``, or a provider's own tool.
    Raises ``ShapeError`` for a malformed value.
    """
    fields = Fields(value, where)
    if isinstance(fields.peek("function"), dict):
        fields.constant("type", "function")
        inner = fields.child("function")
        assert inner is not None
        return _definition(inner, fields)
    if isinstance(fields.peek("custom"), dict):
        fields.constant("type", "custom")
        inner = fields.child("custom")
        assert inner is not None
        name, description, form = inner.text("name") or "", inner.text("description"), _read_format(inner)
        return CustomTool(name=name, description=description, format=form, carried=fields.carried())
    return ProviderTool(kind=str(fields.peek("type")), value=value)


def _read_format(inner: Fields) -> Json:
    """Return the format of a custom tool, in the form of OpenAI Responses: the keys of a grammar are beside ``type``,
    and not in an object under ``grammar``.
    """
    form = inner.mapping("format")
    match form:
        case {"type": "grammar", "grammar": {**grammar}, **others} if not others and "type" not in grammar:
            return {"type": "grammar", **grammar}
        case {"type": "grammar"}:
            inner.note("grammar", "flat")
    return form


def _write_format(tool: CustomTool) -> Json:
    match tool.format:
        case {"type": "grammar", **grammar} if spelling(below(tool.carried, "custom"), "grammar") != "flat":
            return {"type": "grammar", "grammar": grammar}
    return tool.format


def read_legacy(value: Json, where: str) -> ToolDefinition:
    """Return the tool for an entry of ``functions``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    return _definition(fields, fields)


def _definition(inner: Fields, whole: Fields) -> ToolDefinition:
    return ToolDefinition(
        name=inner.text("name") or "",
        description=inner.text("description"),
        parameters=inner.mapping("parameters"),
        strict=inner.flag("strict"),
        carried=whole.carried(),
    )


def write(tool: Tool) -> Json:
    """Return the entry of ``tools`` for a tool. Raises ``Inexpressible``."""
    tool = lowering.plain(tool, "openai_chat")
    out: dict[str, Json] = {}
    match tool:
        case ToolDefinition():
            constant(out, tool.carried, "type", "function")
            out["function"] = _function(tool)
        case CustomTool():
            constant(out, tool.carried, "type", "custom")
            inner: dict[str, Json] = {"name": tool.name}
            if tool.description is not None:
                inner["description"] = tool.description
            if tool.format is not None:
                inner["format"] = _write_format(tool)
            out["custom"] = inner
        case ProviderTool():
            return tool.value
    return with_rest(out, tool.carried)


def write_legacy(tool: ToolDefinition) -> Json:
    """Return the entry of ``functions`` for a tool."""
    return with_rest(_function(tool), tool.carried)


def _function(tool: ToolDefinition) -> dict[str, Json]:
    out: dict[str, Json] = {"name": tool.name}
    if tool.description is not None:
        out["description"] = tool.description
    if tool.parameters is not None:
        out["parameters"] = tool.parameters
    if tool.strict is not None:
        out["strict"] = tool.strict
    return out


def read_choice(value: Json) -> ToolChoice | None:
    """Return the choice for ``tool_choice``: a word, a named tool, or a list of allowed tools.

    Any other value becomes a choice that only the provider understands. Raises ``ShapeError`` for a malformed value.
    """
    if isinstance(value, str):
        if value in _WORDS:
            return ToolChoice(mode=_WORDS[value])
        return ToolChoice(mode="provider", raw=value)
    fields = Fields(value, "/tool_choice")
    match fields.peek("type"):
        case "function" | "custom" as kind if isinstance(fields.peek(kind), dict):
            fields.constant("type", "function")
            inner = fields.child(kind)
            named = (inner.text("name") if inner else None) or ""
            fields.note("kind", kind)
            return ToolChoice(mode="named", names=(named,), carried=fields.carried())
        case "allowed_tools" if isinstance(fields.peek("allowed_tools"), dict):
            fields.constant("type", "allowed_tools")
            inner = fields.child("allowed_tools")
            assert inner is not None
            entries = inner.items("tools")
            names = tuple(name for entry in entries if (name := _function_name(entry)) is not None)
            if len(names) == len(entries):
                must_call = inner.text("mode") == "required"
                return ToolChoice(mode="allowed", names=names, must_call=must_call, carried=fields.carried())
    return ToolChoice(mode="provider", raw=value)


def _function_name(entry: Json) -> str | None:
    """Return the name in an entry ``{type: function, function: {name}}``; None for any other entry."""
    match entry:
        case {"type": "function", "function": {"name": str(name), **inner}, **outer} if not inner and not outer:
            return name
    return None


def write_choice(choice: ToolChoice, tools: tuple[Tool, ...]) -> Json:
    """Return the value of ``tool_choice`` for a choice. ``tools`` are the offered tools. They show if a name in the
    choice is the name of a function or of a custom tool.
    """
    out: dict[str, Json]
    match choice.mode:
        case "auto" | "none" | "required":
            return choice.mode
        case "named":
            usual = _kind(choice.names[0], tools)
            kind = choice.carried.spelling.get("kind", usual) if choice.carried else usual
            out = {"type": kind, kind: {"name": choice.names[0]}}
        case "allowed":
            entries = [{"type": kind, kind: {"name": name}} for name in choice.names for kind in [_kind(name, tools)]]
            mode = "required" if choice.must_call else "auto"
            out = {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": entries}}
        case "provider":
            return choice.raw
    return with_rest(out, choice.carried)


def _kind(name: str, tools: tuple[Tool, ...]) -> str:
    return "custom" if any(isinstance(tool, CustomTool) and tool.name == name for tool in tools) else "function"


def read_legacy_choice(value: Json) -> ToolChoice:
    """Return the choice for a request's ``function_call``, which is a word or ``{name}``. Raises ``ShapeError`` for a
    malformed value.
    """
    if isinstance(value, str):
        return ToolChoice(mode=_WORDS[value]) if value in _WORDS else ToolChoice(mode="provider", raw=value)
    fields = Fields(value, "/function_call")
    return ToolChoice(mode="named", names=(fields.text("name") or "",), carried=fields.carried())


def write_legacy_choice(choice: ToolChoice) -> Json:
    """Return the value of a request's ``function_call`` for a choice."""
    if choice.mode == "named":
        return with_rest({"name": choice.names[0]}, choice.carried)
    return choice.raw if choice.mode == "provider" else choice.mode
