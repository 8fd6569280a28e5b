"""Tests of values that a dialect cannot express: a substitute is sent, and is understood when it comes back."""

from typing import Any

import httpx
import pytest

from toolwire import Chain, Normalizer, ProviderTransport, ToolRunner
from toolwire.dialects.arguments import free_text, from_text
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import CustomTool, Message, Request, Text, ToolCall, ToolDefinition
from toolwire.wire import exact_json

TOOL = ToolDefinition(name="f", parameters={"type": "object", "properties": {"a": {"type": "string"}}})
SHELL = CustomTool(name="sh", format={"type": "grammar", "syntax": "lark", "definition": "start: X"})
USER = Message(role="user", parts=(Text(text="Go."),))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("text", ['{"a": x}', "[1]", '"s"'])
def test_a_call_without_an_object_can_be_sent_back(dialect: str, text: str) -> None:
    call = ToolCall(id="call_1abc", name="f", arguments=from_text(text))
    messages = (USER, Message(role="assistant", parts=(call,)))
    normalizer = Normalizer(dialect)
    sent = normalizer.request(Request(messages=messages, tools=(TOOL,), model="m"))
    assert exact_json.dumps(text)[1:-1].encode() in sent.wire.body
    noted = [note for note in sent.notes if note.where == "/messages/1/parts/0/arguments"]
    objects = ("anthropic_messages", "gemini_generate", "bedrock_converse", "ollama_chat", "gemini_interactions")
    assert bool(noted) is (dialect in objects)


def events(*arguments: str) -> bytes:
    """Return a stream of Anthropic with a call."""
    frames: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "content": []}},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}},
        },
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": piece}}
            for piece in arguments
        ),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ]
    return b"".join(f"event: {frame['type']}\ndata: {exact_json.dumps(frame)}\n\n".encode() for frame in frames)


def test_a_model_reads_what_was_wrong_with_its_call() -> None:
    asked: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(exact_json.loads(request.read()))
        arguments = '{"a": x}' if len(asked) == 1 else '{"a": "x"}'
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=events(arguments))

    normalizer = Normalizer("anthropic")
    request = normalizer.asked("Go.", tools=[TOOL], model="m", stream=True).request
    runner = ToolRunner({"f": lambda **given: "done"}, max_rounds=2)
    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        rounds = runner.rounds(Chain(normalizer).asking(client), request)
        first, second = next(rounds), next(rounds)
    assert first.calls[0].faults
    assert second.calls[0].parameters == {"a": "x"}
    [_, called, result] = asked[1]["messages"]
    assert called["content"][0]["input"] == {"arguments": '{"a": x}'}
    assert result["content"][0]["is_error"] is True


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if not dialect.startswith("openai")])
def test_a_function_stands_for_a_free_form_tool(dialect: str) -> None:
    normalizer = Normalizer(dialect)
    asked = Request(messages=(USER,), tools=(SHELL,), model="m")
    notes = [(note.kind, note.where) for note in normalizer.request(asked).notes]
    assert notes == [("changed", "/tools/0"), ("dropped", "/tools/0/format")]
    came = ToolCall(id="call_1abc", name="sh", arguments=from_text('{"input": "ls"}'))
    read = normalizer._reader(asked).call(came, 0)
    assert (read.call.kind, read.call.arguments.text, read.faults) == ("custom", "ls", ())
    [result] = ToolRunner({"sh": lambda text: f"ran {text}"}).run([read])
    assert result.parts == (Text(text="ran ls"),)


@pytest.mark.parametrize("arguments", ['{"input": "ls", "more": 1}', '{"input": 1}', "{}"])
def test_what_the_function_does_not_take_is_a_fault(arguments: str) -> None:
    asked = Request(messages=(USER,), tools=(SHELL,), model="m")
    came = ToolCall(id="toolu_1", name="sh", arguments=from_text(arguments))
    assert Normalizer("anthropic")._reader(asked).call(came, 0).faults


def test_where_free_form_tools_are_known_a_function_is_none() -> None:
    asked = Request(messages=(USER,), tools=(SHELL,), model="m")
    came = ToolCall(id="call_1", name="sh", arguments=from_text('{"input": "ls"}'))
    assert Normalizer("openai")._reader(asked).call(came, 0).faults
    custom = ToolCall(id="call_1", name="sh", kind="custom", arguments=free_text("ls"))
    assert not Normalizer("openai")._reader(asked).call(custom, 0).faults


def test_an_application_of_openais_is_called_free_form() -> None:
    asked: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(exact_json.loads(request.read()))
        thinking = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
        call = {"type": "tool_use", "id": "toolu_1", "name": "sh", "input": {"input": "ls"}}
        return httpx.Response(
            200, json={"type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [thinking, call]}
        )

    upstream = httpx.Client(transport=httpx.MockTransport(answer))
    body: dict[str, Any] = {
        "model": "m",
        "messages": [{"role": "user", "content": "Go."}],
        "tools": [{"type": "custom", "custom": {"name": "sh"}}],
    }
    with httpx.Client(transport=ProviderTransport(Chain(Normalizer("anthropic")), client=upstream)) as client:
        message = client.post("http://nowhere.invalid/v1/chat/completions", json=body).json()["choices"][0]["message"]
        assert message["tool_calls"] == [{"id": "toolu_1", "type": "custom", "custom": {"name": "sh", "input": "ls"}}]
        result = {"role": "tool", "tool_call_id": "toolu_1", "content": "a b"}
        again = body | {"messages": [*body["messages"], message, result]}
        client.post("http://nowhere.invalid/v1/chat/completions", json=again)
    [_, called, _] = asked[1]["messages"]
    assert [block["type"] for block in called["content"]] == ["thinking", "tool_use"]
