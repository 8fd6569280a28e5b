import json
import re
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall
from conformance.standins.cohere_v2 import answer
from conformance.standins.script import expected_error
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import WireRequest

USER = {"role": "user", "content": "Weather in Oslo?"}
CALL = {"id": "ping_1", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
ASKED = {"role": "assistant", "tool_plan": "I will ping.", "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "ping_1", "content": "sunny"}
FUNCTION = {"name": "get_weather", "description": "Weather.", "parameters": {"type": "object", "properties": {}}}
WEATHER = {"type": "function", "function": FUNCTION}
BIG = '{"account": 9007199254740993, "amount": 1250.10, "note": "ør 寿司 & 🍸"}'
TURN = Turn.usual(
    text="I will look that up, <now>.",
    calls=(TurnCall(name="transfer", arguments=BIG), TurnCall(name="ping", arguments="{}")),
)


def ask(turn: Turn = TURN, seed: str = "seed", **fields: Any) -> Answer:
    body = {"model": "command-a-03-2025", "messages": [USER], "tools": [WEATHER], "stream": False, **fields}
    return send(json.dumps({key: value for key, value in body.items() if value is not ...}).encode(), turn, seed)


def send(body: bytes, turn: Turn = TURN, seed: str = "seed") -> Answer:
    return answer(WireRequest(url="https://api.cohere.com/v2/chat", body=body), turn, Ids(seed))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


def events(answered: Answer) -> list[Any]:
    """Return the events of a stream without ``[DONE]``, after a check that each event's name is its type."""
    found, unfinished = sse.decode(data(answered))
    assert unfinished is None
    assert found[-1] == sse.SseEvent(b"[DONE]")
    read = [exact_json.loads(event.data) for event in found[:-1]]
    assert [event.event for event in found[:-1]] == [event["type"] for event in read]
    return read


def message(answered: Answer, stream: bool) -> dict[str, Any]:
    """Return the message. If the answer is streamed, assemble the message from its events."""
    if not stream:
        return exact_json.loads(data(answered))["message"]  # type: ignore[no-any-return]
    joined: dict[str, Any] = {"role": "assistant"}
    calls: list[Any] = []
    for event in events(answered):
        delta = event.get("delta", {}).get("message", {})
        match event["type"]:
            case "tool-plan-delta":
                joined["tool_plan"] = joined.get("tool_plan", "") + delta["tool_plan"]
            case "content-start":
                joined["content"] = [delta["content"]]
            case "content-delta":
                joined["content"][0]["text"] += delta["content"]["text"]
            case "citation-start":
                joined["citations"] = [delta["citations"]]
            case "tool-call-start":
                assert event["index"] == len(calls)
                calls.append(delta["tool_calls"])
            case "tool-call-delta":
                calls[event["index"]]["function"]["arguments"] += delta["tool_calls"]["function"]["arguments"]
    return joined | ({"tool_calls": calls} if calls else {})


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no-model": ({"model": ...}, "model is missing"),
    "empty-model": ({"model": ""}, "model is missing"),
    "no-messages": ({"messages": ...}, "messages is missing or empty"),
    "empty-messages": ({"messages": []}, "messages is missing or empty"),
    "message-text": ({"messages": ["Hello"]}, "messages[0].role is not in system, user, assistant, tool"),
    "role-developer": (
        {"messages": [USER | {"role": "developer"}]},
        "messages[0].role is not in system, user, assistant, tool",
    ),
    "result-without-content": (
        {"messages": [USER, ASKED, RESULT | {"content": None}]},
        "messages[2].content is missing",
    ),
    "calls-object": ({"messages": [USER, ASKED | {"tool_calls": CALL}]}, "messages[1].tool_calls is not an array"),
    "arguments-object": (
        {"messages": [USER, ASKED | {"tool_calls": [CALL | {"function": {"name": "ping", "arguments": {}}}]}]},
        "messages[1].tool_calls[0].function.arguments is not a string",
    ),
    "tools-object": ({"tools": WEATHER}, "tools is not an array"),
    "tool-flat": ({"tools": [FUNCTION]}, "tools[0].function.name is missing"),
    "no-parameters": ({"tools": [{"function": {"name": "f"}}]}, "tools[0].function.parameters is missing"),
    "choice-auto": ({"tool_choice": "AUTO"}, "tool_choice is not in REQUIRED, NONE"),
    "choice-lower-case": ({"tool_choice": "required"}, "tool_choice is not in REQUIRED, NONE"),
    "required-without-tools": ({"tool_choice": "REQUIRED", "tools": ...}, "tool_choice REQUIRED needs tools"),
}

ACCEPTED: dict[str, dict[str, Any]] = {
    "usual": {},
    "no-tools": {"tools": ...},
    "tools-null": {"tools": None, "tool_choice": "NONE"},
    "required": {"tool_choice": "REQUIRED"},
    "choice-null": {"tool_choice": None, "strict_tools": True, "temperature": 0.3},
    "system-and-result": {"messages": [{"role": "system", "content": "x"}, USER, ASKED, RESULT]},
    "empty-text": {"messages": [USER, ASKED | {"content": [{"type": "text", "text": ""}]}, RESULT]},
    "no-result": {"messages": [USER, ASKED]},
}

QUOTED: dict[str, tuple[dict[str, Any], int, str]] = {
    "result-without-call": (
        {"messages": [USER, RESULT]},
        400,
        "invalid tool message at messages[1]: tool call id 'ping_1' not found in previous tool calls",
    ),
    "result-without-id": (
        {"messages": [USER, ASKED, {"role": "tool", "content": "x"}]},
        400,
        "invalid tool message at messages[2]: tool_call_id is a required field",
    ),
    "function-strict": (
        {"tools": [{"type": "function", "function": FUNCTION | {"strict": True}}]},
        422,
        "unknown field: parameter 'strict' is not a valid field. "
        "For proper usage, please refer to https://docs.cohere.com/reference/chat",
    ),
}


@pytest.mark.parametrize(("fields", "status", "words"), QUOTED.values(), ids=QUOTED)
def test_is_refused_as_quoted(fields: dict[str, Any], status: int, words: str) -> None:
    answered = ask(**fields)
    assert (answered.status, json.loads(data(answered))["message"]) == (status, words)


@pytest.mark.parametrize(("fields", "words"), REFUSED.values(), ids=REFUSED)
def test_is_refused(fields: dict[str, Any], words: str) -> None:
    answered = ask(**fields)
    assert (answered.status, answered.expected) == (400, expected_error(400, f"invalid request: {words}"))
    body = json.loads(data(answered))
    assert list(body) == ["id", "message"]
    assert body["message"] == f"invalid request: {words}"


@pytest.mark.parametrize("fields", ACCEPTED.values(), ids=ACCEPTED)
@pytest.mark.parametrize("turn", [pytest.param(TURN, id="calls"), pytest.param(Turn.usual(text="Hi."), id="text")])
def test_is_not_refused(fields: dict[str, Any], turn: Turn) -> None:
    assert ask(turn, **fields).status == 200


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="no-json"),
        pytest.param(b"\xff", id="no-utf-8"),
        pytest.param(b"[" * 300, id="nested-too-deep"),
        pytest.param(b"[]", id="list"),
    ],
)
def test_refuses_what_is_no_json_object(body: bytes) -> None:
    assert send(body).status == 400


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
    assert answered.headers == {"content-type": "text/event-stream" if stream else "application/json"}
    reply, expected = message(answered, stream), answered.expected
    calls = reply.get("tool_calls", ())
    assert [(call["id"], call["function"]["name"]) for call in calls] == [(c.id, c.name) for c in expected.calls]
    assert [exact_json.loads(call["function"]["arguments"] or "{}") for call in calls] == [
        exact_json.loads(call.arguments) for call in turn.calls
    ]
    assert all(re.fullmatch(rf"{call.name}_[a-z0-9]{{12}}", str(call.id)) for call in expected.calls)
    if turn.calls:
        assert reply["tool_plan"] == (turn.text or "I will use transfer and ping to answer.")
        assert "content" not in reply
        assert (expected.text, expected.finish) == ("", "tool_calls")
    else:
        assert reply == {"role": "assistant", "content": [{"type": "text", "text": turn.text}]}
        assert (expected.text, expected.finish) == (turn.text, "stop")


def test_prints_arguments_without_blanks_and_streams_them_as_they_are() -> None:
    plain, streamed = (message(ask(stream=stream), stream)["tool_calls"] for stream in (False, True))
    assert [call["function"]["arguments"] for call in plain] == [BIG.replace('": ', '":').replace(', "', ',"'), "{}"]
    assert [call["function"]["arguments"] for call in streamed] == [BIG, ""]


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize(("content", "output"), [
    pytest.param("sunny", {"content": "sunny"}, id="text"),
    pytest.param('{"roll": 1}', {"roll": "1"}, id="json"),
    pytest.param([{"type": "text", "text": "sunny"}], {"content": "sunny"}, id="text-block"),
    pytest.param([{"type": "document", "document": {"data": {"output": "sunny"}}}], {"output": "sunny"}, id="document"),
    pytest.param([], {"content": ""}, id="nothing"),
])  # fmt: skip
def test_a_text_after_results_cites_the_last(content: Any, output: Any, stream: bool) -> None:
    messages = [USER, ASKED, RESULT | {"content": content}]
    (cited,) = message(ask(Turn.usual(text="It is sunny."), messages=messages, stream=stream), stream)["citations"]
    source = {"type": "tool", "id": "ping_1:0", "tool_output": output}
    assert cited == {"start": 6, "end": 11, "text": "sunny", "sources": [source], "type": "TEXT_CONTENT"}


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_ends_with_a_reason_and_counts(stream: bool) -> None:
    for turn, word in ((TURN, "TOOL_CALL"), (Turn.usual(text="Hi."), "COMPLETE")):
        answered = ask(turn, stream=stream)
        end = events(answered)[-1]["delta"] if stream else exact_json.loads(data(answered))
        assert end["finish_reason"] == word
        assert end["usage"]["tokens"]["input_tokens"] > end["usage"]["billed_units"]["input_tokens"] > 0
        start = events(answered)[0] if stream else end
        assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", start["id"])
