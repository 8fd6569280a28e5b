"""Bugs in the user's request as the client understands it: tools, schemas, choice, settings, messages."""

import html
import unicodedata
from typing import Any

from toolwire.model import Message, Request, Text, ToolChoice

from ..bug import bug
from ..edits import is_later, replace, with_messages, with_schemas, with_texts, with_tools, without_keyword


@bug("request", "definitions")
def drops_defaults(request: Request) -> Request:
    """Drop `default` from schemas, like a library whose schema types lack it."""
    return without_keyword(request, "default")


@bug("request", "definitions")
def drops_formats(request: Request) -> Request:
    """Drop `format` for every provider, because one provider refuses some formats."""
    return without_keyword(request, "format")


@bug("request", "definitions")
def drops_patterns(request: Request) -> Request:
    """Drop `pattern` from schemas, like a library whose schema types lack it."""
    return without_keyword(request, "pattern")


@bug("request", "definitions")
def drops_limits_of_numbers(request: Request) -> Request:
    """Drop `minimum` and `maximum` from schemas."""
    return without_keyword(request, "minimum", "maximum")


@bug("request", "definitions")
def drops_lengths(request: Request) -> Request:
    """Drop `minLength` and `maxLength` from schemas."""
    return without_keyword(request, "minLength", "maxLength")


@bug("request", "definitions", "taylorwilsdon/google_workspace_mcp#1099")
def drops_const(request: Request) -> Request:
    """Drop `const` instead of writing an `enum` with a single value."""
    return without_keyword(request, "const")


@bug("request", "definitions")
def drops_examples(request: Request) -> Request:
    """Drop keywords that look like mere annotations."""
    return without_keyword(request, "examples", "title")


@bug("request", "definitions")
def includes_what_is_excluded(request: Request) -> Request:
    """Write `exclusiveMinimum` as `minimum`."""
    return with_schemas(
        request, lambda schema: {"minimum" if key == "exclusiveMinimum" else key: schema[key] for key in schema}
    )


@bug("request", "definitions")
def takes_integers_for_numbers(request: Request) -> Request:
    """Write the type `integer` as `number`."""
    return with_schemas(
        request, lambda schema: schema | {"type": "number"} if schema.get("type") == "integer" else schema
    )


@bug("request", "definitions", "voocel/litellm#9")
def takes_the_first_type(request: Request) -> Request:
    """Keep only the first type of a list such as `["string", "null"]`."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        return schema | {"type": schema["type"][0]} if isinstance(schema.get("type"), list) else schema

    return with_schemas(request, edited)


@bug("request", "definitions", "ollama/ollama-python#429")
def takes_the_first_of_any(request: Request) -> Request:
    """Keep only the first schema of `anyOf`."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        rest = {key: item for key, item in schema.items() if key != "anyOf"}
        return rest | schema["anyOf"][0] if schema.get("anyOf") else schema

    return with_schemas(request, edited)


@bug("request", "definitions", "TableProApp/TablePro#1276")
def opens_objects(request: Request) -> Request:
    """Drop `additionalProperties` for every provider, because one provider refuses it."""
    return without_keyword(request, "additionalProperties")


@bug("request", "definitions", "instructor#1074")
def requires_everything(request: Request) -> Request:
    """Make every property required, as in strict schemas."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        return schema | {"required": list(schema["properties"])} if schema.get("properties") else schema

    return with_schemas(request, edited)


@bug("request", "definitions")
def describes_schemas_once(request: Request) -> Request:
    """Drop the descriptions of properties."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        return {key: item for key, item in schema.items() if key != "description" or "properties" in schema}

    return with_schemas(request, edited)


@bug("request", "definitions")
def takes_properties_for_keywords(request: Request) -> Request:
    """Drop a property named `title` as if it were the keyword `title`."""

    def edited(schema: dict[str, Any]) -> dict[str, Any]:
        if "properties" not in schema:
            return schema
        return schema | {"properties": {key: item for key, item in schema["properties"].items() if key != "title"}}

    return with_schemas(request, edited)


@bug("request", "definitions")
def escapes_descriptions(request: Request) -> Request:
    """Write tools' descriptions with a template that escapes HTML."""
    return with_tools(
        request, lambda tool: replace(tool, description=tool.description and html.escape(tool.description))
    )


@bug("request", "definitions")
def cuts_descriptions(request: Request) -> Request:
    """Cut tools' descriptions after 512 characters."""
    return with_tools(request, lambda tool: replace(tool, description=tool.description and tool.description[:512]))


@bug("request", "definitions")
def takes_the_first_line_of_descriptions(request: Request) -> Request:
    """Keep only the first line of a description."""
    return with_tools(
        request, lambda tool: replace(tool, description=tool.description and tool.description.partition("\n")[0])
    )


@bug("request", "definitions", "hexstrike-ai#29")
def offers_one_hundred_tools(request: Request) -> Request:
    """Drop all tools after the hundredth."""
    return replace(request, tools=request.tools[:100])


@bug("request", "definitions", "cline#7339")
def lowers_names_of_tools(request: Request) -> Request:
    """Write tools' names in lower case, and return these names in calls."""
    return with_tools(request, lambda tool: replace(tool, name=tool.name.lower()))


@bug("request", "definitions", "langchain#34599")
def is_always_strict(request: Request) -> Request:
    """Make every tool strict, against the user's request."""
    return with_tools(request, lambda tool: replace(tool, strict=True))


@bug("request", "definitions")
def offers_tools_once(request: Request) -> Request:
    """Send no tools once the history has results."""
    return replace(request, tools=()) if is_later(request) else request


@bug("request", "definitions")
def offers_what_was_called(request: Request) -> Request:
    """In later requests, send only the tools that were called."""
    called = {call.name for message in request.messages for call in message.parts if hasattr(call, "arguments")}
    tools = tuple(tool for tool in request.tools if getattr(tool, "name", None) in called)
    return replace(request, tools=tools) if called else request


@bug("request", "choice")
def forgets_the_choice_later(request: Request) -> Request:
    """Send no tool choice once the history has results."""
    return replace(request, tool_choice=None) if is_later(request) else request


@bug("request", "choice", "mem0#5430")
def relaxes_what_is_required_of_many(request: Request) -> Request:
    """Send the choice `required` as `auto` if there are several tools."""
    if request.tool_choice is None or request.tool_choice.mode != "required" or len(request.tools) < 3:
        return request
    return replace(request, tool_choice=ToolChoice(mode="auto"))


@bug("request", "choice", "any-llm#1352")
def names_the_first_tool(request: Request) -> Request:
    """Send a named choice with the name of the first tool."""
    if request.tool_choice is None or request.tool_choice.mode != "named":
        return request
    names = [name for tool in request.tools if (name := getattr(tool, "name", None))]
    return replace(request, tool_choice=replace(request.tool_choice, names=tuple(names[:1])))


@bug("request", "choice")
def offers_nothing_without_choice(request: Request) -> Request:
    """Drop the choice `none`, so that the model may call tools."""
    if request.tool_choice is None or request.tool_choice.mode != "none":
        return request
    return replace(request, tool_choice=None)


@bug("request", "choice")
def forgets_that_calls_are_single(request: Request) -> Request:
    """Drop `parallel_tool_calls` if there is no tool choice."""
    return request if request.tool_choice else replace(request, parallel_tool_calls=None)


@bug("request", "settings")
def ignores_the_limit(request: Request) -> Request:
    """Drop the user's limit of output tokens."""
    return replace(request, max_output_tokens=None)


@bug("request", "messages")
def forgets_the_system_later(request: Request) -> Request:
    """Drop the system message once the history has results."""
    kept = tuple(message for message in request.messages if message.role != "system")
    return replace(request, messages=kept) if is_later(request) else request


@bug("request", "messages")
def takes_the_system_for_a_user(request: Request) -> Request:
    """Send the system message as a user message."""
    return with_messages(
        request, lambda message: replace(message, role="user") if message.role == "system" else message
    )


@bug("request", "messages", "langchain#35313")
def keeps_the_last_messages(request: Request) -> Request:
    """Send only the system message and the last six messages."""
    head = request.messages[:1] if request.messages[0].role == "system" else ()
    return replace(request, messages=(*head, *request.messages[len(head) :][-6:]))


@bug("request", "messages")
def strips_messages(request: Request) -> Request:
    """Strip blanks from the ends of messages."""
    return with_messages(request, lambda message: with_texts(message, str.strip) if message.role == "user" else message)


@bug("request", "messages")
def composes_characters(request: Request) -> Request:
    """Normalise messages to NFC."""
    return with_messages(request, lambda message: with_texts(message, lambda text: unicodedata.normalize("NFC", text)))


@bug("request", "messages")
def replaces_line_ends(request: Request) -> Request:
    """Replace `\\r\\n` in messages by `\\n`."""
    return with_messages(request, lambda message: with_texts(message, lambda text: text.replace("\r\n", "\n")))


@bug("request", "messages")
def cuts_messages(request: Request) -> Request:
    """Cut messages after 20,000 characters."""
    return with_messages(request, lambda message: with_texts(message, lambda text: text[:20_000]))


@bug("request", "messages")
def removes_control_characters(request: Request) -> Request:
    """Remove unprintable characters from messages."""

    def printable(text: str) -> str:
        return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")

    return with_messages(request, lambda message: with_texts(message, printable))


@bug("request", "messages")
def fills_templates(request: Request) -> Request:
    """Read backslashes in messages as escapes, as a template does."""
    return with_messages(request, lambda message: with_texts(message, lambda text: text.replace("\\n", "\n")))


@bug("request", "messages")
def asks_once_more(request: Request) -> Request:
    """Repeat the user's question after results."""
    asked = [message for message in request.messages if message.role == "user"]
    return replace(request, messages=(*request.messages, asked[-1])) if is_later(request) else request


@bug("request", "messages")
def explains_how_to_call(request: Request) -> Request:
    """Add a hint about tools after the system message."""

    def hinted(message: Message) -> Message:
        hint = Text(text="Use the tools if they help.")
        return replace(message, parts=(*message.parts, hint)) if message.role == "system" else message

    return with_messages(request, hinted)
