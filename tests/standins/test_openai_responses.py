"""Tests of the stand-in for OpenAI Responses."""

import json
import re
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall, TurnCompaction, Unplayable, openai_responses, seal
from conformance.standins.script import expected_error
from toolwire.model import Expected, ExpectedCall
from toolwire.wire import sse
from toolwire.wire.exchange import WireRequest

CITY = '{"city": "Köln 🍸", "population": 9007199254740993, "area": 405.20}'
SINGLE = Turn.usual(calls=(TurnCall(name="look", arguments=CITY),))
TWO = Turn.usual(calls=(TurnCall(name="look", arguments=CITY), TurnCall(name="ping", arguments="{}")))
BOTH = Turn.usual(text="Let me see, naïvely.", calls=SINGLE.calls)
TEXT = Turn.usual(text="Hello, wörld!")
TURNS = {"one-call": SINGLE, "two-calls": TWO, "text-and-call": BOTH, "text": TEXT}

STRING = {"type": "string"}
SCHEMA = {"type": "object", "properties": {"city": STRING, "unit": STRING}, "required": ["city"]}
CLOSED = SCHEMA | {"additionalProperties": False}
EMPTY = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
TOOL = {"type": "function", "name": "look", "description": None, "parameters": SCHEMA, "strict": False}
USER = {"role": "user", "content": "Hi"}
CALL = {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "ok"}
SEALED = seal.signed("", Ids("a"), "", 64)
REASONING = {"type": "reasoning", "id": "rs_1", "summary": []}


def request(**body: Any) -> dict[str, Any]:
    return {"model": "gpt-4.1-mini", "input": [USER], "tools": [TOOL], "store": False} | body


def ask(body: Any, turn: Turn = TEXT, seed: str = "seed") -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return openai_responses.answer(WireRequest(url="http://127.0.0.1/v1/responses", body=data), turn, Ids(seed))


def text(answer: Answer) -> str:
    return b"".join(chunk.data for chunk in answer.chunks).decode()


def response(answer: Answer) -> dict[str, Any]:
    return dict(json.loads(text(answer)))


def events(answer: Answer) -> list[dict[str, Any]]:
    found, cut = sse.decode(text(answer).encode())
    values = [json.loads(event.data) for event in found]
    assert cut is None
    assert [event.event for event in found] == [value["type"] for value in values]
    assert [value["sequence_number"] for value in values] == list(range(len(values)))
    assert all(list(value)[1:] == sorted(list(value)[1:]) for value in values)
    return values


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_the_same_seed_gives_the_same_bytes(turn: Turn, stream: bool) -> None:
    first, second = (ask(request(stream=stream), turn) for _ in range(2))
    assert first == second
    assert ask(request(stream=stream), turn, "other").chunks != first.chunks


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_stream_and_plain_say_the_same(turn: Turn) -> None:
    plain, stream = ask(request(), turn), ask(request(stream=True), turn)
    whole, streamed = response(plain), events(stream)
    assert streamed[-1]["response"] == {key: value for key, value in whole.items() if key != "billing"}
    assert [event["item"] for event in streamed if event["type"] == "response.output_item.done"] == whole["output"]
    calls = [item for item in whole["output"] if item["type"] == "function_call"]
    assert (
        plain.expected
        == stream.expected
        == Expected(
            calls=tuple(
                ExpectedCall(id=call["call_id"], name=call["name"], arguments=call["arguments"]) for call in calls
            ),
            text=turn.text,
            finish="tool_calls" if calls else "stop",
        )
    )
    assert [call["arguments"] for call in calls] == [call.arguments for call in turn.calls]


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_the_deltas_of_an_item_make_its_text(turn: Turn) -> None:
    streamed = events(ask(request(stream=True), turn))
    for index, item in enumerate(streamed[-1]["response"]["output"]):
        pieces = [event for event in streamed if event["type"].endswith(".delta") and event["output_index"] == index]
        expected = item["arguments"] if item["type"] == "function_call" else item["content"][0]["text"]
        assert "".join(event["delta"] for event in pieces) == expected
        assert {event["item_id"] for event in pieces} == {item["id"]}
        assert all((len(event["delta"]) + len(event["obfuscation"])) % 16 == 0 for event in pieces)


def test_the_events_of_text_and_a_call() -> None:
    kinds = [event["type"].removeprefix("response.") for event in events(ask(request(stream=True), BOTH))]
    assert [kind for n, kind in enumerate(kinds) if kind != kinds[n - 1]] == [
        "created", "in_progress",
        "output_item.added", "content_part.added", "output_text.delta", "output_text.done", "content_part.done",
        "output_item.done",
        "output_item.added", "function_call_arguments.delta", "function_call_arguments.done", "output_item.done",
        "completed",
    ]  # fmt: skip


def test_obfuscation_can_be_left_out() -> None:
    streamed = events(ask(request(stream=True, stream_options={"include_obfuscation": False}), BOTH))
    assert not any("obfuscation" in event for event in streamed)


def test_ids_have_the_vendors_shape() -> None:
    whole = response(ask(request(), TWO))
    call = whole["output"][0]
    prefix = whole["id"].removeprefix("resp_")[:18]
    assert re.fullmatch(r"resp_[0-9a-f]{50}", whole["id"])
    assert re.fullmatch(rf"fc_{prefix}[0-9a-f]{{32}}", call["id"])
    assert re.fullmatch(r"call_[A-Za-z0-9]{24}", call["call_id"])


def test_a_plain_body_is_printed_in_lines_of_ascii() -> None:
    body = text(ask(request(), TEXT))
    assert body == json.dumps(json.loads(body), indent=2)


def test_settings_are_echoed() -> None:
    choice = {"type": "function", "name": "look"}
    whole = response(ask(request(tool_choice=choice, max_output_tokens=64, instructions="Look.", metadata={"a": "b"})))
    assert whole["tool_choice"] == choice
    assert whole["tools"] == [TOOL | {"output_schema": None}]
    assert (whole["max_output_tokens"], whole["instructions"], whole["metadata"]) == (64, "Look.", {"a": "b"})
    assert (whole["store"], whole["parallel_tool_calls"]) == (False, True)


def test_a_tool_without_strict_is_made_strict() -> None:
    bare = {key: value for key, value in TOOL.items() if key != "strict"}
    shown = response(ask(request(tools=[bare])))["tools"][0]
    assert shown["strict"] is True
    assert shown["parameters"] == CLOSED | {"required": ["city", "unit"]}


def test_a_nested_function_beside_a_name_is_dropped() -> None:
    nested = {"type": "function", "name": "look", "function": {"name": "look", "parameters": SCHEMA}}
    shown = response(ask(request(tools=[nested])))["tools"][0]
    assert shown == {
        "type": "function", "description": None, "name": "look", "output_schema": None, "parameters": EMPTY,
        "strict": True,
    }  # fmt: skip


REFUSED = {
    "no-json":
    (b"{", "Invalid body: failed to parse JSON value. Please check the value to ensure it is valid JSON. (Common "
     "errors include trailing commas, missing closing brackets, missing quotation marks, etc.)", None),
    "list": ([], "Missing required parameter: 'model'.", "model"),
    "messages":
    (request(messages=[USER]), "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to "
     "'input'. Try again with the new parameter. See the API documentation for more information: "
     "https://platform.openai.com/docs/api-reference/responses/create.", None),
    "limit-too-small":
    (request(max_output_tokens=15), "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, "
     "but got 15 instead.", "max_output_tokens"),
    "no-input":
    (request(input=None), "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be "
     "provided.", "input"),
    "input-object":
    (request(input={}), "Invalid type for 'input': expected one of an array of objects or string, but got an object "
     "instead.", "input"),
    "tools-object":
    (request(tools={}), "Invalid type for 'tools': expected an array of objects, but got an object instead.", "tools"),
    "tool-nested": (request(tools=[{"type": "function", "function": {"name": "look", "parameters": SCHEMA}}]),
     "Missing required parameter: 'tools[0].name'.", "tools[0].name"),
    "tool-without-type":
    (request(tools=[{"name": "look", "input_schema": SCHEMA}]), "Missing required parameter: 'tools[0].type'.",
     "tools[0].type"),
    "name-dot":
    (request(tools=[TOOL | {"name": "a.b"}]), "Invalid 'tools[0].name': string does not match pattern. Expected a "
     "string that matches the pattern '^[a-zA-Z0-9_-]+$'.", "tools[0].name"),
    "name-too-long":
    (request(tools=[TOOL | {"name": "x" * 129}]), "Invalid 'tools[0].name': string too long. Expected a string with "
     "maximum length 128, but got a string with length 129 instead.", "tools[0].name"),
    "strict-not-required":
    (request(tools=[TOOL | {"parameters": CLOSED, "strict": True}]), "Invalid schema for function 'look': In "
     "context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing "
     "'unit'.", "tools[0].parameters"),
    "strict-open":
    (request(tools=[TOOL | {"parameters": EMPTY | {"properties": {"in": SCHEMA}, "required": ["in"]}, "strict": True}]),
     "Invalid schema for function 'look': In context=('properties', 'in'), 'additionalProperties' is required to be "
     "supplied and to be false.", "tools[0].parameters"),
    "choice-word":
    (request(tool_choice="any"), "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.",
     "tool_choice"),
    "choice-nested": (request(tool_choice={"type": "function", "function": {"name": "look"}}),
     "Missing required parameter: 'tool_choice.name'.", "tool_choice.name"),
    "choice-unknown-tool": (request(tool_choice={"type": "function", "name": "other"}),
     "Tool choice 'other' not found in 'tools' parameter.", "tool_choice"),
    "allowed-unknown-tool":
    (request(tool_choice={"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "other"}]}),
     "Tool choice 'other' not found in 'tools' parameter.", "tool_choice"),
    "required-without-tools":
    (request(tools=None, tool_choice="required"), "Tool choice 'required' must be specified with 'tools' parameter.",
     "tool_choice"),
    "role-tool":
    (request(input=[{"role": "tool", "tool_call_id": "call_1", "content": "ok"}]), "Invalid value: 'tool'. Supported "
     "values are: 'assistant', 'system', 'developer', and 'user'.", "input[0]"),
    "openai-chat-calls": (request(input=[USER, {"role": "assistant", "content": None, "tool_calls": []}]),
     "Unknown parameter: 'input[1].tool_calls'.", "input[1].tool_calls"),
    "content-null":
    (request(input=[{"role": "user", "content": None}]), "Invalid type for 'input[0].content': expected one of an "
     "array of objects or string, but got null instead.", "input[0].content"),
    "text-block":
    (request(input=[{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]), "Invalid value: 'text'. Supported "
     "values are: 'input_text', 'input_image', 'output_text', 'refusal', 'input_file', 'computer_screenshot', and "
     "'summary_text'.", "input[0].content[0]"),
    "assistant-input-text": (request(input=[{"role": "assistant", "content": [{"type": "input_text", "text": "Hi"}]}]),
     "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", "input[0].content[0]"),
    "result-without-call":
    (request(input=[USER, OUTPUT]), "No tool call found for function call output with call_id call_1.", "input"),
    "result-before-call":
    (request(input=[USER, OUTPUT, CALL]), "No tool call found for function call output with call_id call_1.", "input"),
    "no-result": (request(input=[USER, CALL]), "No tool output found for function call call_1.", "input"),
    "result-of-another": (request(input=[USER, CALL, OUTPUT | {"call_id": "call_2"}]),
     "No tool call found for function call output with call_id call_2.", "input"),
    "no-result-behind-earlier":
    (request(previous_response_id="resp_1", input=[CALL]), "No tool output found for function call call_1.", "input"),
    "answer-and-conversation":
    (request(previous_response_id="resp_1", conversation="conv_1"), "Mutually exclusive parameters. Ensure you are "
     "only providing one of: 'previous_response_id' or 'conversation'.", None),
    "reasoning-last":
    (request(input=[USER, REASONING]), "Item 'rs_1' of type 'reasoning' was provided without its required following "
     "item.", "input"),
    "reasoning-before-user":
    (request(input=[USER, REASONING, USER]), "Item 'rs_1' of type 'reasoning' was provided without its required "
     "following item.", "input"),
    "item-id":
    (request(input=[USER, CALL | {"id": "call_1"}, OUTPUT]), "Invalid 'input[1].id': 'call_1'. Expected an ID that "
     "begins with 'fc'.", "input[1].id"),
    "call-id-too-long":
    (request(input=[USER, CALL | {"call_id": "x" * 65}]), "Invalid 'input[1].call_id': string too long. Expected a "
     "string with maximum length 64, but got a string with length 65 instead.", "input[1].call_id"),
    "call-id-empty":
    (request(input=[USER, CALL | {"call_id": ""}]), "Invalid 'input[1].call_id': empty string. Expected a string with "
     "minimum length 1, but got an empty string instead.", "input[1].call_id"),
    "arguments-object":
    (request(input=[USER, CALL | {"arguments": {}}, OUTPUT]), "Invalid type for 'input[1].arguments': expected a "
     "string, but got an object instead.", "input[1].arguments"),
    "output-object":
    (request(input=[USER, CALL, OUTPUT | {"output": {"a": 1}}]), "Invalid type for 'input[2].output': expected one of "
     "an array of objects or string, but got an object instead.", "input[2].output"),
    "tool-call-id":
    (request(input=[USER, CALL, {"type": "function_call_output", "tool_call_id": "call_1", "output": "ok"}]),
     "Missing required parameter: 'input[2].call_id'.", "input[2].call_id"),
    "output-block-type":
    (request(input=[USER, CALL, OUTPUT | {"output": [{"type": "text", "text": "ok"}]}]), "Invalid value: 'text'. "
     "Supported values are: 'input_text', 'input_image', and 'input_file'.", "input[2].output[0]"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "message", "param"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(body: Any, message: str, param: str | None) -> None:
    answer = ask(body)
    assert answer.status == 400
    assert answer.headers["content-type"] == "application/json"
    error = response(answer)["error"]
    assert list(error) == ["message", "type", "param", "code"]
    assert answer.expected == expected_error(400, error["message"], error["type"], error["code"])
    assert (error["message"], error["type"], error["param"]) == (message, "invalid_request_error", param)


def test_an_item_of_no_known_type_is_refused() -> None:
    error = response(ask(request(input=[USER, {"type": "function_result", "call_id": "call_1"}])))["error"]
    assert error["message"].startswith("Invalid value: 'function_result'. Supported values are: 'additional_tools', ")
    assert (error["param"], error["code"]) == ("input[1]", "invalid_value")


ACCEPTED = {
    "input-text": request(input="Hi"),
    "empty-input": request(input=[]),
    "empty-tools": request(tools=[]),
    "history-without-tools": request(tools=None, input=[USER, CALL, OUTPUT]),
    "web-search": request(tools=[{"type": "web_search"}], tool_choice={"type": "web_search"}),
    "name-digit": request(tools=[TOOL | {"name": "0"}]),
    "allowed-tools":
    request(tool_choice={"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "look"}]}),
    "developer":
    request(input=[{"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Hi"}]}]),
    "status": request(input=[USER, CALL | {"id": "fc_1", "status": "completed"}, OUTPUT | {"status": "completed"}]),
    "caller": request(input=[USER, CALL | {"namespace": "n", "caller": {"type": "direct"}}, OUTPUT]),
    "parallel": request(input=[USER, CALL, CALL | {"call_id": "call_2"}, OUTPUT, OUTPUT | {"call_id": "call_2"}]),
    "two-rounds": request(input=[USER, CALL, OUTPUT, CALL | {"call_id": "call_2"}, OUTPUT | {"call_id": "call_2"}]),
    "output-blocks":
    request(input=[USER, CALL, OUTPUT | {"output": [{"type": "input_image"}, {"type": "input_file"}]}]),
    "reasoning-and-call": request(input=[USER, REASONING, CALL, OUTPUT]),
    "reasoning-and-text": request(input=[USER, REASONING, {"role": "assistant", "content": "So"}]),
    "reasoning-sealed":
    request(input=[USER, {"type": "reasoning", "summary": [], "encrypted_content": SEALED}, CALL, OUTPUT]),
    "previous-response": request(input=[OUTPUT], previous_response_id="resp_1"),
    "conversation": request(input=[OUTPUT], conversation="conv_1"),
    "item-reference": request(input=[{"type": "item_reference", "id": "fc_1"}, OUTPUT]),
    "tool-search": request(input=[USER, {"type": "tool_search_call", "call_id": "call_1"}, OUTPUT]),
    "phase":
    request(input=[USER, {"role": "assistant", "content": [{"type": "output_text", "text": "So"}], "phase": "x"}]),
    "unknown-field": request(unheard_of=True),
}  # fmt: skip


@pytest.mark.parametrize("given", ["conv_1", {"id": "conv_1"}], ids=["text", "object"])
def test_an_answer_names_its_conversation(given: Any) -> None:
    answer = response(ask(request(input=[OUTPUT], conversation=given)))
    assert answer["conversation"] == {"id": "conv_1"}
    assert "conversation" not in response(ask(request(conversation=None)))


def test_an_answer_in_the_background_is_queued_first() -> None:
    answer = ask(request(background=True, store=True))
    assert answer.pending is not None
    queued, completed = response(answer.pending), response(answer)
    assert (queued["status"], queued["output"], queued["usage"]) == ("queued", [], None)
    assert completed["status"] == "completed"
    assert queued["id"] == completed["id"]
    assert queued["background"] is completed["background"] is True
    assert ask(request()).pending is None


def test_a_stream_in_the_background_begins_as_queued() -> None:
    answer = ask(request(background=True, stream=True))
    begun = [(event["type"], event["response"]["status"]) for event in events(answer)[:3]]
    words = [("created", "queued"), ("queued", "queued"), ("in_progress", "in_progress")]
    assert begun == [(f"response.{word}", status) for word, status in words]
    assert answer.pending is None


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_accepted(body: Any) -> None:
    assert ask(body).status == 200


def test_a_compaction_that_nobody_asked_for() -> None:
    turn = Turn((TurnCompaction("They asked for the time."), *SINGLE.calls))
    asked = request(context_management=[{"type": "compaction"}])
    assert [item["type"] for item in response(ask(asked, turn))["output"]] == ["compaction", "function_call"]
    with pytest.raises(Unplayable, match="the request does not ask for a compaction"):
        ask(request(), turn)
