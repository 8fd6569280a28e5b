import json
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall, TurnCompaction, Unplayable
from conformance.standins.anthropic_messages import answer
from conformance.standins.script import expected_error
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import WireRequest

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
CLOSED = CITY | {"additionalProperties": False}
USER = {"role": "user", "content": "Weather in Oslo?"}
WEATHER = {"name": "get_weather", "description": "Weather.", "input_schema": CITY}
TURN = Turn.usual(
    text="I will look that up.",
    calls=(
        TurnCall(name="transfer", arguments='{"account": 9007199254740993, "amount": 1250.10, "note": "ør 寿司 🍸"}'),
        TurnCall(name="ping", arguments="{}"),
    ),
)


def ask(turn: Turn = TURN, seed: str = "seed", version: str = "2026-10-21", **fields: Any) -> Answer:
    body = {"model": "claude-haiku-4-5", "max_tokens": 1024, "messages": [USER], "tools": [WEATHER], **fields}
    body = {key: value for key, value in body.items() if value is not ...}
    return send(json.dumps(body).encode(), turn, seed, version)


def send(body: bytes, turn: Turn = TURN, seed: str = "seed", version: str = "2026-10-21") -> Answer:
    request = WireRequest(
        url="https://api.anthropic.com/v1/messages", body=body, headers={"anthropic-version": version}
    )
    return answer(request, turn, Ids(seed))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


def refusal(answered: Answer) -> str:
    assert answered.status == 400
    body = json.loads(data(answered))
    assert list(body) == ["type", "error", "request_id"]
    assert body["error"]["type"] == "invalid_request_error"
    assert answered.expected == expected_error(400, body["error"]["message"], "invalid_request_error")
    assert body["request_id"] == answered.headers["request-id"]
    return str(body["error"]["message"])


def events(answered: Answer) -> list[dict[str, Any]]:
    found, unfinished = sse.decode(data(answered))
    assert unfinished is None
    values = [exact_json.loads(event.data) for event in found]
    assert [event.event for event in found] == [value["type"] for value in values]
    return values


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def call(call_id: str = "toolu_1", **fields: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": "get_weather", "input": {"city": "Oslo"}, **fields}


def result(call_id: str = "toolu_1", **fields: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": "rain", **fields}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def strict(count: int = 1, properties: int = 1, kind: Any = "string", *, required: bool = True) -> list[Any]:
    names = {f"p{n}": {"type": kind} for n in range(properties)}
    schema = CLOSED | {"properties": names, "required": list(names) if required else []}
    return [{"name": f"t{n}", "input_schema": schema, "strict": True} for n in range(count)]


TOOLS = {
    "name-space": (
        [WEATHER | {"name": "get weather"}],
        "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ),
    "name-too-long": (
        [WEATHER | {"name": "a" * 129}],
        "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ),
    "same-name": ([WEATHER, WEATHER], "tools: Tool names must be unique."),
    "no-schema": ([{"name": "a"}], "tools.0.custom.input_schema: Field required"),
    "no-type": ([{"name": "a", "input_schema": {}}], "tools.0.custom.input_schema.type: Field required"),
    "type-string": (
        [{"name": "a", "input_schema": {"type": "string"}}],
        "tools.0.custom.input_schema.type: Input should be 'object'",
    ),
    "schema-true": (
        [{"name": "a", "input_schema": True}],
        "tools.0.custom.input_schema: Input does not match the expected shape.",
    ),
    "parameters": ([WEATHER | {"parameters": CITY}], "tools.0.custom.parameters: Extra inputs are not permitted"),
    "function-shape": (
        [{"type": "function", "function": {"name": "a", "parameters": CITY}}],
        "tools.0: Input tag 'function' found",
    ),
    "strict-open": ([WEATHER | {"strict": True}], "tools.0.custom: For 'object' type, 'additionalProperties' must be"),
    "too-many-strict": (
        strict(21),
        "Too many strict tools (21). The maximum number of strict tools supported is 20. Try reducing the number of "
        "tools marked as strict.",
    ),
    "too-many-optional": (
        strict(1, 25, required=False),
        "Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. Reduce "
        "the number of optional parameters in your tool schemas (limit: 24).",
    ),
    "too-many-unions": (
        strict(1, 17, ["string", "null"]),
        "Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf). This causes "
        "exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16 parameters "
        "with unions).",
    ),
    "tools-object": ({"a": 1}, "tools: Input should be a valid list"),
    "tool-text": (["a"], "tools.0: Input does not match the expected shape."),
}
CHOICES = {
    "word": ("required", "tool_choice: Input should be an object"),
    "null": (None, "tool_choice: Input should be an object"),
    "function-shape": (
        {"type": "function", "function": {"name": "get_weather"}},
        "tool_choice: Input tag 'function' found using 'type'",
    ),
    "tool-without-name": ({"type": "tool"}, "tool_choice.tool.name: Field required"),
    "unknown-tool": ({"type": "tool", "name": "nothing"}, "tool_choice: Tool 'nothing' not found in provided tools"),
    "none-one-at-a-time": (
        {"type": "none", "disable_parallel_tool_use": True},
        "tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted",
    ),
}
MISSING = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` block "
    "must have a corresponding `tool_result` block in the next message."
)
ORPHAN = (
    "messages.{}: unexpected `tool_use_id` found in `tool_result` blocks: {}. Each `tool_result` block must have a "
    "corresponding `tool_use` block in the previous message."
)
HISTORIES = {
    "user-instead-of-result": ([USER, assistant(call()), USER], MISSING.format("toolu_1")),
    "no-result": ([USER, assistant(call())], MISSING.format("toolu_1")),
    "one-of-two-results": ([USER, assistant(call("a"), call("b")), user(result("a"))], MISSING.format("b")),
    "user-instead-of-two-results": ([USER, assistant(call("a"), call("b")), USER], MISSING.format("a, b")),
    "text-before-result": ([USER, assistant(call()), user(text("Here:"), result())], MISSING.format("toolu_1")),
    "result-without-call": ([user(result())], ORPHAN.format("0.content.0", "toolu_1")),
    "result-of-another": (
        [USER, assistant(call("a")), user(result("a"), result("b"))],
        ORPHAN.format("2.content.1", "b"),
    ),
    "result-a-turn-late": (
        [USER, assistant(call()), user(result()), assistant(text("Rain.")), user(result())],
        ORPHAN.format("4.content.0", "toolu_1"),
    ),
    "result-twice": (
        [USER, assistant(call()), user(result(), result())],
        "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: "
        "toolu_1",
    ),
    "same-id": (
        [USER, assistant(call(), call()), user(result())],
        "messages.1.content.1: `tool_use` ids must be unique",
    ),
    "id-pattern": (
        [USER, assistant(call("functions.x:0")), user(result("functions.x:0"))],
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    "input-text": (
        [USER, assistant(call(input='{"city":"Oslo"}')), user(result())],
        "messages.1.content.0.tool_use.input: Input",
    ),
    "call-more-keys": (
        [USER, assistant(call(parsed=1)), user(result())],
        "messages.1.content.0.tool_use.parsed: Extra inputs are not permitted",
    ),
    "result-block-type": (
        [USER, assistant(call()), user(result(content=[{"type": "input_text"}]))],
        "messages.2.content.0.tool_result.content.0: Input tag 'input_text' found using 'type'",
    ),
    "role-tool": ([USER, assistant(call()), {"role": "tool", "content": "rain"}], 'messages: Unexpected role "tool".'),
    "system-first": ([{"role": "system", "content": "Be brief."}, USER], 'messages: Unexpected role "system".'),
    "openai-calls": (
        [USER, {"role": "assistant", "content": "a", "tool_calls": []}, USER],
        "messages.1.tool_calls: Extra inputs are not permitted",
    ),
    "user-call": ([user(call())], "messages.0.content.0: `tool_use` blocks can only be in `assistant` messages"),
    "assistant-result": (
        [USER, assistant(result())],
        "messages.1.content.0: `tool_result` blocks can only be in `user` messages",
    ),
    "block-type": (
        [user({"type": "input_text", "text": "a"})],
        "messages.0.content.0: Input tag 'input_text' found using 'type'",
    ),
    "empty-text": ([user(text(""))], "messages: text content blocks must be non-empty"),
    "empty-content": ([{"role": "user", "content": ""}], "messages.0: all messages must have non-empty content"),
    "trailing-space": (
        [USER, assistant(text("So "))],
        "messages: final assistant content cannot end with trailing whitespace",
    ),
    "no-messages": ([], "messages: at least one message is required"),
    "messages-text": ("hello", "messages: Input should be a valid list"),
    "message-text": (["hello"], "messages.0: Input does not match the expected shape."),
    "content-number": ([{"role": "user", "content": 1}], "messages.0.content: Input should be a valid list"),
    "no-type": ([user({"text": "a"})], "messages.0.content.0.type: Field required"),
}


@pytest.mark.parametrize(("tools", "words"), TOOLS.values(), ids=TOOLS)
def test_refuses_tools(tools: Any, words: str) -> None:
    assert refusal(ask(tools=tools)).startswith(words)


@pytest.mark.parametrize(("choice", "words"), CHOICES.values(), ids=CHOICES)
def test_refuses_choices(choice: Any, words: str) -> None:
    assert refusal(ask(tool_choice=choice)).startswith(words)


@pytest.mark.parametrize(("messages", "words"), HISTORIES.values(), ids=HISTORIES)
def test_refuses_histories(messages: Any, words: str) -> None:
    assert refusal(ask(messages=messages)).startswith(words)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"model": ...}, "model: Field required", id="no-model"),
        pytest.param({"max_tokens": ...}, "max_tokens: Field required", id="no-limit"),
        pytest.param({"messages": ...}, "messages: Field required", id="no-messages"),
        pytest.param({"max_tokens": 64_001}, "max_tokens: 64001 > 64000", id="limit-too-large"),
        pytest.param({"max_tokens": "1"}, "max_tokens: Input should be a valid integer", id="limit-text"),
        pytest.param(
            {"parallel_tool_calls": False}, "parallel_tool_calls: Extra inputs are not permitted", id="parallel"
        ),
        pytest.param({"temperature": 0}, "temperature: Extra inputs are not permitted", id="temperature"),
        pytest.param({"mcp_servers": []}, "mcp_servers: Extra inputs are not permitted", id="without-the-beta-version"),
        pytest.param(
            {"tools": ..., "tool_choice": {"type": "any"}},
            "tool_choice: tool_choice may only be specified",
            id="choice-without-tools",
        ),
        pytest.param(
            {"thinking": {"type": "enabled", "budget_tokens": 1024}, "tool_choice": {"type": "any"}},
            "Thinking may not be enabled when tool_choice forces tool use.",
            id="thinking-and-choice",
        ),
        pytest.param(
            {
                "thinking": {"type": "enabled", "budget_tokens": 1024},
                "messages": [USER, assistant(call()), user(result())],
            },
            "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When "
            "`thinking` is enabled, a final `assistant` message must start with a thinking block",
            id="thinking-missing",
        ),
        pytest.param(
            {"messages": [USER, assistant({"type": "document"}), USER]},
            "messages.1.content.0: `document` blocks",
            id="assistant-document",
        ),
        pytest.param(
            {"messages": [user(text("a") | {"citations": [{}]})]},
            "messages.0.content.0.text.citations:",
            id="citations",
        ),
    ],
)
def test_refuses_fields(fields: dict[str, Any], words: str) -> None:
    assert refusal(ask(**fields)).startswith(words)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="no-json"),
        pytest.param(b"\xff", id="no-utf-8"),
        pytest.param(b"[]", id="list"),
        pytest.param(b"null", id="null"),
        pytest.param(b'"a"', id="text"),
        pytest.param(b"{}", id="empty"),
        pytest.param(b'{"messages":[[]]}', id="message-list"),
    ],
)
def test_refuses_bodies_that_are_no_request(body: bytes) -> None:
    assert refusal(send(body))


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([USER, assistant(call("a")), assistant(call("b")), user(result("a"), result("b"))], id="merged"),
        pytest.param([USER, USER, assistant(call()), user(result()), user(text("Well?"))], id="neighbours"),
        pytest.param([USER, assistant(call("a"), call("b")), user(result("b"), result("a"))], id="any-order"),
        pytest.param([USER, assistant(call()), user(result(), text("Go on."))], id="text-after-results"),
        pytest.param([USER, assistant(text("I look."), call()), user(result())], id="text-before-call"),
        pytest.param([USER, assistant(call("call_0")), user(result("call_0"))], id="foreign-id"),
        pytest.param(
            [USER, assistant(call()), user(result()), assistant(call()), user(result())], id="same-id-in-two-turns"
        ),
        pytest.param([USER, assistant(call(caller={"type": "direct"})), user(result())], id="caller"),
        pytest.param([USER, assistant(call()), user(result(is_error=True))], id="error"),
        pytest.param([USER, assistant(call()), user({"type": "tool_result", "tool_use_id": "toolu_1"})], id="empty"),
        pytest.param([USER, assistant(call()), user(result(content=[text("r"), {"type": "image"}]))], id="blocks"),
        pytest.param([USER, assistant(text(" ")), USER], id="blank"),
        pytest.param([USER, assistant(text("So"))], id="prefill"),
        pytest.param([assistant(text("Hello.")), USER], id="assistant-first"),
        pytest.param([USER, {"role": "system", "content": "Be brief."}, assistant(text("a")), USER], id="system"),
    ],
)
def test_accepts_histories(messages: Any) -> None:
    assert ask(messages=messages).status == 200
    assert ask(messages=messages, tools=...).status == 200


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"tools": []}, id="no-tools"),
        pytest.param({"tools": ...}, id="tools-absent"),
        pytest.param(
            {"tools": [WEATHER | {"name": "0", "type": "custom", "cache_control": {"type": "ephemeral"}}]},
            id="cache-control",
        ),
        pytest.param({"tools": [{"type": "web_search_20250305", "name": "web_search"}, WEATHER]}, id="server-tool"),
        pytest.param({"tools": strict(20)}, id="twenty-strict"),
        pytest.param({"tools": strict(1, 24, required=False)}, id="most-optional"),
        pytest.param({"tools": strict(1, 16, ["string", "null"])}, id="most-unions"),
        pytest.param({"tool_choice": {"type": "any", "disable_parallel_tool_use": True}}, id="any-one-at-a-time"),
        pytest.param({"tool_choice": {"type": "tool", "name": "get_weather"}}, id="tool"),
        pytest.param({"tool_choice": {"type": "none"}}, id="none"),
        pytest.param(
            {"tool_choice": {"type": "any"}, "thinking": {"type": "adaptive"}}, id="any-with-adaptive-thinking"
        ),
        pytest.param(
            {"thinking": {"type": "adaptive"}, "messages": [USER, assistant(call()), user(result())]},
            id="adaptive-thinking",
        ),
        pytest.param({"temperature": 0, "version": "2023-06-01"}, id="version"),
        pytest.param({"max_tokens": 64_000}, id="limit"),
    ],
)
def test_accepts_fields(fields: dict[str, Any]) -> None:
    assert ask(**fields).status == 200


def test_plain_message() -> None:
    answered = ask()
    body = exact_json.loads(data(answered))
    assert answered.headers["content-type"] == "application/json"
    assert list(body) == [
        "model", "id", "type", "role", "content", "stop_reason", "stop_sequence", "stop_details", "usage"
    ]  # fmt: skip
    assert body["model"] == "claude-haiku-4-5-20251001"
    assert body["stop_reason"] == "tool_use"
    assert [list(block) for block in body["content"]] == [
        ["type", "text"],
        ["type", "id", "name", "input", "caller"],
        ["type", "id", "name", "input", "caller"],
    ]
    assert len(body["id"]) == 28
    assert [len(block["id"]) for block in body["content"][1:]] == [30, 30]
    assert b'"account":9007199254740993,"amount":1250.10' in data(answered)


def test_text_ends_the_turn() -> None:
    assert exact_json.loads(data(ask(Turn.usual(text="Rain."))))["stop_reason"] == "end_turn"
    delta = events(ask(Turn.usual(text="Rain."), stream=True))[-2]["delta"]
    assert delta == {"stop_reason": "end_turn", "stop_sequence": None, "stop_details": None}


def test_stream_framing() -> None:
    answered = ask(stream=True)
    assert answered.headers["content-type"] == "text/event-stream; charset=utf-8"
    kinds = [event["type"] for event in events(answered)]
    assert kinds[:3] == ["message_start", "content_block_start", "ping"]
    assert kinds[-3:] == ["content_block_stop", "message_delta", "message_stop"]
    assert kinds.count("ping") == 1
    assert b'event: ping\ndata: {"type": "ping"}\n\n' in data(answered)
    assert b" }\n\n" in data(answered)


def test_stream_arguments() -> None:
    fragments: dict[int, list[str]] = {}
    for event in events(ask(stream=True)):
        if event["type"] == "content_block_start":
            assert event["content_block"].get("input", {}) == {}
        if event["type"] == "content_block_delta" and event["delta"]["type"] == "input_json_delta":
            fragments.setdefault(event["index"], []).append(event["delta"]["partial_json"])
    assert fragments[1][0] == ""
    assert "".join(fragments[1]) == TURN.calls[0].arguments
    assert fragments[2] == [""]


def test_eager_arguments_come_in_longer_pieces() -> None:
    text = '{"text": "' + "abc" * 200 + '"}'
    turn = Turn.usual(calls=(TurnCall(name="f", arguments=text),))
    sizes = []
    for eager in (False, True):
        tool = {"name": "f", "input_schema": {"type": "object"}, "eager_input_streaming": eager}
        deltas = [event["delta"] for event in events(ask(turn, stream=True, tools=[tool])) if "delta" in event]
        pieces = [delta["partial_json"] for delta in deltas if "partial_json" in delta]
        assert "".join(pieces) == text
        sizes.append(max(map(len, pieces)))
    assert sizes[0] <= 12 < sizes[1]


def test_stream_and_plain_say_the_same() -> None:
    texts: dict[int, str] = {}
    starts: dict[int, Any] = {}
    streamed, whole = ask(stream=True), ask()
    for event in events(streamed):
        if event["type"] == "content_block_start":
            starts[event["index"]], texts[event["index"]] = event["content_block"], ""
        elif event["type"] == "content_block_delta":
            texts[event["index"]] += event["delta"].get("text", "") + event["delta"].get("partial_json", "")
    content = exact_json.loads(data(whole))["content"]
    assert texts[0] == content[0]["text"] == TURN.text
    for index in (1, 2):
        assert exact_json.same(exact_json.loads(texts[index] or "{}"), content[index]["input"])
        assert {**starts[index], "input": content[index]["input"]} == content[index]
    assert streamed.expected is not None
    assert whole.expected is not None
    assert streamed.expected.text == whole.expected.text
    for first, second in zip(streamed.expected.calls, whole.expected.calls, strict=True):
        assert (first.id, first.name) == (second.id, second.name)
        assert exact_json.same(exact_json.loads(first.arguments), exact_json.loads(second.arguments))


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_seed_decides(stream: bool) -> None:
    assert ask(stream=stream) == ask(stream=stream)
    assert data(ask(stream=stream)) != data(ask(stream=stream, seed="other"))


def test_a_compaction_that_nobody_asked_for() -> None:
    turn = Turn((TurnCompaction("They asked for the time."), *TURN.calls))
    answered = exact_json.loads(data(ask(turn, context_management={"edits": [{"type": "compact_20260112"}]})))
    assert answered["content"][0] == {"type": "compaction", "content": "They asked for the time."}
    assert [step["type"] for step in answered["usage"]["iterations"]] == ["compaction", "message"]
    with pytest.raises(Unplayable, match="the request does not ask for a compaction"):
        ask(turn)
