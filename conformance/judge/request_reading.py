"""Checks of what a codec read of a recorded request, against the request that was sent."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from conformance.judge import arguments, wording
from conformance.judge.finding import Effect, Finding
from toolwire.model import (
    Json,
    Message,
    ProviderTool,
    Request,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)


class _Item(NamedTuple):
    """A piece of a conversation: the name of its field, its effect where it is misread, and its value."""

    field: str
    effect: Effect
    value: Json


def misread(asked: Request, read: Request) -> Iterator[Finding]:
    """Yield the differences between the request that was sent and what a codec read of it.

    Compared is what every dialect can say in one way: the texts by role, the calls behind them, the results of a turn
    in any order, the names of tools and the choice. Ids and pairs are compared where the request was written again.
    """
    wanted, found = list(_items(asked.messages)), list(_items(read.messages))
    for due, got in zip(wanted, found, strict=False):
        if due.field != got.field:
            message = f"{due.field}: expected {wording.shown(due.value)}, got {got.field} {wording.shown(got.value)}"
            yield Finding(path="", message=message, effect=due.effect)
            return
        if not arguments.same(due.value, got.value):
            message = f"{due.field}: {wording.expected_got(due.value, got.value)}"
            yield Finding(path="", message=message, effect=due.effect)
    for lost in wanted[len(found) :]:
        message = f"{lost.field}: expected {wording.shown(lost.value)}, got nothing"
        yield Finding(path="", message=message, effect=lost.effect)
    for added in found[len(wanted) :]:
        message = f"{added.field}: expected nothing, got {wording.shown(added.value)}"
        yield Finding(path="", message=message, effect=added.effect)
    names, read_names = _names(asked.tools), _names(read.tools)
    if names != read_names:
        yield Finding(path="", message=f"tool.name: {wording.expected_got(names, read_names)}", effect="tools")
    choice, read_choice = _choice(asked.tool_choice), _choice(read.tool_choice)
    if choice is not None and choice != read_choice:
        found_choice = "nothing" if read_choice is None else wording.shown(read_choice)
        yield Finding(
            path="", message=f"tool_choice: expected {wording.shown(choice)}, got {found_choice}", effect="tools"
        )


def _items(messages: tuple[Message, ...]) -> Iterator[_Item]:
    """Yield the pieces of a conversation; neighbouring texts of a role are one, results stand as their calls do."""
    flat = list(_pieces(messages))
    for field, run in groupby(flat, key=lambda piece: piece.field):
        items = list(run)
        if items[0].effect == "context":
            yield _Item(field, "context", "".join(item.value for item in items))
        else:
            yield from items


def _pieces(messages: tuple[Message, ...]) -> Iterator[_Item]:
    for _, run in groupby(messages, key=lambda message: message.role if not _answers(message) else "results"):
        parts = [(message.role, part) for message in run for part in message.parts]
        results = [_shown(part) for _, part in parts if isinstance(part, ToolResult)]
        yield from (_Item("result", "call", text) for text in sorted(results))
        texts = [(role, part.text) for role, part in parts if isinstance(part, Text) and part.text.strip()]
        yield from (_Item(role, "context", text) for role, text in texts)
        for call in (part for _, part in parts if isinstance(part, ToolCall)):
            yield _Item("call.name", "call", call.name)
            yield _Item("call.arguments", "call", _arguments(call))


def _answers(message: Message) -> bool:
    return any(isinstance(part, ToolResult) for part in message.parts)


def _shown(result: ToolResult) -> str:
    return "".join(part.text for part in result.parts if isinstance(part, Text))


def _arguments(call: ToolCall) -> Json:
    return call.arguments.text if call.arguments.value is None else call.arguments.value


def _names(tools: tuple[Tool, ...]) -> list[str]:
    return sorted(tool.name for tool in tools if not isinstance(tool, ProviderTool))


def _choice(choice: ToolChoice | None) -> Json:
    """The mode and the names; None where the model is free."""
    if choice is None or choice.mode == "auto":
        return None
    return {"mode": choice.mode, "names": sorted(choice.names)} if choice.names else choice.mode
