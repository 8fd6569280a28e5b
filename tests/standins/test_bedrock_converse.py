import json
import re
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall
from conformance.standins.bedrock_converse import answer
from conformance.standins.script import expected_error
from toolwire.wire import exact_json
from toolwire.wire.aws_event_stream import FrameDecoder
from toolwire.wire.exchange import WireRequest

URL = "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse"
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
USER = {"role": "user", "content": [{"text": "Weather in Oslo?"}]}
WEATHER = {"toolSpec": {"name": "get_weather", "description": "Weather.", "inputSchema": {"json": CITY}}}
TURN = Turn.usual(
    text="I will look that up.",
    calls=(
        TurnCall(name="transfer", arguments='{"account": 9007199254740993, "amount": 1250.10, "note": "ør 寿司 🍸"}'),
        TurnCall(name="ping", arguments="{}"),
    ),
)
KINDS = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata")


def ask(turn: Turn = TURN, seed: str = "seed", *, stream: bool = False, **fields: Any) -> Answer:
    body = {"messages": [USER], "toolConfig": {"tools": [WEATHER]}} | fields
    body = {key: value for key, value in body.items() if value is not ...}
    return send(json.dumps(body).encode(), turn, seed, url=f"{URL}-stream" if stream else URL)


def send(body: bytes, turn: Turn = TURN, seed: str = "seed", url: str = URL) -> Answer:
    return answer(WireRequest(url=url, body=body), turn, Ids(seed))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


def refusal(answered: Answer) -> str:
    assert answered.status == 400
    assert answered.headers["x-amzn-errortype"] == "ValidationException"
    body = json.loads(data(answered))
    assert list(body) == ["message"]
    assert answered.expected == expected_error(400, body["message"], "ValidationException")
    return str(body["message"])


def events(answered: Answer) -> list[tuple[str, dict[str, Any]]]:
    return [(frame.kind, exact_json.loads(frame.payload)) for frame in FrameDecoder().feed(data(answered))]


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def call(call_id: str = "tooluse_1", **fields: Any) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": call_id, "name": "get_weather", "input": {"city": "Oslo"}, **fields}}


def result(call_id: str = "tooluse_1", **fields: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": call_id, "content": [{"text": "rain"}], **fields}}


def test_a_plain_answer() -> None:
    answered = ask()
    body = exact_json.loads(data(answered))
    assert list(body) == ["metrics", "output", "stopReason", "usage"]
    text, first, second = body["output"]["message"]["content"]
    assert text == {"text": "I will look that up."}
    assert list(first["toolUse"]) == ["input", "name", "toolUseId", "type"]
    assert exact_json.dumps(first["toolUse"]["input"]) == (
        '{"account":9007199254740993,"amount":1250.10,"note":"ør 寿司 🍸"}'
    )
    assert second["toolUse"]["input"] == {}
    assert body["stopReason"] == "tool_use"
    assert answered.headers["content-type"] == "application/json"
    assert answered.expected
    for block, expected in zip((first, second), answered.expected.calls, strict=True):
        assert re.fullmatch(r"tooluse_[A-Za-z0-9]{22}", block["toolUse"]["toolUseId"])
        assert (block["toolUse"]["toolUseId"], block["toolUse"]["name"]) == (expected.id, expected.name)
    assert (answered.expected.text, answered.expected.finish) == ("I will look that up.", "tool_calls")
    usage = body["usage"]
    assert usage["inputTokens"] + usage["outputTokens"] == usage["totalTokens"]


def test_a_stream() -> None:
    answered = ask(stream=True)
    assert answered.headers["content-type"] == "application/vnd.amazon.eventstream"
    found = events(answered)
    assert all(kind in KINDS and list(value) == sorted(value) and 2 <= len(value["p"]) <= 60 for kind, value in found)
    assert [kind for kind, _ in (found[0], *found[-2:])] == ["messageStart", "messageStop", "metadata"]
    starts = [value["contentBlockIndex"] for kind, value in found if kind == "contentBlockStart"]
    stops = [value["contentBlockIndex"] for kind, value in found if kind == "contentBlockStop"]
    assert (starts, stops) == ([1, 2], [0, 1, 2])
    deltas = [value for kind, value in found if kind == "contentBlockDelta"]
    assert "".join(value["delta"].get("text", "") for value in deltas) == TURN.text
    first, second = (
        [value["delta"]["toolUse"]["input"] for value in deltas if value["contentBlockIndex"] == n] for n in (1, 2)
    )
    assert first[0] == ""
    assert len(first) > 5
    assert "".join(first) == TURN.calls[0].arguments
    assert second == [""]
    assert [chunk.at for chunk in answered.chunks] == sorted(chunk.at for chunk in answered.chunks)
    assert len(answered.chunks) == len(found)
    assert answered.expected
    assert [call.arguments for call in answered.expected.calls] == [call.arguments for call in TURN.calls]


def test_text_alone_ends_the_turn() -> None:
    answered = ask(Turn.usual(text="Hi."), toolConfig=...)
    body = json.loads(data(answered))
    assert (body["output"]["message"]["content"], body["stopReason"]) == ([{"text": "Hi."}], "end_turn")
    assert answered.expected
    assert (answered.expected.calls, answered.expected.finish) == ((), "stop")


def test_the_same_seed_gives_the_same_bytes() -> None:
    for stream in (False, True):
        assert data(ask(stream=stream)) == data(ask(stream=stream))
        assert data(ask(stream=stream)) != data(ask(seed="other", stream=stream))


SHORT = "Member must have length greater than or equal to 1"
NO_TOOLS = "The toolConfig field must be defined when using toolUse and toolResult content blocks."
MISSING = "Expected toolResult blocks at messages.2.content for the following Ids: {}"
SURPLUS = (
    "The number of toolResult blocks at messages.{}.content exceeds the number of toolUse blocks of previous turn."
)
JSON = "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object"
CALLED = (USER, assistant(call()))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"messages": [*CALLED, USER]}, MISSING.format("tooluse_1"), id="user-instead-of-result"),
        pytest.param({"messages": [*CALLED]}, MISSING.format("tooluse_1"), id="no-result"),
        pytest.param(
            {"messages": [USER, assistant(call("a"), call("b")), user(result("a"))]},
            MISSING.format("b"),
            id="one-of-two-results",
        ),
        pytest.param({"messages": [*CALLED, user(result(), result())]}, SURPLUS.format(2), id="result-twice"),
        pytest.param({"messages": [user(result())]}, SURPLUS.format(0), id="result-without-call"),
        pytest.param({"messages": [*CALLED, user(result())], "toolConfig": ...}, NO_TOOLS, id="no-tools"),
        pytest.param({"messages": [*CALLED, user(result(content=[{"json": [1]}]))]}, JSON, id="json-list"),
        pytest.param(
            {"messages": [*CALLED, user(result(content=[], status="error"))]},
            "The content field at messages.2.content.0.toolResult cannot be empty when status value is error.",
            id="empty-error",
        ),
        pytest.param(
            {"messages": [*CALLED, user(result(status="bad"))]},
            "Member must satisfy enum value set: [success, error]",
            id="unknown-status",
        ),
        pytest.param(
            {"messages": [user({"text": " "})]},
            "The text field in the ContentBlock object at messages.0.content.0 is blank",
            id="blank-text",
        ),
        pytest.param(
            {"messages": [USER, assistant(call(input="{}"))]},
            "messages.1.content.0.toolUse.input is invalid",
            id="input-text",
        ),
        pytest.param(
            {"messages": [USER, assistant(call("a/b"))]},
            "regular expression pattern: [a-zA-Z0-9_.:-]+",
            id="id-pattern",
        ),
        pytest.param(
            {"messages": [USER, assistant(call("a" * 65))]}, "length less than or equal to 64", id="id-too-long"
        ),
        pytest.param(
            {"messages": [USER, assistant(call(name="a b"))]},
            "regular expression pattern: [a-zA-Z0-9_-]+",
            id="name-pattern",
        ),
        pytest.param(
            {"messages": [user(call())]}, "toolUse blocks can only be in messages of the assistant", id="user-call"
        ),
        pytest.param({"messages": [USER, USER]}, "Roles must alternate", id="roles-user-twice"),
        pytest.param({"messages": [assistant({"text": "a"})]}, "Roles must alternate", id="roles-assistant-first"),
        pytest.param({"messages": [{"role": "tool", "content": []}]}, "Roles must alternate", id="role-tool"),
        pytest.param({"messages": [{"role": "user", "content": "a"}]}, "Member must be a list", id="content-text"),
        pytest.param({"messages": ["a"]}, "Member must be an object", id="message-text"),
        pytest.param(
            {"messages": ...}, "'messages' failed to satisfy constraint: Member must be a list", id="no-messages"
        ),
        pytest.param({"system": [{"text": ""}]}, SHORT, id="system-empty"),
        pytest.param({"toolConfig": {"tools": []}}, SHORT, id="tools-empty"),
        pytest.param(
            {"toolConfig": {"tools": [{"toolSpec": {"name": "a"}}]}}, "Member must be an object", id="no-schema"
        ),
        pytest.param(
            {"toolConfig": {"tools": [{"toolSpec": WEATHER["toolSpec"] | {"description": ""}}]}},
            SHORT,
            id="description-empty",
        ),
        pytest.param(
            {"toolConfig": {"tools": [{"toolSpec": WEATHER["toolSpec"] | {"name": "a.b"}}]}},
            "[a-zA-Z0-9_-]+",
            id="tool-name-pattern",
        ),
        pytest.param(
            {"toolConfig": {"tools": [{"toolSpec": {"name": "a", "inputSchema": {"json": {}}}}]}},
            "The type must be object",
            id="no-type",
        ),
        pytest.param(
            {"toolConfig": {"tools": [WEATHER], "toolChoice": {"none": {}}}},
            "Member must have one of auto, any, tool",
            id="choice-none",
        ),
        pytest.param(
            {"toolConfig": {"tools": [WEATHER], "toolChoice": {"tool": {"name": "nothing"}}}},
            "Member must be the name of a tool",
            id="unknown-tool",
        ),
    ],
)
def test_refusals(fields: dict[str, Any], words: str) -> None:
    assert words in refusal(ask(**fields))


def test_refusals_of_what_is_no_request() -> None:
    assert "not valid JSON" in refusal(send(b"{"))
    assert "Member must be an object" in refusal(send(b"[]"))
    assert "names no model" in refusal(send(b"{}", url="https://bedrock-runtime.us-east-1.amazonaws.com/converse"))


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"messages": [*CALLED, user(result(), {"text": "So?"})]}, id="text-behind-result"),
        pytest.param({"messages": [*CALLED, user(result(content=[]))]}, id="empty-result"),
        pytest.param(
            {"messages": [*CALLED, user(result(content=[{"json": {"a": 1}}], status="success"))]}, id="json-result"
        ),
        pytest.param(
            {"messages": [USER, assistant(call(type="server_tool_use"), result(type="x")), USER]}, id="server-tool"
        ),
        pytest.param(
            {"toolConfig": {"tools": [WEATHER, {"systemTool": {"name": "a"}}], "toolChoice": {"any": {}}}},
            id="system-tool-and-any",
        ),
        pytest.param(
            {"toolConfig": {"tools": [WEATHER], "toolChoice": {"tool": {"name": "get_weather"}}}}, id="choice-tool"
        ),
        pytest.param({"system": [{"text": "a"}, {"cachePoint": {"type": "default"}}]}, id="cache-point"),
    ],
)
def test_what_is_accepted(fields: dict[str, Any]) -> None:
    assert ask(**fields).status == 200
