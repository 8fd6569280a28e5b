"""The capabilities that one exchange shows: facts that hold or not, whoever reads them."""

import re
from collections.abc import Iterator
from typing import Final

from conformance.judge import arguments
from toolwire.model import Json, Request, Response, Text, ToolCall, ToolDefinition, ToolResult
from toolwire.wire.exact_json import Number

_OUTSIDE_ASCII: Final = re.compile("[^\x00-\x7f]")
_DOUBLE: Final = 2**53


def capabilities(request: Request | None, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield each capability for which an answered exchange is evidence; True if the exchange bears it out.

    A capability that shows only in one way (a call with text beside it was seen, or was not) is never reported as
    broken: a model need not do it.
    """
    yield from _of_calls(answer)
    if request is not None:
        yield from _of_choice(request, answer)
        yield from _of_results(request)


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
    if not any(isinstance(tool, ToolDefinition) for tool in request.tools):
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


def _of_results(request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that histories show which the provider accepted."""
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


def _leaves(value: Json) -> Iterator[Json]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
    elif isinstance(value, int | str | Number) and not isinstance(value, bool):
        yield value


def _texts(value: Json) -> Iterator[str]:
    return (leaf for leaf in _leaves(value) if isinstance(leaf, str))
