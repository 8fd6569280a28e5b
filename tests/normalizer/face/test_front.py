"""Tests of the responses to an application that speaks another dialect than the provider."""

from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from toolwire import Chain, Normalizer, ProviderTransport
from toolwire.client.answer import Answer
from toolwire.client.front import Front
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import (
    Arguments,
    Carried,
    Finish,
    FinishReason,
    ProviderError,
    Reasoning,
    Refusal,
    Request,
    Response,
    Text,
    ToolCall,
    ToolDefinition,
    Usage,
)
from toolwire.wire.exchange import WireResponse

ASKED = Request(messages=(), tools=(ToolDefinition(name="f", parameters={"type": "object"}),))
SIGNED = Reasoning(text="Hm.", provider_data={"signature": "s"})
CALL = ToolCall(id="toolu_1", name="f", arguments=from_text('{"a": "x\\u001b"}'))
CUT = ToolCall(id="toolu_2", name="f", arguments=Arguments(text="{", form="invalid"), complete=False)


def answered(*parts: Any, **more: Any) -> Answer:
    response = Response(**{"parts": parts, "finish": Finish(reason="tool_calls"), "id": "m", "model": "m"} | more)
    return Normalizer("anthropic")._reader(ASKED).answer(response)


def read(of: str, response: WireResponse) -> Response:
    return read_answer(dialect(of), response)


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize("of", DIALECTS)
def test_an_answer_in_every_dialect(of: str, stream: bool) -> None:
    response = read(of, Front(of).write(answered(SIGNED, Text(text="So."), CALL, CUT), replace(ASKED, stream=stream)))
    assert "".join(part.text for part in response.parts if isinstance(part, Text)) == "So."
    assert [(call.id, call.name, call.arguments.value) for call in response.calls] == [("toolu_1", "f", {"a": "x"})]
    assert response.finish.reason == "tool_calls"


@pytest.mark.parametrize(("stream", "options", "counted"), [
    pytest.param(False, {}, True, id="plain"),
    pytest.param(True, {}, False, id="stream"),
    pytest.param(True, {"include_usage": False}, False, id="stream-without-usage"),
    pytest.param(True, {"include_usage": True}, True, id="stream-with-usage"),
])  # fmt: skip
def test_counts_come_where_an_sdk_looks_for_them(stream: bool, options: Any, counted: bool) -> None:
    request = Request(messages=(), model="mine", stream=stream, carried=Carried(rest={"stream_options": options}))
    answer = answered(Text(text="So."), id=None, model=None, usage=Usage(input_tokens=3, output_tokens=4))
    front = Front("openai")
    ways = [front.write(answer, request), *([front_streamed(front, answer, request)] if stream else [])]
    for written in ways:
        found = read("openai_chat", written)
        assert (found.usage and found.usage.total_tokens) == (7 if counted else None)
        assert (found.model, bool(found.id)) == ("mine", True)
        assert (b'"choices":[]' in written.body) is (stream and counted)


def front_streamed(front: Front, answer: Answer, request: Request) -> WireResponse:
    stream = front.stream(request)
    assert stream is not None
    return WireResponse(body=stream.begin() + stream.end(answer), headers=stream.headers)


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize("of", DIALECTS)
def test_a_refusal_and_how_it_ended_come_through(of: str, stream: bool) -> None:
    reasons: tuple[FinishReason, ...] = ("content_filter", "refusal", "length", "pause", "other")
    for reason in reasons:
        answer = answered(Refusal(text="I will not."), finish=Finish(reason=reason))
        response = read(of, Front(of).write(answer, replace(ASKED, stream=stream)))
        assert "".join(part.text for part in response.parts if isinstance(part, Text | Refusal)) == "I will not."
        same = {reason} if reason == "length" else {"content_filter", "refusal", "stop"}
        assert response.finish.reason in same


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_anthropics_sdk_finds_the_counts_that_it_reads(stream: bool) -> None:
    written = Front("anthropic").write(answered(Text(text="So.")), replace(ASKED, stream=stream))
    assert written.body.count(b'"usage"') == (2 if stream else 1)


@pytest.mark.parametrize(
    ("path", "key", "named"),
    [
        ("responses", "previous_response_id", "the stored answer 'x_1'"),
        ("responses", "conversation", "the stored conversation 'x_1'"),
        ("interactions", "previous_interaction_id", "the stored answer 'x_1'"),
    ],
)
@pytest.mark.parametrize("provider", ["anthropic", "gemini", "openai_chat"])
def test_what_another_provider_keeps_is_asked_for_whole(path: str, key: str, named: str, provider: str) -> None:
    of = {"responses": "openai_responses", "interactions": "gemini_interactions"}[path]
    client = httpx.Client(transport=ProviderTransport(Chain(Normalizer(provider)), of=of))
    answer = client.post(f"http://nowhere.invalid/v1/{path}", json={"model": "m", "input": "So?", key: "x_1"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == f"this provider does not have {named}: send all messages"


@pytest.mark.parametrize("of", DIALECTS)
@pytest.mark.parametrize(("status", "shown"), [(429, 429), (200, 502), (None, 502)])
def test_an_error_in_every_dialect(of: str, status: int | None, shown: int) -> None:
    error = ProviderError(message="slow down", status=status)
    written = Front(of).write(answered(error=error, finish=Finish(reason="error")), replace(ASKED, stream=True))
    found = read(of, written)
    assert written.status == shown
    assert found.error is not None
    assert found.error.message == "slow down"


def test_what_is_no_chat_is_not_passed_on() -> None:
    client = httpx.Client(transport=ProviderTransport(Chain(Normalizer("anthropic"))))
    for answer in (
        client.get("http://nowhere.invalid/v1/models"),
        client.post("http://nowhere.invalid/v1/embeddings", json={"model": "m", "input": "x"}),
    ):
        assert answer.status_code == 400
        assert answer.json()["error"]["message"].endswith("has no messages: only chat requests are passed on")
