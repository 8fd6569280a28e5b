"""Tests of reading and writing OpenAI Responses: nothing is lost, and streams are read like plain answers."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from toolwire.dialects import arguments
from toolwire.dialects import openai_responses as dialect
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.json_value import Json
from toolwire.model import (
    CallFinished,
    CustomTool,
    File,
    Finish,
    Image,
    Message,
    ProviderError,
    ProviderPart,
    Reasoning,
    Refusal,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
    Usage,
    fresh,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse
from toolwire.wire.limits import Limits

CALL: Json = {
    "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look_up", "arguments": '{"n": 1.10}',
    "status": "completed",
}  # fmt: skip
CUSTOM: Json = {
    "type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "run", "input": "print(1)",
    "status": "completed",
}  # fmt: skip
THOUGHT: Json = {
    "type": "reasoning", "id": "rs_1", "encrypted_content": "s3cret",
    "summary": [{"type": "summary_text", "text": "First."}, {"type": "summary_text", "text": "Then."}],
}  # fmt: skip
MESSAGE: Json = {
    "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "phase": "commentary",
    "content": [
        {"type": "output_text", "text": "See [1].", "annotations": [{"type": "url_citation", "url": "u"}]},
        {"type": "refusal", "refusal": "Not more."},
        {"type": "output_text", "text": "", "annotations": []},
    ],
}  # fmt: skip
SEARCH: Json = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
USAGE: Json = {
    "input_tokens": 3, "output_tokens": 4, "total_tokens": 7, "output_tokens_details": {"reasoning_tokens": 2},
}  # fmt: skip


def body(*output: Json, **more: Json) -> Json:
    """Return the body of a plain answer."""
    return {
        "id": "resp_1", "object": "response", "created_at": 5, "status": "completed", "error": None,
        "incomplete_details": None, "model": "m-1", "output": list(output), "usage": USAGE, "tools": [],
    } | more  # fmt: skip


def cut_body(*output: Json) -> Json:
    return body(*output, status="incomplete", incomplete_details={"reason": "max_output_tokens"})


def read_request(value: Json) -> Request:
    return dialect.read_request(WireRequest(url="http://x/v1/responses", body=exact_json.encode(value)))


def write_request(request: Request) -> Json:
    return exact_json.loads(dialect.write_request(request, "http://x/v1/").body)


def sse(*events: Json) -> bytes:
    return b"".join(b"data: " + exact_json.encode(event) + b"\n\n" for event in events)


def decode(wire: bytes, size: int = 1 << 20) -> Response:
    decoder = dialect.stream_decoder()
    events = [event for n in range(0, len(wire), size) for event in decoder.feed(wire[n : n + size])]
    return assemble([*events, *decoder.close()])


def history(*items: Json) -> tuple[Message, ...]:
    return read_request({"model": "m", "input": list(items)}).messages


REQUESTS: dict[str, Json] = {
    "input-text": {"model": "m", "input": "Hi"},
    "instructions":
    {"model": "m", "instructions": "Be brief.", "input": [{"role": "user", "content": "Hi"}], "store": False},
    "empty-values": {"model": "m", "instructions": "", "input": [], "tools": [], "stream": False, "tool_choice": None},
    "prompt": {"prompt": {"id": "pmpt_1"}, "stream": True, "max_output_tokens": 9, "parallel_tool_calls": False},
    "roles": {"input": [{"role": "system", "content": "a"}, {"type": "message", "role": "developer", "content": "b"}]},
    "assistant-texts": {"input": [{"role": "assistant", "content": "a"}, {"role": "assistant", "content": "b"}]},
    "assistant-blocks":
    {"input": [{"role": "assistant", "content": [{"type": "output_text", "text": t}]} for t in "ab"]},
    "items":
    {"input": [MESSAGE, MESSAGE, THOUGHT, CALL, CUSTOM, SEARCH, {"type": "brand_new", "x": 1}, {"id": "msg_7"}]},
    "odd-content":
    {"input": [MESSAGE | {"content": []}, MESSAGE | {"content": [{"type": "later"}, *MESSAGE["content"]]}]},
    "unknown-content":
    {"input": [{"role": "assistant", "content": [{"type": "later"}, {"type": "output_text", "text": "a"}]}]},
    "outputs":
    {"input": [{"type": "function_call_output", "call_id": "c", "output": out} for out in ("", "x", [], None)]},
    "output-blocks": {
        "input": [
            {"type": "function_call_output", "call_id": "c", "id": "fco_1", "status": "completed", "output": [
                {"type": "input_text", "text": "a", "prompt_cache_breakpoint": {}},
                {"type": "input_image", "image_url": "data:image/png;base64,AA==", "detail": "low"},
                {"type": "input_image", "file_id": "file_1", "image_url": None},
                {"type": "input_file", "filename": "a.txt", "file_data": "data:text/plain;base64,AA=="},
                {"type": "input_file", "file_data": "AA=="},
                {"type": "input_file", "file_url": "http://x/a"},
                {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}},
                {"type": "later", "x": 1},
            ]},
            {"type": "custom_tool_call_output", "call_id": "d", "output": "x"},
            {"type": "computer_call_output", "call_id": "e", "output": {"type": "computer_screenshot"}},
        ],
    },
    "tools": {
        "input": "Hi",
        "tools": [
            {"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": None, "defer_loading": True},
            {"type": "custom", "name": "c", "description": "d", "format": {"type": "grammar"}},
            {"type": "function", "function": {"name": "nested"}},
            {"type": "mcp", "server_label": "s"},
        ],
        "tool_choice": {"type": "allowed_tools", "mode": "required", "tools": [
            {"type": "function", "name": "f"}, {"type": "custom", "name": "c"},
        ]},
    },
    "choice-custom": {"input": "Hi", "tool_choice": {"type": "custom", "name": "c"}},
    "choice-allowed":
    {"input": "Hi", "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "mcp"}]}},
    "choice-mcp": {"input": "Hi", "tool_choice": {"type": "mcp", "server_label": "s"}},
}  # fmt: skip


@pytest.mark.parametrize("value", REQUESTS.values(), ids=REQUESTS)
def test_requests_come_back(value: Json) -> None:
    assert exact_json.same(write_request(read_request(value)), value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(body(), id="empty"),
        pytest.param(body(THOUGHT, MESSAGE, CALL, CUSTOM, SEARCH), id="items"),
        pytest.param(body(MESSAGE, MESSAGE, output_text="See [1].See [1]."), id="output-text"),
        pytest.param(
            body({"type": "reasoning", "id": "rs", "content": [{"type": "reasoning_text", "text": "a"}]}),
            id="reasoning-text",
        ),
        pytest.param(
            body({"type": "reasoning", "id": "rs", "summary": [], "content": [], "encrypted_content": None}),
            id="reasoning-empty",
        ),
        pytest.param(
            body(CALL | {"status": "in_progress", "caller": {"type": "program"}, "namespace": "n"}), id="call-more-keys"
        ),
        pytest.param(
            body({key: CALL[key] for key in ("type", "name", "call_id")}, status="queued", usage=None),
            id="call-few-keys",
        ),
        pytest.param(body(CALL | {"arguments": {"a": 1}, "item_id": "x"}), id="arguments-object"),
        pytest.param(body({"type": "function_call", "call_id": "nameless"}), id="call-without-name"),
        pytest.param(
            body(MESSAGE | {"role": "critic"}, {"type": "brand_new"}, {"type": "message", "content": "x"}),
            id="odd-items",
        ),
        pytest.param(cut_body(MESSAGE, CALL | {"status": "incomplete", "arguments": '{"n'}), id="cut"),
        pytest.param(body(status="incomplete", incomplete_details={}), id="incomplete"),
        pytest.param(body(status="failed", error={"code": "server_error", "message": "Sorry."}), id="failed"),
        pytest.param(body(status="unheard"), id="unknown-status"),
        pytest.param({"output": []}, id="output-alone"),
    ],
)
def test_responses_come_back(value: Json) -> None:
    assert exact_json.same(dialect.write_response(dialect.read_response(value)), value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"error": {"message": "No.", "code": "x"}}, id="object"),
        pytest.param({"detail": "No."}, id="detail"),
        pytest.param({"error": "No."}, id="text"),
    ],
)
def test_errors_come_back(value: Json) -> None:
    response = dialect.read_error(value, 400)
    assert response.error is not None
    assert response.error.status == 400
    assert exact_json.same(dialect.write_response(response), value)


def test_an_answer_in_canonical_words() -> None:
    response = fresh(dialect.read_response(body(THOUGHT, MESSAGE, CALL, CUSTOM, SEARCH)))
    whose = {"id": "msg_1", "phase": "commentary"}
    assert response == Response(
        id="resp_1",
        model="m-1",
        parts=(
            Reasoning(
                text="First.\n\nThen.",
                provider_data={"id": "rs_1", "encrypted_content": "s3cret", "summary": THOUGHT["summary"]},
            ),
            Text(text="See [1].", provider_data=whose | {"annotations": MESSAGE["content"][0]["annotations"]}),
            Refusal(text="Not more.", provider_data=whose),
            Text(text="", provider_data=whose),
            ToolCall(
                id="call_1", name="look_up", arguments=arguments.from_text('{"n": 1.10}'), provider_data={"id": "fc_1"}
            ),
            ToolCall(
                id="call_2",
                name="run",
                kind="custom",
                arguments=arguments.free_text("print(1)"),
                provider_data={"id": "ctc_1"},
            ),
            ProviderPart(kind="web_search_call", value=SEARCH),
        ),
        finish=Finish(reason="tool_calls", raw="completed"),
        usage=Usage(input_tokens=3, output_tokens=4, total_tokens=7),
    )


def test_messages_in_canonical_words() -> None:
    output = {"type": "function_call_output", "call_id": "call_1", "output": "7"}
    system, user, asked, answered, assistant = (
        fresh(message)
        for message in read_request(
            {"instructions": "Be brief.", "input": [{"role": "user", "content": "Hi"}, THOUGHT, CALL, output, MESSAGE]}
        ).messages
    )
    assert system == Message(role="system", parts=(Text(text="Be brief."),))
    assert user == Message(role="user", parts=(Text(text="Hi"),))
    assert [type(part) for part in asked.parts] == [Reasoning, ToolCall]
    assert answered == Message(role="tool", parts=(ToolResult(call_id="call_1", parts=(Text(text="7"),)),))
    assert assistant.role == "assistant"


@pytest.mark.parametrize(
    ("change", "pointer", "word"),
    [
        pytest.param({"model": "other"}, "/model", "other", id="model"),
        pytest.param(
            {"messages": (Message(role="system", parts=(Text(text="x"),)),)}, "/instructions", "x", id="system"
        ),
        pytest.param({"messages": (Message(role="user", parts=(Text(text="x"),)),)}, "/input", "x", id="user"),
        pytest.param({"stream": False}, "/stream", None, id="stream"),
        pytest.param({"max_output_tokens": 5}, "/max_output_tokens", 5, id="limit"),
        pytest.param({"parallel_tool_calls": True}, "/parallel_tool_calls", True, id="parallel"),
        pytest.param({"tool_choice": ToolChoice(mode="required")}, "/tool_choice", "required", id="choice-required"),
        pytest.param(
            {"tool_choice": ToolChoice(mode="named", names=("c",))},
            "/tool_choice",
            {"type": "custom", "name": "c"},
            id="choice-named",
        ),
        pytest.param(
            {"tools": (ToolDefinition(name="g"),)},
            "/tools",
            [{"type": "function", "name": "g", "strict": False}],
            id="tools",
        ),
    ],
)
def test_changed_requests_show(change: Json, pointer: str, word: Json) -> None:
    value = {
        "model": "m", "instructions": "i", "input": "Hi", "stream": True, "max_output_tokens": 9,
        "parallel_tool_calls": False, "tool_choice": "auto", "tools": [{"type": "custom", "name": "c"}],
    }  # fmt: skip
    assert write_request(replace(read_request(value), **change)).get(pointer[1:]) == word


def test_a_tool_that_was_read_without_strict_is_written_without_it() -> None:
    value = {
        "model": "m",
        "input": "Hi",
        "tools": [{"type": "function", "name": "c", "parameters": {"type": "object"}}],
    }
    assert write_request(read_request(value))["tools"] == value["tools"]


@pytest.mark.parametrize(
    ("item", "change", "key", "word"),
    [
        pytest.param(CALL, {"id": "call_9"}, "call_id", "call_9", id="id"),
        pytest.param(CALL, {"name": "other"}, "name", "other", id="name"),
        pytest.param(CALL, {"arguments": arguments.from_text("{}")}, "arguments", "{}", id="arguments"),
        pytest.param(CALL | {"status": "in_progress"}, {"complete": False}, "status", "incomplete", id="complete"),
        pytest.param(CALL, {"kind": "custom"}, "type", "custom_tool_call", id="kind"),
        pytest.param(CUSTOM, {"arguments": arguments.free_text("x")}, "input", "x", id="custom-input"),
        pytest.param(THOUGHT, {"text": "New."}, "summary", [{"type": "summary_text", "text": "New."}], id="summary"),
        pytest.param(
            {"type": "reasoning", "id": "rs", "content": [{"type": "reasoning_text", "text": "a"}]},
            {"text": "b"},
            "content",
            [{"type": "reasoning_text", "text": "b"}],
            id="reasoning-text",
        ),
        pytest.param({"role": "assistant", "content": "a"}, {"text": "b"}, "content", "b", id="message"),
    ],
)
def test_changed_parts_show(item: Json, change: Json, key: str, word: Json) -> None:
    (message,) = history(item)
    changed = replace(message, parts=(replace(message.parts[0], **change),))
    assert write_request(Request(messages=(changed,)))["input"][0][key] == word


@pytest.mark.parametrize(
    ("change", "key", "word"),
    [
        pytest.param({"id": "r2"}, "id", "r2", id="id"),
        pytest.param({"model": "m-2"}, "model", "m-2", id="model"),
        pytest.param(
            {"finish": Finish(reason="length")}, "incomplete_details", {"reason": "max_output_tokens"}, id="length"
        ),
        pytest.param({"finish": Finish(reason="stop")}, "status", "completed", id="stop"),
        pytest.param({"finish": Finish(reason="stop")}, "incomplete_details", None, id="stop-clears-details"),
        pytest.param(
            {"finish": Finish(reason="error"), "error": ProviderError(message="m", value={"a": 1})},
            "error",
            {"a": 1},
            id="error",
        ),
        pytest.param({"parts": (Text(text="Other."),)}, "output_text", "Other.", id="text"),
        pytest.param({"usage": Usage(input_tokens=1)}, "usage", {"input_tokens": 1}, id="usage"),
    ],
)
def test_changed_responses_show(change: Json, key: str, word: Json) -> None:
    response = dialect.read_response(cut_body(MESSAGE) | {"output_text": "See [1]."})
    written = dialect.write_response(replace(response, **change))
    shown = written[key]
    assert {name: shown[name] for name in word} == word if isinstance(word, dict) else shown == word


def test_an_answer_goes_back_as_it_came() -> None:
    response = fresh(dialect.read_response(body(THOUGHT, MESSAGE, CALL, CUSTOM, SEARCH)))
    answer = Message(role="assistant", parts=response.parts, provider_data=response.provider_data)
    results = (ToolResult(call_id="call_1", parts=(Text(text="7"),)), ToolResult(call_id="call_2", kind="custom"))
    written = write_request(Request(messages=(fresh(answer), Message(role="tool", parts=results))))["input"]
    pieces = [piece | {"logprobs": []} if "text" in piece else piece for piece in MESSAGE["content"]]
    assert written == [
        THOUGHT,
        MESSAGE | {"content": pieces},
        CALL,
        {key: word for key, word in CUSTOM.items() if key != "status"},
        SEARCH,
        {"type": "function_call_output", "call_id": "call_1", "output": "7"},
        {"type": "custom_tool_call_output", "call_id": "call_2", "output": ""},
    ]


def test_fresh_messages_have_the_usual_spelling() -> None:
    call = ToolCall(id="c", name="f", arguments=arguments.from_text("{}"))
    messages = (
        Message(role="system", parts=(Text(text="Be brief."),)),
        Message(role="user", parts=(Text(text="See"), Image(url="http://x/a"), File(name="a", data="AA=="))),
        Message(role="assistant", parts=(Reasoning(text="Another provider's."), Text(text="a"), call)),
        Message(role="tool", parts=(ToolResult(call_id="c", parts=(Image(file_id="i"),)), Text(text="Go on."))),
        Message(role="system", parts=(Text(text="Late."),)),
    )
    tools = (ToolDefinition(name="f", parameters={}, strict=False), CustomTool(name="c"))
    choice = ToolChoice(mode="allowed", names=("f", "c"))
    assert write_request(Request(messages=messages, tools=tools, tool_choice=choice)) == {
        "instructions": "Be brief.",
        "input": [
            {"role": "user", "content": [
                {"type": "input_text", "text": "See"},
                {"type": "input_image", "image_url": "http://x/a", "detail": "auto"},
                {"type": "input_file", "filename": "a", "file_data": "data:application/octet-stream;base64,AA=="},
            ]},
            {"role": "assistant", "content": "a"},
            {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c", "output": [
                {"type": "input_image", "file_id": "i", "detail": "auto"},
            ]},
            {"role": "user", "content": "Go on."},
            {"role": "system", "content": "Late."},
        ],
        "tools": [
            {"type": "function", "name": "f", "parameters": {}, "strict": False}, {"type": "custom", "name": "c"},
        ],
        "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [
            {"type": "function", "name": "f"}, {"type": "custom", "name": "c"},
        ]},
    }  # fmt: skip


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(Message(role="user", parts=(Text(text="a"),), name="Ann"), id="user-name"),
        pytest.param(
            Message(role="user", parts=(ToolCall(id="c", name="f", arguments=arguments.from_text("{}")),)),
            id="user-call",
        ),
        pytest.param(
            Message(role="assistant", parts=(ToolCall(id=None, name="f", arguments=arguments.from_text("{}")),)),
            id="call-without-id",
        ),
        pytest.param(
            Message(role="assistant", parts=(ProviderPart(kind="server_tool_use", value={}),)), id="server-tool-use"
        ),
        pytest.param(Message(role="assistant", parts=(Image(url="u"),)), id="assistant-image"),
        pytest.param(Message(role="tool", parts=(ToolResult(call_id=None),)), id="result-without-id"),
        pytest.param(Message(role="user", parts=(Image(),)), id="empty-image"),
    ],
)
def test_what_cannot_be_expressed(message: Message) -> None:
    with pytest.raises(Inexpressible):
        dialect.write_request(Request(messages=(message,)), "http://x")


@pytest.mark.parametrize("reason", ["refusal", "pause", "other"])
def test_ends_without_a_word(reason: Any) -> None:
    with pytest.raises(Inexpressible):
        dialect.write_response(Response(parts=(), finish=Finish(reason=reason)))


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        pytest.param({"input": 5}, "/input", id="input-number"),
        pytest.param({"input": ["x"]}, "/input/0", id="item-text"),
        pytest.param({"input": [{"role": "tool", "content": "x"}]}, "/input/0/role", id="role-tool"),
        pytest.param({"input": [{"role": "user", "content": {}}]}, "/input/0/content", id="content-object"),
        pytest.param(
            {"input": [{"type": "function_call_output", "output": {}}]}, "/input/0/output", id="output-object"
        ),
        pytest.param({"tools": [1]}, "/tools/0", id="tool-number"),
    ],
)
def test_what_is_no_request(value: Json, pointer: str) -> None:
    with pytest.raises(ShapeError, match=f"^{pointer}:"):
        read_request(value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param([], id="list"),
        pytest.param({}, id="empty"),
        pytest.param({"output": None}, id="output-null"),
        pytest.param({"output": [1]}, id="item-number"),
    ],
)
def test_what_is_no_response(value: Json) -> None:
    with pytest.raises(ShapeError):
        dialect.read_response(value)


@pytest.mark.parametrize(
    "wire",
    [
        pytest.param(b"data: {\n\n", id="no-json"),
        pytest.param(b"data: 1\n\n", id="number"),
        pytest.param(sse({"type": "response.output_item.done"}), id="done-without-item"),
    ],
)
def test_what_is_no_stream(wire: bytes) -> None:
    with pytest.raises(WireError):
        decode(wire)


STREAMED = {
    "items": body(THOUGHT, MESSAGE, CALL, CUSTOM, SEARCH),
    "reasoning-text": body(
        {"type": "reasoning", "id": "rs", "summary": [], "content": [{"type": "reasoning_text", "text": "abc"}]}
    ),
    "empty-items": body({"type": "reasoning", "summary": []}, MESSAGE | {"content": []}, CALL | {"arguments": ""}),
    "unknown-items": body(MESSAGE | {"content": [{"type": "later"}, *MESSAGE["content"]]}, {"type": "brand_new"}),
    "cut-incomplete": cut_body(CALL, CALL | {"call_id": "call_3", "status": "incomplete", "arguments": '{"n'}),
    "cut-completed": cut_body(CALL, CALL | {"call_id": "call_3", "status": "completed", "arguments": '{"n'}),
    "failed": body(CALL | {"arguments": ""}, status="failed", error={"code": "c", "message": "m"}),
    "cancelled": body(CALL, status="cancelled"),
}


@pytest.mark.parametrize("value", STREAMED.values(), ids=STREAMED)
def test_streams_say_what_plain_answers_say(value: Json) -> None:
    plain = fresh(dialect.read_response(value))
    wire = dialect.write_stream(dialect.read_response(value))
    assert dialect.is_stream(WireResponse(body=wire))
    assert fresh(decode(wire)) == plain
    assert fresh(decode(wire, 1)) == plain


@pytest.mark.parametrize(
    ("item", "end", "last", "complete"),
    [
        pytest.param(CALL, "completed", True, True, id="completed"),
        pytest.param(CALL | {"status": "in_progress"}, "completed", True, True, id="in-progress-of-completed"),
        pytest.param(CALL | {"status": "incomplete"}, "completed", False, False, id="incomplete-of-completed"),
        pytest.param(CALL, "incomplete", True, True, id="completed-of-incomplete"),
        pytest.param(CALL | {"arguments": '{"n'}, "incomplete", True, False, id="cut-arguments"),
        pytest.param(CALL | {"arguments": ""}, "incomplete", True, False, id="no-arguments-last"),
        pytest.param(CALL | {"arguments": ""}, "incomplete", False, True, id="no-arguments-not-last"),
        pytest.param(CALL | {"status": "in_progress"}, "incomplete", False, False, id="in-progress-of-incomplete"),
        pytest.param(CALL | {"status": None}, "incomplete", True, True, id="no-status"),
        pytest.param(CUSTOM, "incomplete", True, True, id="custom"),
        pytest.param(CUSTOM | {"status": None}, "incomplete", True, False, id="custom-no-status"),
        pytest.param(CALL | {"arguments": ""}, "in_progress", True, False, id="no-arguments-in-progress"),
    ],
)
def test_cut_calls(item: Json, end: str, last: bool, complete: bool) -> None:
    value = body(*([item] if last else [item, MESSAGE]), status=end)
    (call,) = dialect.read_response(value).calls
    assert call.complete is complete
    assert call.arguments.form != "empty" or complete
    events = [{"type": "response.output_item.done", "item": item} for item in value["output"]]
    terminal = f"response.{'incomplete' if end == 'in_progress' else end}"
    assert decode(sse(*events, {"type": terminal, "response": value})).calls == (replace(call, carried=None),)


def added(item: Json, **where: Json) -> Json:
    return {"type": "response.output_item.added", "item": item | {"arguments": ""}, **where}


def delta(text: str, **where: Json) -> Json:
    return {"type": "response.function_call_arguments.delta", "delta": text, **where}


def done(item: Json, **where: Json) -> Json:
    return {"type": "response.output_item.done", "item": item, **where}


COMPLETED: Json = {"type": "response.completed", "response": {"output": []}}


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(
            [added(CALL, output_index=0), delta('{"n": 1.10}', output_index=0), done(CALL, output_index=0)],
            id="by-index",
        ),
        pytest.param(
            [added(CALL), delta('{"n": ', item_id="fc_1"), delta("1.10}", item_id="fc_1"), done(CALL)], id="by-item-id"
        ),
        pytest.param([added(CALL), delta('{"n": 1.10}'), done(CALL)], id="neither"),
        pytest.param([added(CALL, output_index=3), done(CALL, output_index=3)], id="other-index"),
        pytest.param(
            [
                added(CALL | {"id": ""}, output_index=0),
                delta("{", output_index=0, item_id=""),
                done(CALL, output_index=0),
            ],
            id="empty-id",
        ),
        pytest.param(
            [added({"type": "function_call"}, output_index=0), delta("{", output_index=0), done(CALL, output_index=0)],
            id="call-without-keys",
        ),
        pytest.param([done(CALL)], id="done-alone"),
        pytest.param(
            [added(CALL), {"type": "response.function_call_arguments.done", "arguments": '{"n": 1.10}'}],
            id="arguments-done-alone",
        ),
        pytest.param(
            [added(CALL), delta('{"n"'), {"type": "response.function_call_arguments.done", "arguments": '{"n": 1.10}'}],
            id="delta-and-arguments-done",
        ),
        pytest.param(
            [delta("{", output_index=0), {"type": "keepalive"}, {"type": "response.new"}, done(CALL, output_index=0)],
            id="without-added",
        ),
    ],
)
def test_ways_to_stream_one_call(events: list[Json]) -> None:
    response = decode(sse(*events, COMPLETED))
    assert response.calls == tuple(fresh(dialect.read_response(body(CALL)).calls))
    assert response.finish == Finish(reason="tool_calls", raw="completed")


def test_calls_that_differ_by_their_item_ids_only() -> None:
    other = CALL | {"id": "fc_2", "call_id": "call_2"}
    events = [added(CALL), delta('{"n": ', item_id="fc_1"), added(other), delta("{", item_id="fc_2")]
    events += [delta("1.10}", item_id="fc_1"), done(CALL), done(other), COMPLETED]
    assert [call.arguments.text for call in decode(sse(*events)).calls] == [CALL["arguments"]] * 2


def test_an_index_that_is_used_twice() -> None:
    events = [added(CALL, output_index=1), done(CALL, output_index=1)]
    events += [added(MESSAGE | {"content": []}, output_index=1), done(MESSAGE, output_index=1), COMPLETED]
    assert len(decode(sse(*events)).parts) == 4


def test_a_message_that_is_repeated_behind_the_call() -> None:
    """Check a message that is repeated with the same id at the call's index, as ``transformers serve`` sends it."""
    opened, text = MESSAGE | {"content": []}, {"type": "response.output_text.done", "output_index": 1, "text": "Hi."}
    events = [added(MESSAGE, output_index=0), done(MESSAGE, output_index=0), done(CALL, output_index=1)]
    once = decode(sse(*events, COMPLETED))
    again = [added(opened, output_index=1), text, done(MESSAGE, output_index=1)]
    assert decode(sse(*events, *again, COMPLETED)) == once
    assert decode(sse(*events, *again[:2])).parts == once.parts
    other = done(MESSAGE | {"content": [MESSAGE["content"][0] | {"text": "Hi."}]}, output_index=1)
    assert [part.text for part in decode(sse(*events, *again[:2], other)).parts if isinstance(part, Text)] == [
        "See [1].", "", "Hi.",
    ]  # fmt: skip


def test_the_end_holds_what_no_event_held() -> None:
    assert decode(sse({"type": "response.completed", "response": body(CALL, MESSAGE)})) == decode(
        sse(done(CALL), done(MESSAGE), {"type": "response.completed", "response": body()})
    )
    whole = sse(added(CALL), delta('{"n": 1.10}'), {"type": "response.completed", "response": body(CALL)})
    bare = sse(added(CALL), delta('{"n": 1.10}'), COMPLETED)
    assert [call.complete for wire in (whole, bare) for call in decode(wire).calls] == [True, True]


def test_the_end_holds_one_call_more() -> None:
    other = CALL | {"id": "fc_2", "call_id": "call_2"}
    end = {"type": "response.completed", "response": body(CALL, other)}
    assert [(call.id, call.complete) for call in decode(sse(done(CALL), end)).calls] == [
        ("call_1", True),
        ("call_2", True),
    ]
    renamed = {"type": "response.completed", "response": body(other)}
    assert [call.id for call in decode(sse(done(CALL), renamed)).calls] == ["call_1"]


def test_a_call_that_only_the_end_has_is_read_once_if_the_end_is_repeated() -> None:
    other = CALL | {"id": "fc_2", "call_id": "call_2"}
    end = {"type": "response.completed", "response": body(CALL, other)}
    assert [call.id for call in decode(sse(done(CALL), end, end)).calls] == ["call_1", "call_2"]


class Counted(str):
    """A text that counts its comparisons."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_end_is_compared_with_what_came_before_once(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [CALL | {"id": f"fc_{n}", "call_id": f"call_{n}"} for n in range(200)]
    loads = exact_json.loads

    def counting(source: str, *limits: Limits) -> Json:
        event = loads(source, *limits)
        if "type" not in event:
            return event
        for item in (event.get("item"), *event.get("response", {}).get("output", ())):
            if item is not None:
                item["call_id"] = Counted(item["call_id"])
        return event

    monkeypatch.setattr(exact_json, "loads", counting)
    Counted.compared = 0
    end = {"type": "response.completed", "response": body(*items)}
    assert len(decode(sse(*map(done, items), end)).calls) == 200
    assert Counted.compared < 200 * 20


def test_text_that_only_its_last_event_holds() -> None:
    opened = {"type": "response.output_item.added", "item": {"type": "message", "id": "msg", "content": []}}
    written = {"type": "response.output_text.done", "text": "Hi."}
    refused = {"type": "response.refusal.done", "refusal": "No.", "content_index": 1}
    parts = decode(sse(opened, written, refused, COMPLETED)).parts
    assert parts == (Text(text="Hi."), Refusal(text="No."))


def test_a_stream_that_ends_early() -> None:
    wire = sse(added(CALL), delta('{"n": 1.10}'))
    (call,) = decode(wire).calls
    assert not call.complete
    assert decode(wire).finish == Finish(reason="interrupted")
    (settled,) = decode(sse(added(CALL), done(CALL))).calls
    assert settled.complete
    (contradicted,) = decode(sse(added(CALL), delta('{"m'), done(CALL), COMPLETED)).calls
    assert not contradicted.complete


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(
            {"type": "error", "code": "c", "message": "Sorry.", "param": None, "sequence_number": 1}, id="error-event"
        ),
        pytest.param(
            {"type": "error", "error": {"type": "server_error", "code": "c", "message": "Sorry."}}, id="error-object"
        ),
        pytest.param({"error": {"code": "c", "message": "Sorry."}}, id="no-type"),
        pytest.param(
            {"type": "response.failed", "response": {"error": {"code": "c", "message": "Sorry."}, "status": "failed"}},
            id="failed",
        ),
    ],
)
def test_errors_in_the_middle(event: Json) -> None:
    response = decode(sse(added(CALL), delta("{}"), event))
    assert response.finish.reason == "error"
    assert response.error is not None
    assert (response.error.message, response.error.code) == ("Sorry.", "c")
    assert not response.calls[0].complete
    assert fresh(decode(dialect.write_stream(response))) == response


def test_a_call_is_whole_as_soon_as_its_item_is_done() -> None:
    decoder = dialect.stream_decoder()
    events = list(decoder.feed(sse(added(CALL), done(CALL))))
    assert isinstance(events[-1], CallFinished)


def test_unknown_items_are_no_calls() -> None:
    response = dialect.read_response(body({"type": "brand_new", "call_id": "c", "name": "n"}, SEARCH))
    assert response.calls == ()
    assert [type(part) for part in response.parts] == [Unknown, ProviderPart]


texts = st.text(max_size=30)
names = st.text("abc_", min_size=1, max_size=6)
whose = st.fixed_dictionaries({}, optional={"id": names})
calls = st.builds(
    lambda kind, call_id, name, value, data: ToolCall(
        id=call_id,
        name=name,
        kind=kind,
        arguments=arguments.free_text(value)
        if kind == "custom"
        else arguments.from_text(exact_json.dumps({name: value})),
        provider_data=data,
    ),
    st.sampled_from(["function", "custom"]),
    names,
    names,
    texts,
    whose,
)
parts = st.one_of(
    calls,
    st.builds(Text, text=texts, provider_data=whose),
    st.builds(Refusal, text=texts, provider_data=whose),
    st.builds(Reasoning, text=texts, provider_data=whose),
    st.just(ProviderPart(kind="web_search_call", value=SEARCH)),
    st.just(Unknown(kind="brand_new", value={"type": "brand_new"})),
)


@st.composite
def responses(draw: st.DrawFn) -> Response:
    made = tuple(draw(st.lists(parts, max_size=5)))
    normal = "tool_calls" if any(isinstance(part, ToolCall) for part in made) else "stop"
    ends = [(normal, "completed"), ("length", "max_output_tokens"), ("content_filter", "content_filter")]
    reason, raw = draw(st.sampled_from(ends))
    usage = draw(st.none() | st.builds(Usage, input_tokens=st.integers(0), output_tokens=st.integers(0)))
    return Response(id="r", model="m", parts=made, finish=Finish(reason=reason, raw=raw), usage=usage)  # type: ignore[arg-type]


@given(responses())
@settings(max_examples=30, deadline=None)
def test_written_streams_decode_to_the_same(response: Response) -> None:
    wire = dialect.write_stream(response)
    assert fresh(decode(wire)) == response
    assert fresh(dialect.read_response(dialect.write_response(response))) == response


@given(st.lists(parts, min_size=1, max_size=5))
@settings(max_examples=30, deadline=None)
def test_fresh_history_reads_as_the_same(made: list[Any]) -> None:
    kept = tuple(part for part in made if not isinstance(part, Reasoning) or part.provider_data)
    if kept:
        (message,) = read_request(write_request(Request(messages=(Message(role="assistant", parts=kept),)))).messages
        assert [getattr(part, "text", None) for part in message.parts] == [getattr(part, "text", None) for part in kept]
