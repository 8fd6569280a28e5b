"""Tools in the form that a dialect can express."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from toolwire.client import documents
from toolwire.client.checking import validator
from toolwire.client.leftovers import leftovers
from toolwire.client.note import Note
from toolwire.client.openapi_schemas import AS_OPENAPI, is_openapi, json_schema
from toolwire.client.schema_styles import StyleName, style
from toolwire.client.schemas import translate
from toolwire.client.subschemas import is_recursive
from toolwire.client.target import Target
from toolwire.dialects.lowering import lowered
from toolwire.model import CustomTool, Json, Namespace, ProviderTool, Tool, ToolDefinition
from toolwire.providers import rules
from toolwire.wire import patterns

_GEMINI: Final = "gemini_generate"

_NO_PARAMETERS: Final[Json] = {"type": "object", "properties": {}, "additionalProperties": False}


class TranslatedTools(msgspec.Struct, frozen=True, kw_only=True):
    """Tools in the style of another dialect, and notes about what was dropped or changed."""

    tools: tuple[Tool, ...]
    notes: tuple[Note, ...] = ()


def moved(tools: Sequence[Tool]) -> TranslatedTools:
    """Return tools that were written for another provider, without the data that only that provider understands.

    Schemas in OpenAPI's subset become JSON Schemas.
    """
    found: list[Tool] = []
    notes: list[Note] = []
    for n, tool in enumerate(tools):
        match tool:
            case ProviderTool():
                notes.append(Note(kind="dropped", where=f"/{n}", why=_foreign(tool)))
            case ToolDefinition() if is_openapi(tool.carried):
                found.append(msgspec.structs.replace(tool, parameters=json_schema(tool), carried=None))
                notes += leftovers(tool.carried, f"/{n}")
            case Namespace():
                inside = moved(tool.tools)
                found.append(msgspec.structs.replace(tool, tools=inside.tools, carried=None))
                notes += leftovers(tool.carried, f"/{n}")
                notes += _below(f"/{n}/tools", inside.notes)
            case _:
                found.append(msgspec.structs.replace(tool, carried=None))
                notes += leftovers(tool.carried, f"/{n}")
    return TranslatedTools(tools=tuple(found), notes=tuple(notes))


def _below(where: str, notes: Sequence[Note]) -> list[Note]:
    """Return notes with ``where`` put before their pointers."""
    return [msgspec.structs.replace(note, where=f"{where}{note.where}") for note in notes]


def _foreign(tool: ProviderTool) -> str:
    """Return the reason why a tool is left out.

    Either only another provider has such a tool, or it is a function in the form of another dialect.
    """
    form = documents.form_of(tool.value)
    if form is not None:
        return f"the tool has the form of {form}, but `of` does not name this form: pass `of={form!r}`"
    return f"{tool.name or tool.kind!r} is a tool that only another provider offers"


def translated(tools: Sequence[Tool], target: Target, *, usual: StyleName | None = None) -> TranslatedTools:
    """Return ``tools`` in the form that ``target`` can express, with notes. The notes' pointers lead into ``tools``:
    ``/0/parameters/...``.

    ``usual`` is a style of schemas that replaces the dialect's usual style. Tools that were read from a request of the
    same dialect stay unchanged. Raises ``SchemaError`` for an invalid schema.
    """
    notes: list[Note] = []
    opened = [each for n, tool in enumerate(tools) for each in _opened(tool, f"/{n}", target, notes)]
    held = _strict([tool for _, tool in opened], target)
    found: list[Tool] = []
    for n, (where, tool) in enumerate(opened):
        if isinstance(tool, ToolDefinition):
            validator(tool)
        match tool:
            case Namespace():
                inside = translated(tool.tools, target, usual=usual)
                found.append(msgspec.structs.replace(tool, tools=inside.tools))
                notes += _below(f"{where}/tools", inside.notes)
            case CustomTool(carried=None):
                found.append(_custom(tool, target, where, notes))
            case ToolDefinition(carried=None):
                found.append(_function(tool, target, usual, where, notes, strict=n in held))
            case _:
                found.append(tool)
                notes += _refused(tool, target, where) if n in held else ()
    return TranslatedTools(tools=tuple(found), notes=(*notes, *_names(found, target)))


def _opened(tool: Tool, where: str, target: Target, notes: list[Note]) -> Iterator[tuple[str, Tool]]:
    """Yield a tool in a form that the target's dialect can express, with the tool's JSON pointer. Add a note for each
    change.

    If the target's dialect has no namespaces, yield the tools of a namespace instead of the namespace.
    """
    offers = target.expresses.offers
    match tool:
        case Namespace() if "namespaces" not in offers:
            why = f"the dialect has no namespaces: the tools of {tool.name!r} are offered without the namespace"
            notes.append(Note(kind="changed", where=where, why=why))
            for n, inner in enumerate(tool.tools):
                yield from _opened(inner, f"{where}/tools/{n}", target, notes)
            return
        case ToolDefinition() | CustomTool():
            if tool.deferred and "deferred" not in offers:
                why = "the dialect has no tool search, so the model sees the tool from the start"
                notes.append(Note(kind="dropped", where=f"{where}/deferred", why=why))
            if tool.callers and "programs" not in offers:
                why = "in this dialect, the model's programs cannot call tools: only the model can call the tool"
                notes.append(Note(kind="dropped", where=f"{where}/callers", why=why))
    yield from ((where, each) for each in lowered([tool], target.expresses))


def _strict(tools: Sequence[Tool], target: Target) -> set[int]:
    """Return the indices of the tools that request strict mode and can be strict."""
    asked = [n for n, tool in enumerate(tools) if isinstance(tool, ToolDefinition) and tool.strict]
    functions = [tool for tool in tools if isinstance(tool, ToolDefinition)]
    how = target.expresses.strict
    if how == "none" or (how == "all" and len(asked) < len(functions)):
        return set()
    name = target.styles.strict
    found = style(name) if name else None
    if found is not None and found.acyclic:
        asked = [n for n in asked if not is_recursive(getattr(tools[n], "parameters", None))]
    return {*asked[: found.most if found else None]}


def _function(
    tool: ToolDefinition, target: Target, usual: StyleName | None, where: str, notes: list[Note], *, strict: bool
) -> ToolDefinition:
    if tool.strict and not strict:
        why = "the dialect has no strict mode for this tool: `strict` is dropped"
        notes.append(Note(kind="dropped", where=f"{where}/strict", why=why))
    name = (target.styles.strict if strict else None) or usual or target.styles.usual
    schema = tool.parameters
    if schema is None and style(name).closed:
        schema = _NO_PARAMETERS
    done = translate(schema, style(name), f"{where}/parameters")
    notes += done.notes
    states_strict: bool | None = strict or None
    if states_strict is None and (tool.strict is False or target.expresses.strict_by_default):
        states_strict = False
    openapi = AS_OPENAPI if name == "openapi" and target.dialect == _GEMINI else None
    return msgspec.structs.replace(tool, parameters=done.schema, strict=states_strict, carried=openapi)


def _refused(tool: Tool, target: Target, where: str) -> list[Note]:
    """Return a note for each part of a tool's schema that the strict mode of ``target`` refuses.

    The tool was read from a request in the same dialect, so its schema is sent unchanged.
    """
    if not isinstance(tool, ToolDefinition) or target.styles.strict is None:
        return []
    done = translate(tool.parameters, style(target.styles.strict), f"{where}/parameters")
    return [Note(kind="refused", where=note.where, why=note.why) for note in done.notes]


def _custom(tool: CustomTool, target: Target, where: str, notes: list[Note]) -> Tool:
    if target.expresses.custom_tools:
        return tool
    why = "the dialect has no free-form tools: the tool is sent as a function with the text as its argument `input`"
    notes.append(Note(kind="changed", where=where, why=why))
    if tool.format is not None:
        notes.append(Note(kind="dropped", where=f"{where}/format", why="a function's argument cannot have a grammar"))
    schema = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    return ToolDefinition(
        name=tool.name, description=tool.description, parameters=schema, deferred=tool.deferred, callers=tool.callers
    )


def _repeated_names(tools: Sequence[Tool]) -> Iterator[Note]:
    seen: set[str] = set()
    for n, tool in enumerate(tools):
        if tool.name in seen:
            yield Note(
                kind="invalid", where=f"/{n}/name", why=f"expected different names, got {tool.name!r} for two tools"
            )
        seen |= {tool.name} if tool.name else set()


def _names(tools: Sequence[Tool], target: Target) -> list[Note]:
    """Return notes about names that several tools share, and about names that a rule of the provider refuses.

    The names are sent unchanged, because the model uses them in its calls.
    """
    found = list(_repeated_names(tools))
    for rule in rules(target.provider, target.dialect) if target.provider else ():
        at, pattern = str(rule.parameters.get("at", "")), str(rule.parameters.get("pattern", ""))
        if rule.check != "values-pattern" or not ("ools" in at or "eclarations" in at) or not at.endswith("/name"):
            continue
        for n, tool in enumerate(tools):
            name = tool.name if not isinstance(tool, ProviderTool) else None
            if name is not None and not patterns.matches(pattern, name):
                found.append(Note(kind="refused", where=f"/{n}/name", why=f"{name!r}: {rule.statement} ({rule.id})"))
    return found
