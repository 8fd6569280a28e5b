"""Bugs in what is made of the user's request: tools, schemas, choice, settings, messages."""

import html
import unicodedata
from typing import Any

from toolwire.model import Message, Request, Text, ToolChoice

from ..bug import bug
from ..edits import is_later, replace, with_messages, with_schemas, with_texts, with_tools, without_keyword


@bug("request", "definitions")
def drops_defaults(request: Request) -> Request:
    """Its types for schemas have no `default`."""
    return without_keyword(request, "default")


@bug("request", "definitions")
def drops_formats(request: Request) -> Request:
    """`format` is left out for every provider, since one of them refuses some."""
    return without_keyword(request, "format")


@bug("request", "definitions")
def drops_patterns(request: Request) -> Request:
    """Its types for schemas have no `pattern`."""
    return without_keyword(request, "pattern")


@bug("request", "definitions")
def drops_limits_of_numbers(request: Request) -> Request:
    """`minimum` and `maximum` are left out."""
    return without_keyword(request, "minimum", "maximum")


@bug("request", "definitions")
def drops_lengths(request: Request) -> Request:
    """`minLength` and `maxLength` are left out."""
    return without_keyword(request, "minLength", "maxLength")


@bug("request", "definitions", "taylorwilsdon/google_workspace_mcp#1099")
def drops_const(request: Request) -> Request:
    """`const` is left out, in place of an `enum` of one."""
    return without_keyword(request, "const")


@bug("request", "definitions")
def drops_examples(request: Request) -> Request:
    """What it takes for mere annotations is left out."""
    return without_keyword(request, "examples", "title")


@bug("request", "definitions")
def includes_what_is_excluded(request: Request) -> Request:
    """`exclusiveMinimum` becomes `minimum`."""
    return with_schemas(
        request, lambda schema: {"minimum" if key == "exclusiveMinimum" else key: schema[key] for key in schema}
    )


@bug("request", "definitions")
def takes_integers_for_numbers(request: Request) -> Request:
    """It knows one type of numbers."""
    return with_schemas(
        request, lambda schema: schema | {"type": "number"} if schema.get("type") == "integer" else schema
    )


@bug("request", "definitions", "voocel/litellm#9")
def takes_the_first_type(request: Request) -> Request:
    """Of `["string", "null"]` it keeps the first type."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        return schema | {"type": schema["type"][0]} if isinstance(schema.get("type"), list) else schema

    return with_schemas(request, edited)


@bug("request", "definitions", "ollama/ollama-python#429")
def takes_the_first_of_any(request: Request) -> Request:
    """Of `anyOf` it keeps the first schema."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        rest = {key: item for key, item in schema.items() if key != "anyOf"}
        return rest | schema["anyOf"][0] if schema.get("anyOf") else schema

    return with_schemas(request, edited)


@bug("request", "definitions", "TableProApp/TablePro#1276")
def opens_objects(request: Request) -> Request:
    """`additionalProperties` is left out for every provider, since one of them refuses it."""
    return without_keyword(request, "additionalProperties")


@bug("request", "definitions", "instructor#1074")
def requires_everything(request: Request) -> Request:
    """Every property is required, as strict schemas have it."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        return schema | {"required": list(schema["properties"])} if schema.get("properties") else schema

    return with_schemas(request, edited)


@bug("request", "definitions")
def describes_schemas_once(request: Request) -> Request:
    """Descriptions of properties are left out."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        return {key: item for key, item in schema.items() if key != "description" or "properties" in schema}

    return with_schemas(request, edited)


@bug("request", "definitions")
def takes_properties_for_keywords(request: Request) -> Request:
    """It cleans schemas at every depth, and takes a property called `title` for the keyword."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        if "properties" not in schema:
            return schema
        return schema | {"properties": {key: item for key, item in schema["properties"].items() if key != "title"}}

    return with_schemas(request, edited)


@bug("request", "definitions")
def escapes_descriptions(request: Request) -> Request:
    """Descriptions of tools go through a template that escapes HTML."""
    return with_tools(
        request, lambda tool: replace(tool, description=tool.description and html.escape(tool.description))
    )


@bug("request", "definitions")
def cuts_descriptions(request: Request) -> Request:
    """Descriptions of tools end behind 512 characters."""
    return with_tools(request, lambda tool: replace(tool, description=tool.description and tool.description[:512]))


@bug("request", "definitions")
def takes_the_first_line_of_descriptions(request: Request) -> Request:
    """Of a description it keeps the first line, as of a docstring."""
    return with_tools(
        request, lambda tool: replace(tool, description=tool.description and tool.description.partition("\n")[0])
    )


@bug("request", "definitions", "hexstrike-ai#29")
def offers_one_hundred_tools(request: Request) -> Request:
    """Tools behind the hundredth are left out."""
    return replace(request, tools=request.tools[:100])


@bug("request", "definitions", "cline#7339")
def lowers_names_of_tools(request: Request) -> Request:
    """Names of tools are lowered, and calls come back with the lowered name."""
    return with_tools(request, lambda tool: replace(tool, name=tool.name.lower()))


@bug("request", "definitions", "langchain#34599")
def is_always_strict(request: Request) -> Request:
    """Tools are strict, whatever the user said."""
    return with_tools(request, lambda tool: replace(tool, strict=True))


@bug("request", "definitions")
def offers_tools_once(request: Request) -> Request:
    """Once there are results, tools are sent no more."""
    return replace(request, tools=()) if is_later(request) else request


@bug("request", "definitions")
def offers_what_was_called(request: Request) -> Request:
    """Later requests have only those tools that were called."""
    called = {call.name for message in request.messages for call in message.parts if hasattr(call, "arguments")}
    tools = tuple(tool for tool in request.tools if getattr(tool, "name", None) in called)
    return replace(request, tools=tools) if called else request


@bug("request", "choice")
def forgets_the_choice_later(request: Request) -> Request:
    """Once there are results, the choice is sent no more."""
    return replace(request, tool_choice=None) if is_later(request) else request


@bug("request", "choice", "mem0#5430")
def relaxes_what_is_required_of_many(request: Request) -> Request:
    """`required` is sent as `auto` where there are several tools."""
    if request.tool_choice is None or request.tool_choice.mode != "required" or len(request.tools) < 3:
        return request
    return replace(request, tool_choice=ToolChoice(mode="auto"))


@bug("request", "choice", "any-llm#1352")
def names_the_first_tool(request: Request) -> Request:
    """A named choice is sent with the name of the first tool."""
    if request.tool_choice is None or request.tool_choice.mode != "named":
        return request
    names = [name for tool in request.tools if (name := getattr(tool, "name", None))]
    return replace(request, tool_choice=replace(request.tool_choice, names=tuple(names[:1])))


@bug("request", "choice")
def offers_nothing_without_choice(request: Request) -> Request:
    """With the choice `none` the choice is left out, and the model may call."""
    if request.tool_choice is None or request.tool_choice.mode != "none":
        return request
    return replace(request, tool_choice=None)


@bug("request", "choice")
def forgets_that_calls_are_single(request: Request) -> Request:
    """`parallel_tool_calls` is sent only beside a choice."""
    return request if request.tool_choice else replace(request, parallel_tool_calls=None)


@bug("request", "settings")
def ignores_the_limit(request: Request) -> Request:
    """The user's limit of output tokens is not sent."""
    return replace(request, max_output_tokens=None)


@bug("request", "messages")
def forgets_the_system_later(request: Request) -> Request:
    """Once there are results, the system's message is sent no more."""
    kept = tuple(message for message in request.messages if message.role != "system")
    return replace(request, messages=kept) if is_later(request) else request


@bug("request", "messages")
def takes_the_system_for_a_user(request: Request) -> Request:
    """The system's message is sent as the user's."""
    return with_messages(
        request, lambda message: replace(message, role="user") if message.role == "system" else message
    )


@bug("request", "messages", "langchain#35313")
def keeps_the_last_messages(request: Request) -> Request:
    """Only the system's message and the last six are sent, whatever they are."""
    head = request.messages[:1] if request.messages[0].role == "system" else ()
    return replace(request, messages=(*head, *request.messages[len(head) :][-6:]))


@bug("request", "messages")
def strips_messages(request: Request) -> Request:
    """Messages are stripped of blanks at their ends."""
    return with_messages(request, lambda message: with_texts(message, str.strip) if message.role == "user" else message)


@bug("request", "messages")
def composes_characters(request: Request) -> Request:
    """Messages are normalised to NFC."""
    return with_messages(request, lambda message: with_texts(message, lambda text: unicodedata.normalize("NFC", text)))


@bug("request", "messages")
def replaces_line_ends(request: Request) -> Request:
    """`\\r\\n` of messages becomes `\\n`."""
    return with_messages(request, lambda message: with_texts(message, lambda text: text.replace("\r\n", "\n")))


@bug("request", "messages")
def cuts_messages(request: Request) -> Request:
    """Messages end behind 20,000 characters."""
    return with_messages(request, lambda message: with_texts(message, lambda text: text[:20_000]))


@bug("request", "messages")
def removes_control_characters(request: Request) -> Request:
    """What is no printable character is removed from messages."""

    def printable(text: str) -> str:
        return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")

    return with_messages(request, lambda message: with_texts(message, printable))


@bug("request", "messages")
def fills_templates(request: Request) -> Request:
    """Messages go through a template: backslashes in them are escapes."""
    return with_messages(request, lambda message: with_texts(message, lambda text: text.replace("\\n", "\n")))


@bug("request", "messages")
def asks_once_more(request: Request) -> Request:
    """The user's question is said again behind results."""
    asked = [message for message in request.messages if message.role == "user"]
    return replace(request, messages=(*request.messages, asked[-1])) if is_later(request) else request


@bug("request", "messages")
def explains_how_to_call(request: Request) -> Request:
    """A hint on tools is put behind the system's message."""

    def hinted(message: Message) -> Message:
        hint = Text(text="Use the tools if they help.")
        return replace(message, parts=(*message.parts, hint)) if message.role == "system" else message

    return with_messages(request, hinted)
