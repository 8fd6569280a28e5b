"""Edits of the contents of requests, answers and values."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from toolwire.dialects.arguments import from_text
from toolwire.model import Message, Part, Reasoning, Request, Response, Text, Tool, ToolCall, ToolDefinition, ToolResult
from toolwire.wire import exact_json

replace = msgspec.structs.replace
Parts = list[Part]
P = TypeVar("P", bound=Part)


def with_tools(request: Request, edit: Callable[[ToolDefinition], ToolDefinition]) -> Request:
    tools = tuple(edit(tool) if isinstance(tool, ToolDefinition) else tool for tool in request.tools)
    return replace(request, tools=tools)


def with_schemas(request: Request, edit: Callable[[dict[str, Any]], dict[str, Any]]) -> Request:
    """Return a request in which ``edit`` has changed the schema of each tool, and before it the schemas inside it."""
    return with_tools(request, lambda tool: replace(tool, parameters=_schema(tool.parameters, edit)))


def _schema(value: Any, edit: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    if not isinstance(value, dict):
        return value
    inner = dict(value)
    for key in ("properties", "$defs"):
        if isinstance(inner.get(key), dict):
            inner[key] = {name: _schema(schema, edit) for name, schema in inner[key].items()}
    if isinstance(inner.get("items"), dict):
        inner["items"] = _schema(inner["items"], edit)
    if isinstance(inner.get("anyOf"), list):
        inner["anyOf"] = [_schema(schema, edit) for schema in inner["anyOf"]]
    return edit(inner)


def without_keyword(request: Request, *keywords: str) -> Request:
    return with_schemas(request, lambda schema: {key: item for key, item in schema.items() if key not in keywords})


def with_messages(request: Request, edit: Callable[[Message], Message]) -> Request:
    return replace(request, messages=tuple(map(edit, request.messages)))


def with_parts(value: Any, edit: Callable[[Parts], Parts]) -> Any:
    """Return a message or response with its parts edited."""
    return replace(value, parts=tuple(edit([*value.parts])))


def with_texts(value: Any, edit: Callable[[str], str]) -> Any:
    return _with_each(value, Text, lambda part: replace(part, text=edit(part.text)))


def with_reasoning(value: Any, edit: Callable[[str], str]) -> Any:
    return _with_each(value, Reasoning, lambda part: replace(part, text=edit(part.text)))


def with_calls(value: Any, edit: Callable[[ToolCall], ToolCall]) -> Any:
    return _with_each(value, ToolCall, edit)


def _with_each(value: Any, kind: type[P], edit: Callable[[P], Part]) -> Any:
    return with_parts(value, lambda parts: [edit(part) if isinstance(part, kind) else part for part in parts])


def with_argument_text(value: Any, edit: Callable[[str], str]) -> Any:
    def edited(call: ToolCall) -> ToolCall:
        return replace(call, arguments=from_text(edit(call.arguments.text)))

    return with_calls(value, edited)


def with_arguments(value: Any, edit: Callable[[Any], Any]) -> Any:
    """Return a response in which ``edit`` has changed the arguments of each call. ``edit`` gets the parsed object.

    Calls whose arguments are not an object are unchanged, for example calls of custom tools.
    """

    def edited(call: ToolCall) -> ToolCall:
        if call.arguments.form != "object":
            return call
        return replace(call, arguments=from_text(exact_json.dumps(edit(call.arguments.value))))

    return with_calls(value, edited)


def with_leaves(value: Any, edit: Callable[[Any], Any]) -> Any:
    """Return a response in which ``edit`` has changed each value in the arguments of calls, except objects and
    arrays.
    """
    return with_arguments(value, lambda arguments: leaves(arguments, edit))


def with_strings(value: Any, edit: Callable[[str], Any]) -> Any:
    return with_leaves(value, lambda leaf: edit(leaf) if isinstance(leaf, str) else leaf)


def leaves(value: Any, edit: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {key: leaves(item, edit) for key, item in value.items()}
    return [leaves(item, edit) for item in value] if isinstance(value, list) else edit(value)


def with_keys(value: Any, edit: Callable[[str], str]) -> Any:
    """Return a JSON value with its keys edited, at any depth."""
    if isinstance(value, dict):
        return {edit(key): with_keys(item, edit) for key, item in value.items()}
    return [with_keys(item, edit) for item in value] if isinstance(value, list) else value


def with_result_texts(results: tuple[ToolResult, ...], edit: Callable[[str], str]) -> tuple[ToolResult, ...]:
    return tuple(with_texts(result, edit) for result in results)


def is_later(request: Request) -> bool:
    """Return True if a request is not the first of its conversation: it has results of tools."""
    return any(message.role == "tool" for message in request.messages)


def calls_of(response: Response) -> list[ToolCall]:
    return [*response.calls]


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def schemas_of(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Return the schema of each tool; an empty schema for a tool without a schema."""
    return [(tool.parameters if isinstance(tool, ToolDefinition) else None) or {} for tool in tools]
