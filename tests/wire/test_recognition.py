"""Telling dialects and providers apart."""

import json
from typing import Any

import pytest

from toolwire.wire import aws_event_stream, sse
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse
from toolwire.wire.recognition import framed, is_unframed, provider, recognise, recognise_answer

UNKNOWN = "https://gateway.example/v9/ask"
CHAT = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "a"}}]}
RESPONSE = {"id": "r", "object": "response", "output": []}
MESSAGE = {"type": "message", "role": "assistant", "content": []}
GEMINI = {"candidates": [{"content": {"parts": []}}]}
COHERE = {"id": "c", "message": {"role": "assistant", "content": []}, "finish_reason": "COMPLETE"}
CONVERSE = {"output": {"message": {"role": "assistant", "content": []}}, "stopReason": "end_turn"}
OLLAMA = {"model": "m", "message": {"role": "assistant", "content": "a"}, "done": False}
THINKING = {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}
THOUGHT = {"choices": [{"index": 0, "message": THINKING}]}
PLAIN = {
    "openai_chat": CHAT, "openai_responses": RESPONSE, "anthropic_messages": MESSAGE, "gemini_generate": GEMINI,
    "ollama_chat": OLLAMA, "mistral_chat": THOUGHT, "cohere_v2": COHERE, "bedrock_converse": CONVERSE,
}  # fmt: skip


def exchange(url: str, body: bytes = b"") -> Exchange:
    return Exchange(request=WireRequest(url=url, body=b""), response=WireResponse(body=body))


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def events(*values: Any) -> bytes:
    return b": ping\n\n" + b"".join(sse.encode(json.dumps(value)) for value in values)


@pytest.mark.parametrize(("url", "dialect"), [
    ("https://api.openai.com/v1/chat/completions", "openai_chat"),
    ("https://x.openai.azure.com/openai/deployments/files/chat/completions?api-version=1", "openai_chat"),
    ("https://api.openai.com/v1/responses", "openai_responses"),
    ("https://api.anthropic.com/v1/messages?beta=true", "anthropic_messages"),
    ("https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-x-v1%3A0/invoke", "anthropic_messages"),
    ("https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude/invoke-with-response-stream",
     "anthropic_messages"),
    ("https://e-aiplatform.googleapis.com/v1/projects/p/models/claude-x@1:streamRawPredict", "anthropic_messages"),
    ("https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent", "gemini_generate"),
    ("https://generativelanguage.googleapis.com/v1beta/models/gemini-x%3astreamGenerateContent?alt=sse",
     "gemini_generate"),
    ("http://localhost:11434/api/chat", "ollama_chat"),
    ("https://api.cohere.com/v2/chat", "cohere_v2"),
    ("https://bedrock-runtime.us-east-1.amazonaws.com/model/x/converse-stream", "bedrock_converse"),
])  # fmt: skip
def test_dialects_by_address(url: str, dialect: str) -> None:
    assert recognise(exchange(url)) == dialect


@pytest.mark.parametrize(("spoken", "dialect"), [
    ((), "openai_chat"),
    (("mistral_chat",), "mistral_chat"),
    (("openai_chat", "mistral_chat"), "openai_chat"),
    (("cohere_v2",), "openai_chat"),
])  # fmt: skip
def test_dialects_that_share_a_path(spoken: tuple[str, ...], dialect: str) -> None:
    assert recognise(exchange("https://api.mistral.ai/v1/chat/completions"), spoken) == dialect


@pytest.mark.parametrize(("body", "dialect"), [
    *((encoded(value), dialect) for dialect, value in PLAIN.items()),
    *((json.dumps(value, indent=1).encode(), dialect) for dialect, value in PLAIN.items()),
    (encoded([GEMINI, GEMINI]), "gemini_generate"),
    (encoded({"usageMetadata": {}}), "gemini_generate"),
    (encoded({"type": "error", "error": {"type": "overloaded_error"}}), "anthropic_messages"),
])  # fmt: skip
def test_dialects_by_a_plain_body(body: bytes, dialect: str) -> None:
    assert recognise(exchange(UNKNOWN, body)) == dialect


@pytest.mark.parametrize(("body", "dialect"), [
    (events({"choices": []}, CHAT), "openai_chat"),
    (events({"type": "response.created", "response": {}}), "openai_responses"),
    (events({"type": "response.created", "response": {"instructions": "a" * 70_000}}), "openai_responses"),
    (events({"type": "message_start", "message": MESSAGE}), "anthropic_messages"),
    (events(GEMINI), "gemini_generate"),
    (events({"choices": [{"index": 0, "delta": THINKING}]}), "mistral_chat"),
    (events({"choices": [None, {"delta": {"content": ["a", {"type": "text"}]}}]}), "openai_chat"),
    (b"data: not json\n\n" + events(GEMINI), "gemini_generate"),
    (events({"type": "message-start", "id": "c", "delta": {"message": {"role": "assistant"}}}), "cohere_v2"),
    (encoded(OLLAMA) + b"\n" + encoded(OLLAMA)[:20], "ollama_chat"),
    (b"\r\n" + events(CHAT).replace(b"\n", b"\r\n"), "openai_chat"),
    (encoded(CHAT) + b"\n" + encoded(CHAT), "openai_chat"),
    (aws_event_stream.event("messageStart", b'{"role":"assistant"}'), "bedrock_converse"),
    (encoded({"messageStart": {"role": "assistant"}}) + b"\n" + encoded({"messageStop": {}}), "bedrock_converse"),
])  # fmt: skip
def test_dialects_by_a_stream(body: bytes, dialect: str) -> None:
    assert recognise(exchange(UNKNOWN, body)) == recognise_answer(body) == dialect


@pytest.mark.parametrize(("url", "body"), [
    (UNKNOWN, encoded({"message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"})),
    (UNKNOWN, b""), (UNKNOWN, b"<html>"), (UNKNOWN, b"[]"), (UNKNOWN, b"[1]"), (UNKNOWN, b'"choices"'), (UNKNOWN, b"{"),
    (UNKNOWN, aws_event_stream.event("chunk", b"{}")), (UNKNOWN, aws_event_stream.event("x", b"{}")[:13]),
    (UNKNOWN, b"\xff\xfe"), (UNKNOWN, b"[" * 10_000), (UNKNOWN, encoded({"id": 1})), ("http://[", b"{}"), ("", b""),
    (UNKNOWN, encoded({"object": "text_completion", "choices": [{"text": "a"}]})),
    (UNKNOWN, events({"object": "text_completion", "choices": [{"text": "a"}]})),
    ("https://api.openai.com/v1/completions", encoded({"object": "text_completion", "choices": []})),
    ("https://api.openai.com/v1/embeddings", encoded(CHAT)),
    ("https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/invoke", encoded(CONVERSE)),
    ("https://api.openai.com/v1/threads/thread_1/messages", encoded({"object": "thread.message"})),
    ("https://api.anthropic.com/v1/messages/count_tokens", encoded({"input_tokens": 3})),
    ("https://api.anthropic.com/v1/messages/batches", encoded(MESSAGE)),
    ("https://generativelanguage.googleapis.com/v1beta/models", encoded(GEMINI)),
])  # fmt: skip
def test_other_things_are_no_chat(url: str, body: bytes) -> None:
    assert recognise(exchange(url, body)) is None


@pytest.mark.parametrize(("url", "name"), [
    ("https://api.openai.com/v1", "openai"),
    ("https://API.OpenAI.com:443/", "openai"),
    ("https://mine.openai.azure.com/", "azure"),
    ("https://bedrock-runtime.eu-west-1.amazonaws.com/model", "bedrock"),
    ("https://us-central1-aiplatform.googleapis.com/", "vertex"),
    ("https://my-api.x.ai/", None),
    ("https://my-ollama.com/", None),
    ("https://aiplatform.googleapis.com/", "vertex"),
    ("https://notapi.openai.com.example/", None),
    ("https://api.cohere.com/v2/chat", "cohere"),
    ("http://localhost:11434/", None),
    ("http://[", None),
    ("", None),
])  # fmt: skip
def test_providers_by_host(url: str, name: str | None) -> None:
    assert provider(url) == name


def test_payloads_without_frames_are_told_from_documents() -> None:
    unframed = WireResponse(body=encoded(CHAT) + b"\n\n" + encoded(CHAT) + b"\n")
    assert is_unframed(unframed)
    assert [event.data for event in sse.decode(framed(unframed))[0]] == [json.dumps(CHAT)] * 2
    for body in (encoded(CHAT), json.dumps(CHAT, indent=1).encode(), events(CHAT), b"", encoded(CHAT) + b"\n"):
        assert not is_unframed(WireResponse(body=body))
