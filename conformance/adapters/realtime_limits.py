"""Checks that a session of OpenAI's Realtime API can express a task of OpenAI Responses."""

from collections.abc import Iterable, Iterator

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Task
from toolwire.model import Part, Text, Tool, ToolCall, ToolDefinition, ToolResult


def check(task: Task) -> None:
    """Raise ``Unsupported`` if the task cannot be played in a session of texts and calls."""
    for why in _reasons(task):
        raise Unsupported(why)
    check_results(part for message in task.messages for part in message.parts if isinstance(part, ToolResult))


def check_results(results: Iterable[ToolResult]) -> None:
    """Raise ``Unsupported`` if a result is not a text."""
    if any(not isinstance(part, Text) for result in results for part in result.parts):
        raise Unsupported("in the Realtime API, the result of a call can only be a text")


def _reasons(task: Task) -> Iterator[str]:
    if not task.stream:
        yield "answers of the Realtime API are always streamed"
    if task.reasoning:
        yield "the Realtime API shows no reasoning"
    if task.tool_choice is not None and task.tool_choice.mode == "allowed":
        yield "the Realtime API has no tool choice that allows only some of the tools"
    if not all(map(_is_plain, task.tools)):
        yield "the Realtime API has only functions, which are never strict, loaded on demand or called by programs"
    if not all(map(_is_text, (part for message in task.messages for part in message.parts))):
        yield "a Realtime session without sound has only texts, calls and results"


def _is_plain(tool: Tool) -> bool:
    return isinstance(tool, ToolDefinition) and not (tool.strict or tool.deferred or tool.callers)


def _is_text(part: Part) -> bool:
    return isinstance(part, Text | ToolResult) or (isinstance(part, ToolCall) and part.kind == "function")
