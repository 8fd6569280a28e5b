"""Tests of the vendors' SDKs as adapters: they send the SDK's requests, and show the readings that a user of the SDK
sees.
"""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.adapters import official
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading, Task
from conformance.callers import bedrock_converse, cohere_v2, ollama_chat, openai_chat
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from toolwire.model import Arguments, Expected, Message, Text, Tool, ToolCall, ToolDefinition, ToolResult
from toolwire.providers import owner
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

FOREIGN = "functions.ping:0"
ASKED = Message(role="user", parts=(Text(text="Ping."),))
CALLED = ToolCall(id=FOREIGN, name="ping", arguments=Arguments(text="{}", form="object"))
HISTORY = (
    ASKED,
    Message(role="assistant", parts=(CALLED,)),
    Message(role="tool", parts=(ToolResult(call_id=FOREIGN, name="ping", parts=(Text(text="pong"),)),)),
    ASKED,
)
NESTED = {"type": "object", "properties": {"when": {"type": "object", "properties": {"day": {"type": "string"}}}}}


class Listening:
    """A server that refuses every request, and keeps the body."""

    def __init__(self) -> None:
        self.bodies: list[Any] = []

    def __call__(self, request: WireRequest) -> Answer:
        self.bodies.append(exact_json.loads(request.body))
        refusal = b'{"error":"no","message":"no","type":"no","code":"no"}'
        headers = {"content-type": "application/json"}
        return Answer(status=400, headers=headers, chunks=(Chunk(0, refusal),), expected=None)


@pytest.fixture
def listening() -> Iterator[tuple[Listening, str]]:
    heard = Listening()
    with serving(heard) as address:
        yield heard, address


def sent(listening: tuple[Listening, str], dialect: str, messages: tuple[Message, ...], *tools: Tool) -> Any:
    """Return the body that the SDK sends."""
    heard, address = listening
    task = {"provider": owner(dialect), "dialect": dialect, "base_url": address, "api_key": "key", "model": "some"}
    next(official.OfficialSdk(dialect).converse(Task(messages=messages, tools=tools, **task)))
    return heard.bodies[0]


def test_ids_of_another_provider_go_out_as_they_are(listening: tuple[Listening, str]) -> None:
    body = exact_json.dumps(sent(listening, "mistral_chat", HISTORY, ToolDefinition(name="ping")))
    assert body.count(f'"{FOREIGN}"') == 2


def test_ids_that_the_provider_refuses_are_declined(listening: tuple[Listening, str]) -> None:
    with pytest.raises(Unsupported, match="ids of another provider's calls"):
        sent(listening, "anthropic_messages", HISTORY, ToolDefinition(name="ping"))


def test_ollama_sends_of_a_tool_what_its_sdk_keeps(listening: tuple[Listening, str]) -> None:
    body = sent(listening, "ollama_chat", (ASKED,), ToolDefinition(name="ping", description="", parameters=NESTED))
    assert body["tools"][0]["function"]["parameters"]["properties"] == {"when": {"type": "object"}}


@pytest.mark.parametrize(("finish", "shown"), [("interrupted", None), ("length", "length"), ("stop", "stop")])
def test_a_finish_reason_that_the_sdk_does_not_show_is_not_made_up(finish: Any, shown: str | None) -> None:
    assert official._reading(Expected(finish=finish)) == Reading(finish=shown)


def test_ollama_without_a_done_reason_shows_none() -> None:
    call = {"function": {"name": "ping", "arguments": {}}}
    message = ollama_chat.SdkMessage(role="assistant", tool_calls=[call])
    assert official._reading(ollama_chat._understood(message, None)).finish is None
    assert official._reading(ollama_chat._understood(message, "stop")).finish == "tool_calls"


def test_cohere_without_a_last_event_shows_no_finish_reason() -> None:
    assert official._reading(cohere_v2._understood(cohere_v2._gathered([]))) == Reading()


def test_bedrock_shows_a_stream_that_breaks_off_as_far_as_it_came() -> None:
    start = {"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "a", "name": "ping"}}}
    delta = {"contentBlockIndex": 0, "delta": {"toolUse": {"input": '{"at": '}}}
    cut = bedrock_converse._collected([{"contentBlockStart": start}, {"contentBlockDelta": delta}])
    read = official._reading(bedrock_converse._understood(cut))
    assert (read.finish, read.calls[0].arguments) == (None, '{"at": ')


@pytest.mark.parametrize(
    ("shown", "text"),
    [('{"a":  1}', '{"a":  1}'), ({"a": "ü"}, '{"a": "ü"}'), (None, ""), ("", "")],
    ids=["text", "object", "none", "empty"],
)
def test_arguments_are_shown_as_the_sdk_has_them(shown: Any, text: str) -> None:
    choice = _completion(shown).choices[0]
    assert official._reading(openai_chat._understood(choice)).calls[0].arguments == text


def _completion(arguments: Any) -> Any:
    """Return an answer as OpenAI's SDK makes it from JSON, without checking the types."""
    from openai._models import construct_type
    from openai.types.chat import ChatCompletion

    call = {"id": "a", "type": "function", "function": {"name": "ping", "arguments": arguments}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return construct_type(type_=ChatCompletion, value={"choices": [{"message": message, "finish_reason": "stop"}]})
