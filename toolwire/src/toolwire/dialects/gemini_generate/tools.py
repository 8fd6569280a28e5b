"""Tools: ``tools: [{functionDeclarations: [...]}, {googleSearch: {}}]``.

An entry may declare many functions, and also name the provider's own tools. Canonical tools are a flat list. The note
``tools.layout`` in the carried data has the number of the entry for each tool.
"""

from typing import Final

from toolwire.dialects import lowering
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, is_absent, spelling, with_rest
from toolwire.dialects.gemini_generate import repeated
from toolwire.model import Carried, Json, ProviderTool, Tool, ToolDefinition

_DECLARATIONS: Final = "functionDeclarations"
_SPELLINGS: Final = (_DECLARATIONS, "function_declarations")
_PARAMETERS: Final = ("parametersJsonSchema", "parameters_json_schema", "parameters")
"""The keys that may have a tool's schema. The first two keys are for any JSON Schema, and the last key is for OpenAPI's
subset. The first key is the usual key.
"""
_LAYOUT: Final = "tools.layout"


def read(fields: Fields) -> tuple[Tool, ...]:
    """Return the tools of a request. Raises ``ShapeError`` for a malformed value."""
    tools: list[Tool] = []
    layout: list[str] = []
    for n, entry in enumerate(repeated.read(fields, "tools")):
        members = _read_entry(entry, f"{fields.where}/tools/{n}")
        tools.extend(members)
        layout.extend([str(n)] * len(members))
    if tools:
        fields.note(_LAYOUT, " ".join(layout))
    return tuple(tools)


def _read_entry(entry: Json, where: str) -> list[Tool]:
    fields = Fields(entry, where)
    if not entry:
        return [ProviderTool(kind="", value=entry)]
    tools: list[Tool] = []
    for key, value in entry.items():
        if key in _SPELLINGS and value:
            declarations = repeated.read(fields, key)
            alone = not isinstance(value, list)
            tools += [_read(item, f"{where}/{key}/{n}", key, alone=alone) for n, item in enumerate(declarations)]
        else:
            tools.append(ProviderTool(kind=_camel(key), value={key: value}))
    return tools


def _camel(key: str) -> str:
    first, *others = key.split("_")
    return first + "".join(word.capitalize() for word in others)


def _read(value: Json, where: str, key: str, *, alone: bool) -> ToolDefinition:
    fields = Fields(value, where)
    if key != _DECLARATIONS:
        fields.note(_DECLARATIONS, key)
    if alone:
        fields.note(f"{_DECLARATIONS}[]", "alone")
    name = fields.text("name")
    if name is None:
        fields.note("name", "absent")
    return ToolDefinition(
        name=name or "",
        description=fields.text("description"),
        parameters=fields.mapping(fields.spelled(*_PARAMETERS)),
        carried=fields.carried(),
    )


def write(tools: tuple[Tool, ...], carried: Carried | None) -> Json:
    """Return the value of ``tools``, with each tool in the entry from which it was read. Raises ``Inexpressible``.

    If the tools were not read from the wire, or their number has changed since then, a single entry has all functions,
    and each other tool has its own entry.
    """
    layout = carried.spelling.get(_LAYOUT, "").split() if carried else []
    if len(layout) != len(tools):
        layout = ["" if isinstance(tool, ToolDefinition) else str(n) for n, tool in enumerate(tools)]
    entries: dict[str, dict[str, Json]] = {}
    for place, tool in zip(layout, tools, strict=True):
        _write_into(entries.setdefault(place, {}), tool)
    return repeated.write(list(entries.values()), carried, "tools")


def _write_into(entry: dict[str, Json], tool: Tool) -> None:
    tool = lowering.plain(tool, "gemini_generate")
    match tool:
        case ToolDefinition():
            key = spelling(tool.carried, _DECLARATIONS)
            declared = [*_listed(entry.get(key)), _write(tool)]
            entry[key] = repeated.write(declared, tool.carried, _DECLARATIONS)
        case ProviderTool(value=dict(value)):
            entry.update(value)
        case _:
            raise Inexpressible(f"gemini_generate has function tools only, got the tool {tool.name!r}")


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _write(tool: ToolDefinition) -> Json:
    if tool.strict:
        raise Inexpressible(f"gemini_generate has no strict mode for a tool, got the strict tool {tool.name!r}")
    out: dict[str, Json] = {}
    if tool.name or not is_absent(tool.carried, "name"):
        out["name"] = tool.name
    if tool.description is not None:
        out["description"] = tool.description
    if tool.parameters is not None:
        out[spelling(tool.carried, _PARAMETERS[0])] = tool.parameters
    return with_rest(out, tool.carried)
