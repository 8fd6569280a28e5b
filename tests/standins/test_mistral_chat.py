"""Tests of the stand-in for Mistral's chat completions."""

import json
import re
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall
from conformance.standins.mistral_chat import answer
from conformance.standins.script import expected_error
from toolwire.model import Expected, ExpectedCall
from toolwire.wire import sse
from toolwire.wire.exchange import WireRequest

SCHEMA = {"type": "object", "properties": {}}
USER = {"role": "user", "content": "Look."}
ID, OTHER = "abcdefgh1", "abcdefgh2"
SINGLE = Turn.usual(calls=(TurnCall(name="look", arguments='{"at": 1.0}'),))
TWO = Turn.usual(calls=(*SINGLE.calls, TurnCall(name="wait", arguments="{}")))
TEXT = Turn.usual(text="A long sentence, said in several pieces of some words each; ør 寿司.")
BOTH = Turn.usual(text=TEXT.text, calls=TWO.calls)
TURNS = {"one-call": SINGLE, "two-calls": TWO, "text": TEXT, "text-and-call": BOTH}


def tool(**fields: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "look", "parameters": SCHEMA} | fields}


def call(call_id: Any = ID, name: str = "look", arguments: Any = "{}") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def assistant(*calls: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": "", "tool_calls": list(calls)} | fields


def result(call_id: Any = ID) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": "1"}


def request(*more: Any, **fields: Any) -> dict[str, Any]:
    body = {"model": "mistral-small-latest", "messages": [USER, *more], "tools": [tool()]} | fields
    return {key: value for key, value in body.items() if value is not ...}


def ask(body: Any, turn: Turn = SINGLE, seed: str = "seed") -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return answer(WireRequest(url="https://api.mistral.ai/v1/chat/completions", body=data), turn, Ids(seed))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


def chunks(answered: Answer) -> list[dict[str, Any]]:
    *found, done = [event.data for event in sse.decode(data(answered))[0]]
    assert done == "[DONE]"
    return [json.loads(data) for data in found]


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_the_same_seed_gives_the_same_bytes(turn: Turn, stream: bool) -> None:
    first, second = (ask(request(stream=stream), turn) for _ in range(2))
    assert first == second
    assert ask(request(stream=stream), turn, "other").chunks != first.chunks


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_plain_answers(turn: Turn) -> None:
    answered = ask(request(), turn)
    body = json.loads(data(answered))
    assert list(body) == ["id", "created", "model", "usage", "object", "choices"]
    [choice] = body["choices"]
    assert list(choice["message"]) == ["role", "tool_calls", "content"]
    calls = choice["message"]["tool_calls"]
    assert choice["finish_reason"] == ("tool_calls" if turn.calls else "stop")
    assert (calls is None, choice["message"]["content"]) == (not turn.calls, turn.text)
    assert [call["index"] for call in calls or ()] == list(range(len(turn.calls)))
    assert all(re.fullmatch("[a-zA-Z0-9]{9}", call["id"]) for call in calls or ())
    assert re.fullmatch("[0-9a-f]{32}", body["id"])
    assert answered.expected == Expected(
        calls=tuple(
            ExpectedCall(id=made["id"], name=call.name, arguments=call.arguments)
            for made, call in zip(calls or (), turn.calls, strict=True)
        ),
        text=turn.text,
        finish="tool_calls" if turn.calls else "stop",
    )


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_streams_say_the_same(turn: Turn) -> None:
    plain, stream = ask(request(), turn), ask(request(stream=True), turn)
    assert stream.headers == {"content-type": "text/event-stream; charset=utf-8"}
    first, *middle, last = chunks(stream)
    assert first["choices"] == [{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}]
    assert [list(chunk["choices"][0]["delta"]) for chunk in middle] == [["content"]] * len(middle)
    assert "".join(chunk["choices"][0]["delta"]["content"] for chunk in middle) == turn.text
    [choice] = last["choices"]
    message = json.loads(data(plain))["choices"][0]["message"]
    assert choice["delta"] == ({"tool_calls": message["tool_calls"]} if turn.calls else {"content": ""})
    assert choice["finish_reason"] == ("tool_calls" if turn.calls else "stop")
    assert last["usage"] == json.loads(data(plain))["usage"]
    assert [("p" in chunk, "usage" in chunk) for chunk in (first, *middle)] == [(False, False)] + [(True, False)] * len(
        middle
    )
    assert stream.expected == plain.expected


WORD = "Tool call id was X but must be a-z, A-Z, 0-9, with a length of 9."
NAME = "Function name was X but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."
LAST = "Expected last role User or Tool (or Assistant with prefix) for serving but got assistant"
UNEVEN = "Not the same number of function calls and responses"
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "name-dot": (request(tools=[tool(name="a.b")]), NAME.replace("X", "a.b")),
    "name-too-long": (request(tools=[tool(name="x" * 65)]), NAME.replace("X", "x" * 65)),
    "name-empty": (request(tools=[tool(name="")]), NAME.replace("X", "")),
    "schema-type":
    (request(tools=[tool(parameters={"type": 1})]), "Invalid tool schema: 1 is not valid under any of the schemas"),
    "id-length": (request(assistant(call("call_abc")), result("call_abc")), WORD.replace("X", "call_abc")),
    "id-text-null":
    (request(assistant(call("null")), result("null")), "Tool call id has to be defined in serving mode."),
    "id-null": (request(assistant(call(None)), result(None)), "Tool call id has to be defined in serving mode."),
    "result-without-id":
    (request(assistant(call()), {"role": "tool", "content": "1"}), "Unexpected tool call id None in tool results"),
    "call-name": (request(assistant(call(name="a b")), result()), NAME.replace("X", "a b")),
    "no-messages": (request(messages=[]), "Conversation must have at least one message"),
    "call-last": (request(assistant(call())), LAST),
    "assistant-last": (request({"role": "assistant", "content": "Hi."}), LAST),
    "one-of-two-results": (request(assistant(call(), call(OTHER)), result()), UNEVEN),
    "user-instead-of-result": (request(assistant(call()), USER), UNEVEN),
    "call-instead-of-result": (request(assistant(call()), assistant(call(OTHER)), result(OTHER)), UNEVEN),
    "result-of-another":
    (request(assistant(call()), result(OTHER)), f"Unexpected tool call id {OTHER} in tool results"),
    "image-in-result":
    (request(assistant(call()),
             result() | {"content": [{"type": "image_url", "image_url": "data:image/png;base64,AAAA"}]}),
     "Unexpected content chunk types in tool message: ['ImageURLChunk']"),
    "result-twice": (request(assistant(call()), result(), result()), f"Duplicate tool call id {ID} in tool results"),
    "same-id-in-two-turns":
    (request(assistant(call()), result(), assistant(call(OTHER)), result()),
     f"Unexpected tool call id {ID} in tool results"),
}  # fmt: skip
ORDER: dict[str, tuple[dict[str, Any], str]] = {
    "result-without-call": (request(result()), "Unexpected role 'tool' after role 'user'"),
    "result-behind-user": (request(assistant(call()), USER, result()), "Unexpected role 'tool' after role 'user'"),
    "system-behind-call":
    (request(assistant(call()), {"role": "system", "content": "x"}), "Unexpected role 'system' after role 'assistant'"),
    "system-behind-result": (request(assistant(call()), result(), {"role": "system", "content": "x"}),
     "Unexpected role 'system' after role 'tool'"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("body", "message", "kind", "code"),
    [
        *((*refusal, "invalid_request_error", None) for refusal in REFUSED.values()),
        *((*refusal, "invalid_request_message_order", "3230") for refusal in ORDER.values()),
        (
            request(model="mistral-small-latest", prompt_mode="reasoning"),
            "Reasoning prompt mode is not enabled for this model",
            "invalid_request_invalid_args",
            "3051",
        ),
    ],
    ids=[*REFUSED, *ORDER, "prompt-mode"],
)
def test_refusals(body: Any, message: str, kind: str, code: str | None) -> None:
    answered = ask(body)
    assert (answered.status, answered.expected) == (400, expected_error(400, message, kind, code))
    assert answered.headers == {"content-type": "application/json"}
    assert json.loads(data(answered)) == {
        "object": "error", "message": message, "type": kind, "param": None, "code": code,
    }  # fmt: skip


MISSHAPEN: dict[str, tuple[Any, str, list[Any], str]] = {
    "no-json": (b"{", "json_invalid", [0], "JSON decode error"),
    "list": ([], "dict_type", [], "Input should be a valid dictionary"),
    "no-model": (request(model=...), "missing", ["model"], "Field required"),
    "model-number": (request(model=1), "string_type", ["model"], "Input should be a valid string"),
    "no-messages": (request(messages=...), "missing", ["messages"], "Field required"),
    "messages-object": (request(messages={}), "list_type", ["messages"], "Input should be a valid list"),
    "stream-options": (request(stream_options={"include_usage": True}), "extra_forbidden", ["stream_options"],
     "Extra inputs are not permitted"),
    "max-completion-tokens":
    (request(max_completion_tokens=5), "extra_forbidden", ["max_completion_tokens"], "Extra inputs are not permitted"),
    "role-developer": (request({"role": "developer", "content": "x"}), "union_tag_invalid", ["messages", 1],
     "Input tag 'developer' found using 'role' does not match any of the expected tags: 'system', 'user', "
     "'assistant', 'tool'"),
    "role-list": (request({"role": []}), "union_tag_invalid", ["messages", 1],
     "Input tag '[]' found using 'role' does not match any of the expected tags: 'system', 'user', 'assistant', "
     "'tool'"),
    "no-content": (request({"role": "user"}), "missing", ["messages", 1, "user", "content"], "Field required"),
    "content-number":
    (request({"role": "user", "content": 1}), "string_type", ["messages", 1, "user", "content", "str"],
     "Input should be a valid string"),
    "calls-object": (request(assistant(tool_calls={})), "list_type", ["messages", 1, "assistant", "tool_calls"],
     "Input should be a valid list"),
    "no-function":
    (request(assistant({"id": ID}), result()), "missing", ["messages", 1, "assistant", "tool_calls", 0, "function"],
     "Field required"),
    "arguments-list": (request(assistant(call(arguments=[])), result()), "string_type",
     ["messages", 1, "assistant", "tool_calls", 0, "function", "arguments", "str"], "Input should be a valid string"),
    "tools-object": (request(tools={}), "list_type", ["tools"], "Input should be a valid list"),
    "tool-text": (request(tools=["look"]), "dict_type", ["tools", 0], "Input should be a valid dictionary"),
    "tool-flat":
    (request(tools=[{"type": "function", "name": "look"}]), "missing", ["tools", 0, "function"], "Field required"),
    "no-parameters":
    (request(tools=[{"function": {"name": "look"}}]), "missing", ["tools", 0, "function", "parameters"],
     "Field required"),
    "choice-word": (request(tool_choice="sometimes"), "enum", ["tool_choice"],
     "Input should be 'auto', 'none', 'any' or 'required'"),
    "choice-flat": (request(tool_choice={"type": "function", "name": "look"}), "missing", ["tool_choice", "function"],
     "Field required"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "kind", "at", "message"), MISSHAPEN.values(), ids=MISSHAPEN)
def test_wrong_shapes(body: Any, kind: str, at: list[Any], message: str) -> None:
    answered = ask(body)
    assert (answered.status, answered.expected) == (422, expected_error(422, message))
    [problem] = json.loads(data(answered))["detail"]
    assert (problem["type"], problem["loc"], problem["msg"]) == (kind, ["body", *at], message)
    assert "input" in problem


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(request(assistant(call()), result()), id="call"),
        pytest.param(request(assistant(call(arguments={"at": 1})), result()), id="arguments-object"),
        pytest.param(
            request(assistant(call(), call(OTHER)), result(OTHER), result(), USER), id="results-in-another-order"
        ),
        pytest.param(request(assistant(call()), result(), assistant(call()), result()), id="same-id-in-two-turns"),
        pytest.param(request(assistant(call(), content="I look."), result()), id="text-and-call"),
        pytest.param(
            request({"role": "system", "content": "x"}, assistant(call(), content=None), result()), id="content-null"
        ),
        pytest.param(
            request(assistant(call()), result(), {"role": "assistant", "content": "It", "prefix": True}), id="prefix"
        ),
        pytest.param(request(tools=..., tool_choice="any"), id="no-tools"),
        pytest.param(request(tools=None), id="tools-null"),
        pytest.param(
            request(
                tools=[
                    {"type": "document_library", "library_ids": ["a"]},
                    {"function": {"name": "f", "parameters": {}}},
                ]
            ),
            id="document-library",
        ),
        pytest.param(request(tool_choice="required"), id="required"),
        pytest.param(request(tool_choice={"function": {"name": "look"}}), id="choice-without-type"),
        pytest.param(
            request(messages=[{"role": "user", "content": [{"type": "text", "text": "x"}]}]), id="text-blocks"
        ),
    ],
)
def test_what_is_taken(body: Any) -> None:
    assert ask(body).status == 200
