"""Smaller variants of a generated scenario.

Each variant lacks a part of the scenario, or has a plainer value than the scenario.
"""

from collections.abc import Iterator
from typing import Any, Final, TypeGuard, TypeVar

import msgspec

from conformance.scenarios.scenario import (
    Reply,
    Scenario,
    ScriptedBlock,
    ScriptedCall,
    ScriptedText,
    ScriptedThought,
    ScriptedTurn,
    usual_limit,
)
from toolwire.model import Json, Message, Text, Tool, ToolCall, ToolDefinition, ToolResult
from toolwire.wire import exact_json

T = TypeVar("T")
_PLAIN: Final = "a"
"""The plain text that replaces any other text."""
_ASKS: Final = frozenset(("enum", "const", "pattern", "examples"))
"""Keywords of schemas that may refuse a different text. A text is not replaced if its schema has such a keyword."""


def smaller(scenario: Scenario) -> tuple[Scenario, ...]:
    """Return all variants of a scenario in which a single part is left out or made simpler.

    The variants with the largest changes come first. The order is always the same.
    """
    steps = (_fewer_turns, _fewer_tools, _usual, _plainer, _usually_limited)
    return tuple(other for step in steps for other in step(scenario))


def _fewer_turns(scenario: Scenario) -> Iterator[Scenario]:
    """Yield variants in which a turn, a call, another block or an earlier message is left out.

    Together with a turn or a call, its results are left out.
    """
    script, replies = scenario.script, scenario.replies
    for place in range(len(replies)):
        kept = _without(script, place)
        yield _replaced(scenario, script=kept, replies=_without(replies, place), expect=scenario.expect[1:])
    for place, turn in enumerate(script):
        for index, block in enumerate(turn.blocks):
            fewer = _with(script, place, _blocks(turn, _left(turn.blocks, index)))
            if not isinstance(block, ScriptedCall):
                if _may_go(turn, index):
                    yield _replaced(scenario, script=fewer)
            elif len(turn.calls) > 1:
                number = sum(isinstance(before, ScriptedCall) for before in turn.blocks[:index])
                answered = _with(replies, place, _without(replies[place], number)) if place < len(replies) else replies
                yield _replaced(scenario, script=fewer, replies=answered)
    for opening in _fewer_messages(scenario.opening):
        yield _replaced(scenario, opening=opening)


def _fewer_messages(opening: tuple[Message, ...]) -> Iterator[tuple[Message, ...]]:
    """Yield the opening without its messages that have calls or results, if it has any. Then yield each opening that
    lacks a single other message.

    The last message, and the messages next to a message with calls or results, are never left out alone.
    """
    called = {place for place, message in enumerate(opening) if _has_calls(message)}
    if called:
        yield tuple(message for message in opening if not _has_calls(message))
    for place in range(len(opening) - 1):
        if not called & {place - 1, place, place + 1}:
            yield _without(opening, place)


def _has_calls(message: Message) -> bool:
    """Return whether a message has calls or their results."""
    return any(isinstance(part, ToolCall | ToolResult) for part in message.parts)


def _may_go(turn: ScriptedTurn, index: int) -> bool:
    """Return whether the block at ``index``, which is not a call, can be left out.

    Reasoning at the start of a turn cannot be left out. If a turn has only a single block that is not reasoning, this
    block cannot be left out either.
    """
    if isinstance(turn.blocks[index], ScriptedThought):
        return index > 0
    return len(_without_thoughts(turn)) > 1


def _left(blocks: tuple[ScriptedBlock, ...], index: int) -> tuple[ScriptedBlock, ...]:
    """Return the blocks without the block at ``index``.

    If this leaves two blocks of reasoning next to each other, or reasoning at the end, a block of reasoning is left
    out, too.
    """
    left = _without(blocks, index)
    thoughts = [isinstance(block, ScriptedThought) for block in left[index - 1 : index + 1]] if index else []
    if not thoughts or not all(thoughts):
        return left
    return _without(left, index if index == 1 and len(thoughts) > 1 else index - 1)


def _usual(scenario: Scenario) -> Iterator[Scenario]:
    """Yield variants without an option of the scenario, variants in which a turn ends normally instead of early, and
    variants with blocks or results in the usual order.
    """
    if scenario.reasoning:
        script = tuple(_blocks(turn, _without_thoughts(turn)) for turn in scenario.script)
        yield _replaced(scenario, script=script, reasoning=False)
    if scenario.parallel_tool_calls is not None:
        yield _replaced(scenario, parallel_tool_calls=None)
    if scenario.beside:
        yield _replaced(scenario, beside=())
    if scenario.last_result_first:
        yield _replaced(scenario, last_result_first=False)
    for place, turn in enumerate(scenario.script):
        thoughts = tuple(block for block in turn.blocks[:1] if isinstance(block, ScriptedThought))
        usual = sorted(_without_thoughts(turn), key=lambda block: isinstance(block, ScriptedCall))
        if turn.early:
            whole = ScriptedTurn(turn.blocks)
            yield _replaced(scenario, script=_with(scenario.script, place, whole))
        ordered = _blocks(turn, (*thoughts, *usual))
        if ordered != turn:
            yield _replaced(scenario, script=_with(scenario.script, place, ordered))


def _usually_limited(scenario: Scenario) -> Iterator[Scenario]:
    """Yield the scenario with the usual limit of output tokens, if its limit is different or missing."""
    usual = usual_limit(reasoning=scenario.reasoning)
    if scenario.max_output_tokens != usual:
        yield _replaced(scenario, max_output_tokens=usual)


def _blocks(turn: ScriptedTurn, blocks: tuple[ScriptedBlock, ...]) -> ScriptedTurn:
    return msgspec.structs.replace(turn, blocks=blocks)


def _without_thoughts(turn: ScriptedTurn) -> tuple[ScriptedBlock, ...]:
    return tuple(block for block in turn.blocks if not isinstance(block, ScriptedThought))


def _fewer_tools(scenario: Scenario) -> Iterator[Scenario]:
    """Yield variants without unused tools, without a parameter and its values, or without the tool choice ``auto``.

    A tool is unused if no turn calls it, and if the tool choice does not name it.
    """
    called = {call.tool for turn in scenario.script for call in turn.calls}
    chosen = scenario.tool_choice.names if scenario.tool_choice else ()
    idle = [place for place, tool in enumerate(scenario.tools) if tool.name not in (*called, *chosen)]
    if len(idle) > 2 and len(idle) < len(scenario.tools):
        yield _replaced(scenario, tools=tuple(tool for tool in scenario.tools if tool.name in (*called, *chosen)))
    if len(scenario.tools) > 1:
        yield from (_replaced(scenario, tools=_without(scenario.tools, place)) for place in idle)
    for place, tool in enumerate(scenario.tools):
        if isinstance(tool, ToolDefinition) and tool.parameters:
            for name in tool.parameters.get("properties", {}):
                yield _without_parameter(scenario, place, tool, name)
    if scenario.tool_choice is not None and scenario.tool_choice.mode == "auto":
        yield _replaced(scenario, tool_choice=None)


def _without_parameter(scenario: Scenario, place: int, tool: ToolDefinition, name: str) -> Scenario:
    """Return the scenario without a parameter of a tool, and without its value in each call of the tool."""
    schema = dict(tool.parameters or {})
    schema["properties"] = {key: value for key, value in schema["properties"].items() if key != name}
    required = [key for key in schema.pop("required", ()) if key != name]
    parameters = schema | ({"required": required} if required else {})
    tools = _with(scenario.tools, place, msgspec.structs.replace(tool, parameters=parameters))

    def without(call: ScriptedCall) -> ScriptedCall:
        value = exact_json.loads(call.arguments)
        if call.tool != tool.name or not isinstance(value, dict) or name not in value:
            return call
        return _called(call, {key: item for key, item in value.items() if key != name})

    return _replaced(scenario, tools=tools, script=tuple(turn.with_calls(without) for turn in scenario.script))


def _plainer(scenario: Scenario) -> Iterator[Scenario]:
    """Yield variants in which a text or a value is shorter or plainer."""
    for place, message in enumerate(scenario.opening):
        for text in _shorter_prose(_text(message)):
            plainer = msgspec.structs.replace(message, parts=(Text(text=text),))
            yield _replaced(scenario, opening=_with(scenario.opening, place, plainer))
    for place, tool in enumerate(scenario.tools):
        if isinstance(tool, ToolDefinition):
            for text in _shorter(tool.description or ""):
                described: Tool = msgspec.structs.replace(tool, description=text)
                yield _replaced(scenario, tools=_with(scenario.tools, place, described))
    for place, turn in enumerate(scenario.script):
        for index, block in enumerate(turn.blocks):
            for plainer_block in _plainer_blocks(block, scenario.tools):
                played = _blocks(turn, _with(turn.blocks, index, plainer_block))
                yield _replaced(scenario, script=_with(scenario.script, place, played))
    for place, replies in enumerate(scenario.replies):
        for number, reply in enumerate(replies):
            for plainer_reply in _plainer_replies(reply):
                yield _replaced(scenario, replies=_with(scenario.replies, place, _with(replies, number, plainer_reply)))


def _plainer_blocks(block: ScriptedBlock, tools: tuple[Tool, ...]) -> Iterator[ScriptedBlock]:
    match block:
        case ScriptedText() | ScriptedThought():
            yield from (msgspec.structs.replace(block, text=text) for text in _shorter_prose(block.text))
        case ScriptedCall():
            schemas = (tool.parameters or {} for tool in tools if _is_called(tool, block))
            yield from _plainer_calls(block, next(schemas, {}).get("properties", {}))


def _is_called(tool: Tool, call: ScriptedCall) -> TypeGuard[ToolDefinition]:
    return isinstance(tool, ToolDefinition) and tool.name == call.tool


def _plainer_calls(call: ScriptedCall, schemas: dict[str, Any]) -> Iterator[ScriptedCall]:
    """Yield variants of a call in which a single value is plainer. The tool's schema accepts the plainer value."""
    value = exact_json.loads(call.arguments)
    for key, schema in schemas.items():
        for plainer in _plainer_values(value[key], schema) if key in value else ():
            yield _called(call, value | {key: plainer})


def _plainer_values(value: Json, schema: dict[str, Any]) -> tuple[Json, ...]:
    match value:
        case str() if not _ASKS & schema.keys():
            return _shorter(value)
        case [_, *_]:
            return ([],)
        case dict() if value and schema.get("type") == "object" and "required" not in schema:
            return ({},)
    return ()


def _plainer_replies(reply: Reply) -> Iterator[Reply]:
    if reply.then is not None:
        yield msgspec.structs.replace(reply, then=None)
        yield from (msgspec.structs.replace(reply, then=text) for text in _shorter_prose(reply.then))
    yield from (msgspec.structs.replace(reply, text=text) for text in _shorter(reply.text))
    if reply.is_error:
        yield msgspec.structs.replace(reply, is_error=False)


def _shorter(text: str) -> tuple[str, ...]:
    """Return ``_PLAIN`` and both halves of ``text``. Return () if ``text`` has fewer than two characters."""
    if len(text) < 2:
        return ()
    half = len(text) // 2
    return _PLAIN, text[:half], text[half:]


def _shorter_prose(text: str) -> tuple[str, ...]:
    """Return the texts of ``_shorter`` that are not blank. Providers refuse blank messages."""
    return tuple(shorter for shorter in _shorter(text) if shorter.strip())


def _text(message: Message) -> str:
    return "".join(part.text for part in message.parts if isinstance(part, Text))


def _called(call: ScriptedCall, value: Json) -> ScriptedCall:
    return msgspec.structs.replace(call, arguments=exact_json.dumps(value))


def _replaced(scenario: Scenario, **changes: Any) -> Scenario:
    script = changes.get("script", scenario.script)
    called = {call.tool for turn in script for call in turn.calls}
    unknown = tuple(tool for tool in scenario.not_offered if tool in called)
    return msgspec.structs.replace(scenario, **changes, not_offered=unknown, exercised_by=len(script))


def _without(items: tuple[T, ...], place: int) -> tuple[T, ...]:
    return items[:place] + items[place + 1 :]


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
