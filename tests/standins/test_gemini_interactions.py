import json
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Thought, Turn, TurnCall, TurnSearch, TurnText, Unplayable
from conformance.standins.gemini_interactions import answer
from conformance.standins.script import expected_error
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import WireRequest

URL = "https://generativelanguage.googleapis.com/v1beta/interactions"
USER = {"type": "user_input", "content": [{"type": "text", "text": "Weather in Oslo?"}]}
CALL = {"type": "function_call", "id": "a", "name": "ping", "arguments": {}}
RESULT = {"type": "function_result", "call_id": "a", "name": "ping", "result": [{"type": "text", "text": "sunny"}]}
TOOL = {"type": "function", "name": "get_weather", "parameters": {"type": "object"}}
SEARCH = TurnSearch(query="q", title="T", url="https://t.example")
TURN = Turn((Thought("Hm."), SEARCH, TurnText("I look it up."), TurnCall(name="ping", arguments='{"a": "ø"}')))


def ask(turn: Turn = TURN, url: str = URL, **fields: Any) -> Answer:
    body = {"model": "gemini-3-flash-preview", "input": [USER], "tools": [TOOL], **fields}
    sent = json.dumps({key: value for key, value in body.items() if value is not ...}).encode()
    return answer(WireRequest(url=url, body=sent), turn, Ids("seed"))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


REFUSED: dict[str, dict[str, Any]] = {
    "no model": {"model": ...},
    "an unknown model": {"model": "gpt-5"},
    "no input": {"input": ...},
    "an empty input": {"input": []},
    "an unknown step": {"input": [{"type": "message"}]},
    "contents that are text": {"input": [{"type": "user_input", "content": "x"}]},
    "an unknown content": {"input": [{"type": "user_input", "content": [{"type": "input_text"}]}]},
    "arguments as text": {"input": [USER, CALL | {"arguments": "{}"}]},
    "a call without an id": {"input": [USER, {"type": "function_call", "name": "f", "arguments": {}}]},
    "a result without a call": {"input": [USER, CALL, RESULT | {"call_id": None}]},
    "an unknown content of a result": {"input": [USER, CALL, RESULT | {"result": [{"type": "x"}]}]},
    "tools as an object": {"tools": TOOL},
    "an unknown tool": {"tools": [{"type": "custom"}]},
    "a tool without a name": {"tools": [{"type": "function"}]},
    "a choice of another API": {"generation_config": {"tool_choice": "required"}},
    "an unknown path": {"url": "https://generativelanguage.googleapis.com/v1beta/x"},
}


@pytest.mark.parametrize("fields", REFUSED.values(), ids=REFUSED)
def test_is_refused(fields: dict[str, Any]) -> None:
    answered = ask(**fields)
    error = json.loads(data(answered))["error"]
    assert answered.status == 400
    assert answered.expected == expected_error(400, error["message"], None, error["code"])


ACCEPTED: dict[str, dict[str, Any]] = {
    "a text": {"input": "Hi."},
    "contents": {"input": USER["content"]},
    "a history": {"input": [USER, {"type": "thought", "signature": "x"}, CALL, RESULT]},
    "a result as a text": {"input": [USER, CALL, RESULT | {"result": "sunny"}]},
    "no tools": {"tools": ...},
    "a choice": {"generation_config": {"tool_choice": {"allowed_tools": {"mode": "any", "tools": ["get_weather"]}}}},
}


@pytest.mark.parametrize("fields", ACCEPTED.values(), ids=ACCEPTED)
def test_is_not_refused(fields: dict[str, Any]) -> None:
    assert ask(**fields).status == 200


def test_a_plain_answer_has_the_steps_of_the_turn() -> None:
    body = exact_json.loads(data(ask()))
    kinds = ["thought", "google_search_call", "google_search_result", "model_output", "function_call"]
    assert [step["type"] for step in body["steps"]] == kinds
    assert (body["status"], body["object"], body["steps"][-1]["arguments"]) == (
        "requires_action", "interaction", {"a": "ø"},
    )  # fmt: skip
    assert body["id"].startswith("v1_")
    assert exact_json.loads(data(ask(store=False)))["id"] == ""


def test_a_stream_has_the_same_steps() -> None:
    found, unfinished = sse.decode(data(ask(stream=True)))
    assert unfinished is None
    assert found[-1] == sse.SseEvent(b"[DONE]", event="done")
    events = [exact_json.loads(event.data) for event in found[:-1]]
    assert [event.event for event in found[:-1]] == [event["event_type"] for event in events]
    starts = [event["step"]["type"] for event in events if event["event_type"] == "step.start"]
    assert starts == [step["type"] for step in exact_json.loads(data(ask()))["steps"]]
    text = "".join(event["delta"].get("arguments", "") for event in events[-8:] if event["event_type"] == "step.delta")
    assert exact_json.loads(text) == {"a": "ø"}


def test_a_turn_without_a_thought_begins_with_a_signature_all_the_same() -> None:
    first, *_ = exact_json.loads(data(ask(Turn.usual(text="Hi."))))["steps"]
    assert first["type"] == "thought"
    assert "summary" not in first


def test_how_a_turn_ends() -> None:
    cut = ask(Turn((TurnText("Hi."),), "length"))
    assert exact_json.loads(data(cut))["status"] == "incomplete"
    broken, unfinished = sse.decode(data(ask(Turn((TurnText("Hi."),), "error"), stream=True)))
    assert (broken[-1].event, unfinished) == ("error", None)
    with pytest.raises(Unplayable):
        ask(Turn((TurnText("Hi."),), "content_filter"))
    with pytest.raises(Unplayable):
        ask(Turn((TurnCall(name="ping", arguments="{}"),), "length"))


def test_an_answer_in_the_background_is_in_progress_first() -> None:
    answer = ask(background=True)
    assert answer.pending is not None
    begun, whole = json.loads(data(answer.pending)), json.loads(data(answer))
    assert begun == {key: whole[key] for key in ("id", "created", "updated", "object", "model")} | {
        "status": "in_progress"
    }
    assert ask(background=False).pending is ask(background=True, stream=True).pending is None
