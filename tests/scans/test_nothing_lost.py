"""Tests that the recorded requests of documented cassettes have everything that the scenario's client asks for.

Claims list the values that a dialect cannot express. If an SDK loses any other value, this loss must not become the
expected request.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from conformance.data import cassettes_folder
from conformance.judge import arguments
from conformance.judge.equal import normalised
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.conversation import following, opening
from conformance.scenarios import load
from conformance.suite.cases import cassettes
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import CustomTool, Image, Message, Request, Text, Tool, ToolCall, ToolDefinition, ToolResult
from toolwire.providers import owner, wire_format
from toolwire.providers.equal import Schema, SchemaNull, SchemaTypes
from toolwire.wire import exact_json
from toolwire.wire.spelling import spelled

ALL = {name: Cassette(name.under(cassettes_folder())) for name in cassettes()}
DOCUMENTED = {name: cassette for name, cassette in ALL.items() if cassette.origin == "documented"}
TYPES = {kind: (kind.upper(),) for kind in ("string", "number", "integer", "boolean", "array", "object")}
EQUAL = (
    SchemaTypes(at="", why="", types=TYPES),
    SchemaNull(at="", why="", key="nullable"),
    Schema(at="", why="", annotations=("$schema", "title")),
)


def losses(client: Request, sent: Request, dialect_name: str) -> Iterator[str]:
    """Yield the parts of the client's request that the sent request lacks."""
    yield from tool_losses(client.tools, sent.tools, dialect_name)
    expresses = wire_format(owner(dialect_name), dialect_name).expresses
    if client.tool_choice and client.tool_choice.mode != "auto" and sent.tool_choice is None:
        yield f"choice {client.tool_choice.mode}"
    elif client.tool_choice and sent.tool_choice:
        for key in ("mode", "names", "must_call"):
            if getattr(client.tool_choice, key) != getattr(sent.tool_choice, key):
                yield f"choice: {key} is {getattr(sent.tool_choice, key)!r}"
    if client.parallel_tool_calls is False and sent.parallel_tool_calls is not False and expresses.one_call:
        yield "one call alone"
    has, expected = spoken_parts(sent, dialect_name), spoken_parts(client, dialect_name)
    yield from (f"{number} of {what!r}" for what, number in (expected - has).items())


def tool_losses(client: tuple[Tool, ...], sent: tuple[Tool, ...], dialect_name: str) -> Iterator[str]:
    expresses = wire_format(owner(dialect_name), dialect_name).expresses
    named = {tool.name: tool for tool in sent}
    for tool in client:
        recorded = named.get(tool.name)
        if recorded is None or type(recorded) is not type(tool):
            yield f"tool {tool.name}"
        elif isinstance(tool, ToolDefinition | CustomTool):
            assert isinstance(recorded, ToolDefinition | CustomTool)
            if tool.description != recorded.description:
                yield f"{tool.name}: description {recorded.description!r}"
            if isinstance(tool, ToolDefinition) and isinstance(recorded, ToolDefinition):
                if schema(tool.parameters) != schema(recorded.parameters):
                    yield f"{tool.name}: parameters {exact_json.dumps(recorded.parameters)}"
                if tool.strict and not recorded.strict and expresses.strict != "none":
                    yield f"{tool.name}: strict"


def schema(parameters: Any) -> Any:
    """Return a schema in the common spelling, or None if it requires nothing."""
    held = normalised(deepcopy(parameters), EQUAL)
    return None if held in (None, {}, {"type": "object"}) else spelled(held)


def spoken_parts(request: Request, dialect_name: str) -> Counter[Any]:
    """Return the count of each part: texts by role, calls, and results with the calls that they answer."""
    claims = wire_format(owner(dialect_name), dialect_name)
    found: Counter[Any] = Counter()
    calls = [call for message in request.messages for call in message.parts if isinstance(call, ToolCall)]
    names, called = {call.id: call.name for call in calls}, {call.name for call in calls}
    for message in request.messages:
        if text := "".join(part.text for part in message.parts if isinstance(part, Text)):
            found[message.role, text] += 1
        for part in message.parts:
            match part:
                case ToolCall():
                    found["call", part.name, value(part)] += 1
                case ToolResult():
                    fails = bool(part.is_error) and "result.is_error" in claims.mapping.request
                    name = part.name or names.get(part.call_id)
                    found["result", name if name in called else None, result_text(part), fails] += 1
        found["images"] += sum(isinstance(part, Image) for part in images(message))
    return found


def images(message: Message) -> Iterator[Any]:
    for part in message.parts:
        yield part
        if isinstance(part, ToolResult):
            yield from part.parts


def value(call: ToolCall) -> Any:
    held = arguments.value(call.arguments.text)
    return spelled(held) if isinstance(held, dict) else call.arguments.text


def result_text(result: ToolResult) -> str:
    return "".join(part.text for part in result.parts if isinstance(part, Text))


@pytest.mark.parametrize("name", DOCUMENTED, ids=str)
def test_a_recorded_request_loses_nothing(name: CassetteName) -> None:
    cassette = DOCUMENTED[name]
    scenario = load(name.scenario)
    form = wire_format(name.provider, name.dialect)
    request = opening(scenario, "m", form, stream=name.mode == "stream")
    for turn, exchange in enumerate(cassette.exchanges):
        sent = dialect(name.dialect).read_request(exchange.request)
        assert [*losses(request, sent, name.dialect)] == []
        request = following(scenario, request, read_answer(dialect(name.dialect), exchange.response), turn)
