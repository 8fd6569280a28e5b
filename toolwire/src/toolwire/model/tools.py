"""The tool definitions, and the choice among them."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried

Caller = Literal["model", "program"]
"""A caller of a tool: the model itself, or a program that the model wrote and the provider runs."""


class ToolDefinition(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="function"
):
    """A function that the client offers and runs itself."""

    name: str
    description: str | None = None
    parameters: Json = None
    """JSON Schema of the arguments; None if the tool declares no parameters."""
    strict: bool | None = None
    """True if the provider must make the arguments fit the schema.

    None if the request does not state it. Then the provider uses the schema unchanged, and optional parameters stay
    optional.
    """
    deferred: bool = False
    """True if the model sees the tool only after the provider's search for tools has found it."""
    callers: tuple[Caller, ...] = ()
    """The callers of the tool. If it is empty, only the model calls the tool."""
    carried: Carried | None = None


class CustomTool(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="custom"
):
    """A tool that takes free-form text instead of JSON arguments."""

    name: str
    description: str | None = None
    format: Json = None
    """The form of the text, written as in OpenAI Responses; None for any text.

    A grammar is ``{type: grammar, syntax: lark or regex, definition}``.
    """
    deferred: bool = False
    """True if the model sees the tool only after the provider's search for tools has found it."""
    callers: tuple[Caller, ...] = ()
    """The callers of the tool. If it is empty, only the model calls the tool."""
    carried: Carried | None = None


class Namespace(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="namespace"
):
    """A group of tools. A call to a tool of the group names the namespace in ``provider_data``."""

    name: str
    description: str | None = None
    tools: tuple[ToolDefinition | CustomTool, ...] = ()
    carried: Carried | None = None


class ProviderTool(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="provider"
):
    """A built-in tool of the provider (search, code execution ...). It is kept whole, and the client never runs it."""

    kind: str
    """The provider's name for this kind of tool."""
    name: str | None = None
    value: Json = None
    """The tool's object on the wire."""
    body: dict[str, Json] = {}
    """Keys that the tool needs in the request's body besides its entry in the list of tools, such as a list of MCP
    servers.
    """
    headers: dict[str, str] = {}
    """Headers that the tool needs in the request, such as the name of a beta version."""


Tool = ToolDefinition | CustomTool | Namespace | ProviderTool


def own_tools(tools: Iterable[Tool]) -> tuple[ToolDefinition | CustomTool, ...]:
    """Return the tools that the client runs, with the tools inside namespaces."""
    found: list[ToolDefinition | CustomTool] = []
    for tool in tools:
        match tool:
            case Namespace():
                found += tool.tools
            case ToolDefinition() | CustomTool():
                found.append(tool)
    return tuple(found)


def own_functions(tools: Iterable[Tool]) -> tuple[ToolDefinition, ...]:
    """Return the functions that the client runs, with the functions inside namespaces."""
    return tuple(tool for tool in own_tools(tools) if isinstance(tool, ToolDefinition))


ChoiceMode = Literal["auto", "none", "required", "named", "allowed", "provider"]


class ToolChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The tools that the model may or must call."""

    mode: ChoiceMode
    """The kind of choice.

    ``named``: the model must call the tool in ``names``. ``allowed``: the model may call only the tools in ``names``.
    ``provider``: a choice that only this provider understands, which is in ``raw``.
    """
    names: tuple[str, ...] = ()
    must_call: bool = False
    """True if the model must call a tool in ``names``. Only the mode ``allowed`` uses this field."""
    raw: Json = None
    """For the mode ``provider``, the provider's choice. For any other mode, the provider's word, if the provider has
    several words for this mode, such as Mistral's ``any`` and ``required``. Writers ignore a word of another mode.
    """
    carried: Carried | None = None
