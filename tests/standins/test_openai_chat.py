"""Tests of the stand-in for OpenAI Chat Completions."""

import json
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall, openai_chat
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

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def tool(**function: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "look", "parameters": SCHEMA} | function}


USER = {"role": "user", "content": "Hi"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "ok"}


def request(**body: Any) -> dict[str, Any]:
    return {"model": "gpt-4.1-mini", "messages": [USER], "tools": [tool()]} | body


def ask(body: Any, turn: Turn = TEXT, seed: str = "seed") -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return openai_chat.answer(WireRequest(url="http://127.0.0.1/v1/chat/completions", body=data), turn, Ids(seed))


def text(answer: Answer) -> str:
    return b"".join(chunk.data for chunk in answer.chunks).decode()


def chunks(answer: Answer) -> list[dict[str, Any]]:
    events, cut = sse.decode(text(answer).encode())
    assert cut is None
    assert events[-1].data == "[DONE]"
    return [json.loads(event.data) for event in events[:-1]]


def joined(answer: Answer) -> tuple[str, list[tuple[str, str, str]], str]:
    """Return the text, the calls and the finish reason of a stream."""
    content, finish = "", ""
    calls: dict[int, list[str]] = {}
    for chunk in chunks(answer):
        for choice in chunk["choices"]:
            content += choice["delta"].get("content") or ""
            finish = choice["finish_reason"] or finish
            for call in choice["delta"].get("tool_calls", ()):
                known = calls.setdefault(call["index"], ["", "", ""])
                known[0] += call.get("id", "")
                known[1] += call["function"].get("name", "")
                known[2] += call["function"]["arguments"]
    return content, [(call_id, two, three) for call_id, two, three in calls.values()], finish


def refusal(body: Any) -> dict[str, Any]:
    answer = ask(body)
    assert answer.status == 400
    assert answer.headers["content-type"] == "application/json"
    error = json.loads(text(answer))["error"]
    assert list(error) == ["message", "type", "param", "code"]
    assert error["type"] == "invalid_request_error"
    assert answer.expected == expected_error(400, error["message"], error["type"], error["code"])
    return dict(error)


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_the_same_seed_gives_the_same_bytes(turn: Turn, stream: bool) -> None:
    first, second = (ask(request(stream=stream), turn) for _ in range(2))
    assert first == second
    assert ask(request(stream=stream), turn, "other").chunks != first.chunks


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_stream_and_plain_say_the_same(turn: Turn) -> None:
    plain, stream = ask(request(), turn), ask(request(stream=True), turn)
    choice = json.loads(text(plain))["choices"][0]
    calls = [
        (call["id"], call["function"]["name"], call["function"]["arguments"])
        for call in choice["message"].get("tool_calls", ())
    ]
    assert joined(stream) == (choice["message"]["content"] or "", calls, choice["finish_reason"])
    assert (
        plain.expected
        == stream.expected
        == Expected(
            calls=tuple(ExpectedCall(id=call_id, name=name, arguments=arguments) for call_id, name, arguments in calls),
            text=turn.text,
            finish="tool_calls" if calls else "stop",
        )
    )
    assert [call[2] for call in calls] == [call.arguments for call in turn.calls]


def test_a_named_choice_ends_with_stop() -> None:
    named = {"type": "function", "function": {"name": "look"}}
    answer = ask(request(tool_choice=named), SINGLE)
    assert json.loads(text(answer))["choices"][0]["finish_reason"] == "stop"
    assert answer.expected is not None
    assert answer.expected.finish == "tool_calls"
    required = ask(request(tool_choice="required"), SINGLE)
    assert json.loads(text(required))["choices"][0]["finish_reason"] == "tool_calls"


def test_a_plain_body_is_printed_in_lines() -> None:
    body = text(ask(request(), TEXT))
    assert body == json.dumps(json.loads(body), indent=2, ensure_ascii=False) + "\n"


def test_the_first_chunk_of_one_call_holds_it_and_that_of_two_does_not() -> None:
    asked = request(stream=True, stream_options={"include_usage": True})
    single, double = chunks(ask(asked, SINGLE)), chunks(ask(asked, TWO))
    assert list(single[0]["choices"][0]["delta"]) == ["role", "content", "tool_calls", "refusal"]
    assert double[0]["choices"][0]["delta"] == {"role": "assistant", "content": None}
    assert [list(chunk)[-3:] for chunk in (double[0], double[-2], double[-1])] == [
        ["usage", "choices", "obfuscation"],
        ["choices", "usage", "obfuscation"],
        ["choices", "usage", "obfuscation"],
    ]
    assert single[-1]["choices"] == []
    assert all(chunk["usage"] is None for chunk in single[:-1])


def test_obfuscation_fills_a_chunk_up() -> None:
    events, _ = sse.decode(text(ask(request(stream=True), BOTH)).encode())
    assert {len(event.data.encode()) % 16 for event in events[:-1]} == {1}
    bare = ask(request(stream=True, stream_options={"include_obfuscation": False}), BOTH)
    assert not any("obfuscation" in chunk for chunk in chunks(bare))


LONG = "x" * 65

REFUSED = {
    "no-json": (b"{", "We could not parse the JSON body of your request.", None),
    "list": ([], "you must provide a model parameter", None),
    "no-messages": (request(messages=None), "Missing required parameter: 'messages'.", "messages"),
    "messages-object":
    (request(messages={}), "Invalid type for 'messages': expected an array of objects, but got an object instead.",
     "messages"),
    "empty-messages":
    (request(messages=[]), "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an "
     "empty array instead.", "messages"),
    "empty-tools":
    (request(tools=[]), "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty "
     "array instead.", "tools"),
    "too-many-tools":
    (request(tools=[tool()] * 129), "Invalid 'tools': array too long. Expected an array with maximum length 128, but "
     "got an array with length 129 instead.", "tools"),
    "tool-flat": (request(tools=[{"type": "function", "name": "look", "parameters": SCHEMA}]),
     "Missing required parameter: 'tools[0].function'.", "tools[0].function"),
    "tool-without-type":
    (request(tools=[{"name": "look", "input_schema": SCHEMA}]), "Missing required parameter: 'tools[0].type'.",
     "tools[0].type"),
    "tool-type":
    (request(tools=[{"type": "tool"}]), "Invalid value: 'tool'. Supported values are: 'function' and 'custom'.",
     "tools[0].type"),
    "name-dot":
    (request(tools=[tool(name="a.b")]), "Invalid 'tools[0].function.name': string does not match pattern. Expected a "
     "string that matches the pattern '^[a-zA-Z0-9_-]+$'.", "tools[0].function.name"),
    "name-too-long":
    (request(tools=[tool(name=LONG)]), "Invalid 'tools[0].function.name': string too long. Expected a string with "
     "maximum length 64, but got a string with length 65 instead.", "tools[0].function.name"),
    "strict-open":
    (request(tools=[tool(strict=True)]), "Invalid schema for function 'look': In context=(), 'additionalProperties' is "
     "required to be supplied and to be false.", "tools[0].function.parameters"),
    "parameters-array":
    (request(tools=[tool(parameters={"type": "array"})]), "Invalid schema for function 'look': schema must be a JSON "
     "Schema of 'type: \"object\"', got 'type: \"array\"'.", "tools[0].function.parameters"),
    "choice-word":
    (request(tool_choice="any"), "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.",
     "tool_choice"),
    "choice-flat": (request(tool_choice={"type": "function", "name": "look"}),
     "Missing required parameter: 'tool_choice.function'.", "tool_choice.function"),
    "choice-unknown-tool": (request(tool_choice={"type": "function", "function": {"name": "other"}}),
     "Invalid value for 'tool_choice': 'other' is not in the list of tools.", "tool_choice"),
    "allowed-flat": (request(tool_choice={"type": "allowed_tools", "mode": "auto", "tools": []}),
     "Missing required parameter: 'tool_choice.allowed_tools'.", "tool_choice.allowed_tools"),
    "allowed-mode": (request(tool_choice={"type": "allowed_tools", "allowed_tools": {"mode": "any", "tools": []}}),
     "Invalid value: 'any'. Supported values are: 'auto' and 'required'.", "tool_choice.allowed_tools.mode"),
    "allowed-tools-text":
    (request(tool_choice={"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": "look"}}),
     "Invalid type for 'tool_choice.allowed_tools.tools': expected an array of objects, but got a string instead.",
     "tool_choice.allowed_tools.tools"),
    "allowed-unknown-tool": (request(tool_choice={"type": "allowed_tools", "allowed_tools": {
        "mode": "required", "tools": [{"type": "function", "function": {"name": "other"}}]}}),
     "Invalid value for 'tool_choice': 'other' is not in the list of tools.", "tool_choice"),
    "choice-without-tools": (request(tools=None, tool_choice="auto"),
     "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", "tool_choice"),
    "parallel-without-tools":
    (request(tools=None, parallel_tool_calls=True), "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' "
     "is only allowed when 'tools' are specified.", "parallel_tool_calls"),
    "role-model":
    (request(messages=[{"role": "model", "content": "Hi"}]), "Invalid value: 'model'. Supported values are: 'system', "
     "'assistant', 'user', 'function', 'tool', and 'developer'.", "messages[0].role"),
    "no-content": (request(messages=[{"role": "user"}]), "Invalid value for 'content': expected a string, got null.",
     "messages.[0].content"),
    "block-type":
    (request(messages=[{"role": "user", "content": [{"type": "tool_result"}]}]), "Invalid value: 'tool_result'. "
     "Supported values are: 'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'.",
     "messages[0].content[0]"),
    "image-in-result":
    (request(messages=[USER, CALLED, RESULT | {"content": [{"type": "image_url"}]}]), "Invalid 'messages[2]'. Image "
     "URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
     "messages[2]"),
    "no-result":
    (request(messages=[USER, CALLED]), "An assistant message with 'tool_calls' must be followed by tool messages "
     "responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
     "messages"),
    "user-before-result":
    (request(messages=[USER, CALLED, USER, RESULT]), "An assistant message with 'tool_calls' must be followed by tool "
     "messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
     "messages"),
    "result-without-call":
    (request(messages=[USER, RESULT]), "Invalid parameter: messages with role 'tool' must be a response to a "
     "preceeding message with 'tool_calls'.", "messages.[1].role"),
    "result-without-id": (request(messages=[USER, CALLED, {"role": "tool", "content": "ok"}]),
     "Missing required parameter: 'messages[2].tool_call_id'.", "messages[2].tool_call_id"),
    "empty-calls":
    (request(messages=[USER, CALLED | {"content": "So", "tool_calls": []}]), "Invalid 'messages[1].tool_calls': "
     "empty array. Expected an array with minimum length 1, but got an empty array instead.", "messages[1].tool_calls"),
    "too-many-calls":
    (request(messages=[USER, CALLED | {"tool_calls": [CALL] * 129}]), "Invalid 'messages[1].tool_calls': array too "
     "long. Expected an array with maximum length 128, but got an array with length 129 instead.",
     "messages[1].tool_calls"),
    "id-too-long": (request(messages=[USER, CALLED | {"tool_calls": [CALL | {"id": "x" * 41}]}]), "Invalid "
     "'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string "
     "with length 41 instead.", "messages[1].tool_calls[0].id"),
    "arguments-object":
    (request(messages=[USER, CALLED | {"tool_calls": [CALL | {"function": {"name": "look", "arguments": {}}}]}]),
     "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
     "messages[1].tool_calls[0].function.arguments"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "message", "param"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(body: Any, message: str, param: str | None) -> None:
    error = refusal(body)
    assert (error["message"], error["param"]) == (message, param)


ACCEPTED = {
    "no-tools": request(tools=None),
    "none-without-tools": request(tools=None, tool_choice="none"),
    "name-digit": request(tools=[tool(name="0")]),
    "long-description": request(tools=[tool(description="x" * 15_664)]),
    "no-parameters": request(tools=[{"type": "function", "function": {"name": "look"}}]),
    "strict": request(tools=[tool(strict=True, parameters=SCHEMA | {"additionalProperties": False})]),
    "custom-tool": request(tools=[{"type": "custom", "custom": {"name": "look"}}]),
    "history-without-tools": request(tools=None, messages=[USER, CALLED, RESULT]),
    "history-and-user": request(messages=[USER, CALLED, RESULT, USER]),
    "result-name": request(messages=[USER, CALLED, RESULT | {"name": "look"}]),
    "null-keys": request(messages=[USER, CALLED | {"refusal": None, "annotations": [], "audio": None}, RESULT]),
    "content-absent": request(messages=[USER, {"role": "assistant", "tool_calls": [CALL]}, RESULT]),
    "content-empty": request(messages=[USER, CALLED | {"content": ""}, RESULT]),
    "content-no-blocks": request(messages=[USER, CALLED | {"content": []}, RESULT]),
    "result-blocks": request(messages=[USER, CALLED, RESULT | {"content": [{"type": "text", "text": "ok"}]}]),
    "foreign-id": request(messages=[USER, CALLED | {"tool_calls": [CALL | {"id": "functions.add:0"}]},
                      RESULT | {"tool_call_id": "functions.add:0"}]),
    "arguments-no-json":
    request(messages=[USER, CALLED | {"tool_calls": [CALL | {"function": {"name": "look", "arguments": "no JSON"}}]},
                      RESULT]),
    "results-in-another-order": request(messages=[USER, CALLED | {"tool_calls": [CALL, CALL | {"id": "call_2"}]},
                      RESULT | {"tool_call_id": "call_2"}, RESULT]),
    "assistant-last": request(messages=[USER, {"role": "assistant", "content": "So"}]),
    "unknown-field": request(unheard_of=True),
}  # fmt: skip


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_accepted(body: Any) -> None:
    assert ask(body).status == 200
