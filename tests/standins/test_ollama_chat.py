import json
import re
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall
from conformance.standins.ollama_chat import answer
from conformance.standins.script import as_doubles, expected_error
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

USER = {"role": "user", "content": "Weather in Oslo?"}
CALL = {"function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}
FUNCTION = {"name": "get_weather", "description": "Weather.", "parameters": {"type": "object", "properties": {}}}
WEATHER = {"type": "function", "function": FUNCTION}
TURN = Turn.usual(
    text="I will look that up, <now>.",
    calls=(
        TurnCall(name="transfer", arguments='{"account": 9007199254740993, "amount": 1250.10, "note": "ør 寿司 & 🍸"}'),
        TurnCall(name="ping", arguments="{}"),
    ),
)


def ask(turn: Turn = TURN, seed: str = "seed", **fields: Any) -> Answer:
    body = {"model": "qwen3:8b", "messages": [USER], "tools": [WEATHER], "stream": False, **fields}
    return send(json.dumps({key: value for key, value in body.items() if value is not ...}).encode(), turn, seed)


def send(body: bytes, turn: Turn = TURN, seed: str = "seed") -> Answer:
    return answer(WireRequest(url="http://127.0.0.1:11434/api/chat", body=body), turn, Ids(seed))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


def lines(answered: Answer) -> list[dict[str, Any]]:
    return [exact_json.loads(line) for line in data(answered).splitlines()]


def refusal(answered: Answer) -> str:
    assert answered.status == 400
    body = json.loads(data(answered))
    assert list(body) == ["error"]
    assert answered.expected == expected_error(400, body["error"])
    return str(body["error"])


def content(answered: Answer) -> tuple[str, list[tuple[str, str, str]]]:
    messages = [line["message"] for line in lines(answered)]
    calls = [call for message in messages for call in message.get("tool_calls", ())]
    assert [call["function"]["index"] for call in calls] == list(range(len(calls)))
    return "".join(message["content"] for message in messages), [
        (call["id"], call["function"]["name"], exact_json.dumps(call["function"]["arguments"])) for call in calls
    ]


def unfit(found: str, place: str, name: str) -> str:
    return f"json: cannot unmarshal {found} into Go struct field ChatRequest.{place} of type {name}"


def function(**fields: Any) -> list[Any]:
    return [{"type": "function", "function": FUNCTION | fields}]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no-model": ({"model": ...}, "model is required"),
    "empty-model": ({"model": ""}, "model is required"),
    "model-number": ({"model": 1}, unfit("number", "model", "string")),
    "model-without-tools": ({"model": "gemma3:4b"}, "registry.ollama.ai/library/gemma3:4b does not support tools"),
    "other-model-without-tools": (
        {"model": "llama2"},
        "registry.ollama.ai/library/llama2:latest does not support tools",
    ),
    "messages-text": ({"messages": "Hello"}, unfit("string", "messages", "[]api.Message")),
    "message-text": ({"messages": ["Hello"]}, unfit("string", "messages", "api.Message")),
    "content-list": (
        {"messages": [USER | {"content": [{"type": "text", "text": "x"}]}]},
        unfit("array", "messages.content", "string"),
    ),
    "content-object": (
        {"messages": [USER | {"content": {"text": "x"}}]},
        unfit("object", "messages.content", "string"),
    ),
    "role-number": ({"messages": [USER | {"role": 1}]}, unfit("number", "messages.role", "string")),
    "calls-object": ({"messages": [{"tool_calls": CALL}]}, unfit("object", "messages.tool_calls", "[]api.ToolCall")),
    "arguments-text": (
        {"messages": [{"tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}]},
        unfit("string", "messages.tool_calls.function.arguments", "api.ToolCallFunctionArguments"),
    ),
    "tools-object": ({"tools": WEATHER}, unfit("object", "tools", "api.Tools")),
    "name-number": ({"tools": function(name=1)}, unfit("number", "tools.function.name", "string")),
    "parameters-list": (
        {"tools": function(parameters=[])},
        unfit("array", "tools.function.parameters", "api.ToolFunctionParameters"),
    ),
    "required-text": (
        {"tools": function(parameters={"type": "object", "required": "city"})},
        unfit("string", "tools.function.parameters.required", "[]string"),
    ),
    "stream-text": ({"stream": "true"}, unfit("string", "stream", "bool")),
}

ACCEPTED: dict[str, dict[str, Any]] = {
    "usual": {},
    "no-tools": {"tools": ...},
    "empty-values": {"tools": [], "format": "", "keep_alive": None, "options": {}},
    "tools-null": {"tools": None, "model": "gemma3:4b"},
    "tool-flat-too": {"tools": [{"type": "function", "name": "f", "function": {"name": "f"}}]},
    "any-name": {"tools": [{"function": {"name": "any name at all!"}}]},
    "type-list": {
        "tools": function(parameters={"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "$defs": {}})
    },
    "required": {"tool_choice": "required"},
    "choice-function": {"tool_choice": {"type": "function", "function": {"name": "nobody"}}},
    "unknown-fields": {"parallel_tool_calls": False, "unheard": [1]},
    "no-messages": {"messages": []},
    "result-without-id": {
        "messages": [{"role": "assistant", "tool_calls": [CALL]}, {"role": "tool", "content": "rain"}]
    },
    "result-id-null": {"messages": [{"role": "tool", "tool_call_id": None, "content": "rain"}, USER]},
    "content-null": {
        "messages": [USER, {"role": "assistant", "content": None, "tool_calls": [CALL | {"type": "function"}]}]
    },
    "result-of-nothing": {
        "messages": [{"role": "tool", "tool_name": "f", "tool_call_id": "call_none", "content": "rain"}]
    },
    "user-twice": {"messages": [USER, USER, {"role": "Assistant", "content": "Hello"}]},
}


@pytest.mark.parametrize(("fields", "words"), REFUSED.values(), ids=REFUSED)
def test_is_refused(fields: dict[str, Any], words: str) -> None:
    assert refusal(ask(**fields)) == words


@pytest.mark.parametrize("fields", ACCEPTED.values(), ids=ACCEPTED)
def test_is_not_refused(fields: dict[str, Any]) -> None:
    assert ask(**fields).status == 200


def test_refuses_an_empty_body() -> None:
    assert refusal(send(b"")) == "missing request body"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="no-json"),
        pytest.param(b"\xff", id="no-utf-8"),
        pytest.param(b"[" * 300, id="nested-too-deep"),
    ],
)
def test_refuses_what_is_not_json(body: bytes) -> None:
    assert refusal(send(body)).startswith("invalid JSON: ")


def test_refuses_what_is_no_object() -> None:
    assert refusal(send(b"[]")) == "json: cannot unmarshal array into Go value of type api.ChatRequest"


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_same_seed_same_bytes(stream: bool) -> None:
    assert ask(stream=stream) == ask(stream=stream)
    assert data(ask(stream=stream)) != data(ask(stream=stream, seed="other"))


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(TURN, id="text-and-calls"),
        pytest.param(Turn.usual(text=TURN.text), id="text"),
        pytest.param(Turn.usual(calls=TURN.calls), id="calls"),
        pytest.param(Turn(), id="empty"),
    ],
)
def test_answers_by_its_script_and_expects_it(turn: Turn, stream: bool) -> None:
    answered = ask(turn, stream=stream)
    assert answered.expected is not None
    calls = [(call.id, call.name, call.arguments) for call in answered.expected.calls]
    assert content(answered) == (turn.text, calls) == (answered.expected.text, calls)
    assert all(re.fullmatch("call_[a-z0-9]{8}", str(call_id)) for call_id, _, _ in calls)
    assert [exact_json.loads(text) for _, _, text in calls] == [
        as_doubles(exact_json.loads(call.arguments)) for call in turn.calls
    ]
    assert answered.expected.finish == ("tool_calls" if turn.calls else "stop")


def test_streams_where_nothing_is_asked_about_it() -> None:
    answered = ask(stream=...)
    assert answered.headers == {"content-type": "application/x-ndjson"}
    assert ask().headers == {"content-type": "application/json; charset=utf-8"}


def test_sends_each_call_in_a_line_of_its_own() -> None:
    streamed = lines(ask(stream=True))
    assert [len(line["message"].get("tool_calls", ())) for line in streamed[-3:]] == [1, 1, 0]
    assert [line["done"] for line in streamed] == [False] * (len(streamed) - 1) + [True]
    assert [line["message"]["content"] for line in streamed[-3:]] == ["", "", ""]
    assert streamed[-1]["done_reason"] == "stop"


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_numbers_are_doubles_and_escapes_as_go_does(stream: bool) -> None:
    body = data(ask(stream=stream))
    assert b'{"account":9007199254740992,"amount":1250.1,' in body
    assert b" \\u0026 " in body
    assert not re.search(b"[<>&]", body)


def test_times_agree() -> None:
    answered = ask(stream=True)
    streamed = lines(answered)
    assert [chunk.at for chunk in answered.chunks] == sorted({chunk.at for chunk in answered.chunks})
    stamps = [line["created_at"] for line in streamed]
    assert all(re.fullmatch(r"2026-11-0\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", stamp) for stamp in stamps)
    last = streamed[-1]
    assert last["total_duration"] // 1_000_000 == answered.chunks[-1].at
    assert last["total_duration"] > last["load_duration"] + last["prompt_eval_duration"] + last["eval_duration"] - 3e6
