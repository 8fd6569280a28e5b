"""The capabilities that an exchange is evidence for or against.

The evidence does not depend on the adapter that reads the exchange.
"""

import re
from collections.abc import Iterator
from typing import Final

from conformance.judge import arguments
from conformance.judge.schemas import fits, validator
from toolwire.client.openapi_schemas import json_schema
from toolwire.client.subschemas import is_recursive, within
from toolwire.model import (
    CustomTool,
    Image,
    Json,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolDefinition,
    ToolResult,
    own_tools,
)
from toolwire.wire.exact_json import Number

_OUTSIDE_ASCII: Final = re.compile("[^\x00-\x7f]")
_DOUBLE: Final = 2**53
_LARGE: Final = 20_000
"""The minimum number of characters in a large result, as in the scenario ``result-large``."""
_LONG: Final = 24
"""The minimum number of rounds in a long history, as in ``history-long``."""
_MANY: Final = 64
"""The minimum number of tools for the capability ``many-tools``, as in ``define-many-tools``."""


def capabilities(request: Request | None, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield each capability that an answered exchange is evidence for (True) or against (False).

    Some capabilities, such as text with calls, never get evidence against them, because a model need not use them.
    """
    yield from _of_calls(answer)
    yield from _of_end(answer)
    if request is not None:
        yield from _of_choice(request, answer)
        yield from _of_results(request)
        yield from _of_history(request)
        yield from _of_tools(request)
        yield from _of_strict_tools(request, answer)


def _of_end(answer: Response) -> Iterator[tuple[str, bool]]:
    is_cut = any(not call.complete for call in answer.calls)
    if answer.finish.reason == "length" and is_cut:
        yield "cut-calls", True
    elif answer.finish.reason in ("length", "content_filter", "refusal", "pause") and not answer.calls:
        yield "early-ends", True


def _of_calls(answer: Response) -> Iterator[tuple[str, bool]]:
    calls = [call for call in answer.calls if call.complete]
    if not calls:
        return
    yield ("single-call", True) if len(calls) == 1 else ("parallel-calls", True)
    if any(isinstance(part, Text) and part.text for part in answer.parts):
        yield "text-with-calls", True
    values = [value for call in calls if isinstance(value := arguments.value(call.arguments.text), dict)]
    if {} in values:
        yield "no-argument-calls", True
    if any(isinstance(inner, dict | list) and inner for value in values for inner in value.values()):
        yield "nested-arguments", True
    if any(_OUTSIDE_ASCII.search(text) for value in values for text in _texts(value)):
        yield "unicode-arguments", True
    if any(isinstance(leaf, int) and abs(leaf) > _DOUBLE and leaf % 2 for value in values for leaf in _leaves(value)):
        yield "exact-numbers", True


def _of_choice(request: Request, answer: Response) -> Iterator[tuple[str, bool]]:
    choice, called = request.tool_choice, [call.name for call in answer.calls]
    if not any(isinstance(tool, ToolDefinition) for tool in own_tools(request.tools)):
        return
    if answer.finish.reason in ("length", "interrupted", "malformed", "error", "content_filter"):
        return
    match choice.mode if choice else "auto":
        case "auto" if not called:
            yield "choice-auto", True
        case "required":
            yield "choice-required", bool(called)
        case "named" if choice is not None:
            yield "choice-named", bool(called) and set(called) <= set(choice.names)
        case "none":
            yield "choice-none", not called
        case "allowed" if choice is not None and choice.must_call:
            yield "choice-subset", bool(called) and set(called) <= set(choice.names)
    if request.parallel_tool_calls is False and called:
        yield "parallel-off", len(called) == 1


def _of_results(request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that the provider shows by accepting the results in the history."""
    rounds = [
        [part for part in message.parts if isinstance(part, ToolResult)]
        for message in request.messages
        if any(isinstance(part, ToolResult) for part in message.parts)
    ]
    calling = sum(any(isinstance(part, ToolCall) for part in message.parts) for message in request.messages)
    if rounds:
        number = sum(map(len, rounds))
        yield ("results", True) if number == 1 else ("parallel-results", True) if calling == 1 else ("results", True)
        if calling > 1:
            yield "sequential-steps", True
        if any(result.is_error for results in rounds for result in results):
            yield "error-results", True


def _of_history(request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the other capabilities that the provider shows by accepting the history."""
    offered = {tool.name for tool in own_tools(request.tools)}
    called: list[str | None] = []
    rounds = 0
    for message in request.messages:
        calls = [part for part in message.parts if isinstance(part, ToolCall)]
        rounds += bool(calls)
        if calls and any(isinstance(part, Reasoning) for part in message.parts):
            yield "reasoning-with-calls", True
        if offered and any(call.name not in offered for call in calls):
            yield "unknown-tools", True
        called = [call.id for call in calls] or called
        answered = [part.call_id for part in message.parts if isinstance(part, ToolResult)]
        if None not in answered and set(answered) == set(called) and answered != called:
            yield "results-in-any-order", True
        yield from (shown for part in message.parts if isinstance(part, ToolResult) for shown in _of_result(part))
    if rounds >= _LONG:
        yield "long-history", True


def _of_result(result: ToolResult) -> Iterator[tuple[str, bool]]:
    text = "".join(part.text for part in result.parts if isinstance(part, Text))
    if any(isinstance(part, Image) for part in result.parts):
        yield "image-results", True
    elif not text:
        yield "empty-results", True
    if isinstance(arguments.value(text), dict | list) and text.lstrip()[:1] in ("{", "["):
        yield "json-results", True
    if len(text) >= _LARGE:
        yield "large-results", True


def _of_tools(request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that the provider shows by accepting the tool definitions."""
    functions = [tool for tool in own_tools(request.tools) if isinstance(tool, ToolDefinition)]
    if len(request.tools) >= _MANY:
        yield "many-tools", True
    if functions and any(isinstance(tool, ProviderTool) for tool in request.tools):
        yield "server-tools", True
    if any(isinstance(tool, CustomTool) for tool in request.tools):
        yield "custom-tools", True
    for tool in functions:
        schema = json_schema(tool)
        if _OUTSIDE_ASCII.search(tool.description or ""):
            yield "unicode-definitions", True
        if not (isinstance(schema, dict) and schema.get("properties")):
            yield "tools-without-parameters", True
            continue
        yield from _of_schema(schema)


def _of_strict_tools(request: Request, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield, for each call of a strict tool, evidence for strict mode (True) or against it (False).

    The evidence is whether the arguments fit the schema. A provider may accept strict mode and then ignore it, so
    acceptance is no evidence.
    """
    strict = {
        tool.name: json_schema(tool)
        for tool in own_tools(request.tools)
        if isinstance(tool, ToolDefinition) and tool.strict
    }
    for call in answer.calls:
        if call.complete and call.name in strict:
            try:
                by = validator(strict[call.name])
            except ValueError:  # the user's schema is none
                continue
            yield "strict-tools", fits(by, arguments.value(call.arguments.text))


def _of_schema(schema: dict[str, Json]) -> Iterator[tuple[str, bool]]:
    subschemas = list(within(schema))
    objects = [subschema for subschema in subschemas if isinstance(subschema.get("properties"), dict)]
    if len(objects) > 1:
        yield "nested-schemas", True
    if any("enum" in subschema or _takes_null(subschema) for subschema in subschemas):
        yield "enums-and-null", True
    if any("$ref" in subschema for subschema in subschemas):
        yield ("recursive-schemas" if is_recursive(schema) else "schema-references"), True
    if any(_OUTSIDE_ASCII.search(name) for subschema in objects for name in subschema["properties"]):
        yield "unicode-parameter-names", True


def _takes_null(schema: dict[str, Json]) -> bool:
    kinds = schema.get("type")
    return kinds == "null" or (isinstance(kinds, list) and "null" in kinds)


def _leaves(value: Json) -> Iterator[Json]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
    elif isinstance(value, int | str | Number) and not isinstance(value, bool):
        yield value


def _texts(value: Json) -> Iterator[str]:
    return (leaf for leaf in _leaves(value) if isinstance(leaf, str))
