"""Tests of the recognition of dialects and providers."""

import json
from typing import Any

import pytest

from toolwire.wire import aws_event_stream, sse
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse
from toolwire.wire.recognition import framed, provider, recognise, recognise_answer, unframed

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
    "gemini_interactions": {"id": "v1_x", "object": "interaction", "status": "completed", "steps": []},
}  # fmt: skip


def exchange(url: str, body: bytes = b"") -> Exchange:
    return Exchange(request=WireRequest(url=url, body=b""), response=WireResponse(body=body))


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def events(*values: Any) -> bytes:
    return b": ping\n\n" + b"".join(sse.encode(json.dumps(value)) for value in values)


@pytest.mark.parametrize(
    ("url", "dialect"),
    [
        pytest.param("https://api.openai.com/v1/chat/completions", "openai_chat", id="openai"),
        pytest.param(
            "https://x.openai.azure.com/openai/deployments/files/chat/completions?api-version=1",
            "openai_chat",
            id="azure",
        ),
        pytest.param("https://api.openai.com/v1/responses", "openai_responses", id="responses"),
        pytest.param("https://api.anthropic.com/v1/messages?beta=true", "anthropic_messages", id="anthropic"),
        pytest.param(
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-x-v1%3A0/invoke",
            "anthropic_messages",
            id="bedrock-claude",
        ),
        pytest.param(
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude/invoke-with-response-stream",
            "anthropic_messages",
            id="bedrock-claude-stream",
        ),
        pytest.param(
            "https://e-aiplatform.googleapis.com/v1/projects/p/models/claude-x@1:streamRawPredict",
            "anthropic_messages",
            id="vertex-claude",
        ),
        pytest.param(
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent",
            "gemini_generate",
            id="gemini",
        ),
        pytest.param(
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-x%3astreamGenerateContent?alt=sse",
            "gemini_generate",
            id="gemini-escaped",
        ),
        pytest.param(
            "https://generativelanguage.googleapis.com/v1beta/interactions",
            "gemini_interactions",
            id="gemini-interactions",
        ),
        pytest.param("http://localhost:11434/api/chat", "ollama_chat", id="ollama"),
        pytest.param("https://api.cohere.com/v2/chat", "cohere_v2", id="cohere"),
        pytest.param(
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/x/converse-stream",
            "bedrock_converse",
            id="bedrock-converse",
        ),
    ],
)
def test_dialects_by_address(url: str, dialect: str) -> None:
    assert recognise(exchange(url)) == dialect


@pytest.mark.parametrize(("spoken", "dialect"), [
    pytest.param((), "openai_chat", id="none"),
    pytest.param(("mistral_chat",), "mistral_chat", id="mistral"),
    pytest.param(("openai_chat", "mistral_chat"), "openai_chat", id="openai-and-mistral"),
    pytest.param(("cohere_v2",), "openai_chat", id="cohere"),
])  # fmt: skip
def test_dialects_that_share_a_path(spoken: tuple[str, ...], dialect: str) -> None:
    assert recognise(exchange("https://api.mistral.ai/v1/chat/completions"), spoken) == dialect


@pytest.mark.parametrize(("body", "dialect"), [
    *(pytest.param(encoded(value), dialect, id=dialect) for dialect, value in PLAIN.items()),
    *(
        pytest.param(json.dumps(value, indent=1).encode(), dialect, id=f"{dialect}-over-lines")
        for dialect, value in PLAIN.items()
    ),
    pytest.param(encoded([GEMINI, GEMINI]), "gemini_generate", id="gemini-array"),
    pytest.param(encoded({"usageMetadata": {}}), "gemini_generate", id="gemini-counts"),
    pytest.param(encoded({"type": "error", "error": {"type": "overloaded_error"}}), "anthropic_messages",
        id="anthropic-error"),
])  # fmt: skip
def test_dialects_by_a_plain_body(body: bytes, dialect: str) -> None:
    assert recognise(exchange(UNKNOWN, body)) == dialect


@pytest.mark.parametrize(
    ("body", "dialect"),
    [
        pytest.param(events({"choices": []}, CHAT), "openai_chat", id="openai-chat"),
        pytest.param(events({"type": "response.created", "response": {}}), "openai_responses", id="responses"),
        pytest.param(
            events({"type": "response.created", "response": {"instructions": "a" * 70_000}}),
            "openai_responses",
            id="responses-long-event",
        ),
        pytest.param(events({"type": "message_start", "message": MESSAGE}), "anthropic_messages", id="anthropic"),
        pytest.param(events(GEMINI), "gemini_generate", id="gemini"),
        pytest.param(events({"choices": [{"index": 0, "delta": THINKING}]}), "mistral_chat", id="mistral-thinking"),
        pytest.param(
            events({"choices": [None, {"delta": {"content": ["a", {"type": "text"}]}}]}), "openai_chat", id="odd-chunks"
        ),
        pytest.param(b"data: not json\n\n" + events(GEMINI), "gemini_generate", id="gemini-behind-no-json"),
        pytest.param(
            events({"type": "message-start", "id": "c", "delta": {"message": {"role": "assistant"}}}),
            "cohere_v2",
            id="cohere",
        ),
        pytest.param(encoded(OLLAMA) + b"\n" + encoded(OLLAMA)[:20], "ollama_chat", id="ollama-cut"),
        pytest.param(b"\r\n" + events(CHAT).replace(b"\n", b"\r\n"), "openai_chat", id="crlf-first"),
        pytest.param(encoded(CHAT) + b"\n" + encoded(CHAT), "openai_chat", id="chat-as-lines"),
        pytest.param(
            aws_event_stream.event("messageStart", b'{"role":"assistant"}'), "bedrock_converse", id="bedrock-frames"
        ),
        pytest.param(
            encoded({"messageStart": {"role": "assistant"}}) + b"\n" + encoded({"messageStop": {}}),
            "bedrock_converse",
            id="bedrock-as-lines",
        ),
    ],
)
def test_dialects_by_a_stream(body: bytes, dialect: str) -> None:
    assert recognise(exchange(UNKNOWN, body)) == recognise_answer(body) == dialect


@pytest.mark.parametrize(
    ("url", "body"),
    [
        pytest.param(
            UNKNOWN,
            encoded({"message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"}),
            id="message-alone",
        ),
        pytest.param(UNKNOWN, b"", id="nothing"),
        pytest.param(UNKNOWN, b"<html>", id="html"),
        pytest.param(UNKNOWN, b"[]", id="empty-list"),
        pytest.param(UNKNOWN, b"[1]", id="number"),
        pytest.param(UNKNOWN, b'"choices"', id="text"),
        pytest.param(UNKNOWN, b"{", id="no-json"),
        pytest.param(UNKNOWN, aws_event_stream.event("chunk", b"{}"), id="other-frames"),
        pytest.param(UNKNOWN, aws_event_stream.event("x", b"{}")[:13], id="cut-frame"),
        pytest.param(UNKNOWN, b"\xff\xfe", id="no-utf-8"),
        pytest.param(UNKNOWN, b"[" * 10_000, id="nested-too-deep"),
        pytest.param(UNKNOWN, encoded({"id": 1}), id="object"),
        pytest.param("http://[", b"{}", id="no-url"),
        pytest.param("", b"", id="no-url-at-all"),
        pytest.param(UNKNOWN, encoded({"object": "text_completion", "choices": [{"text": "a"}]}), id="completion"),
        pytest.param(
            UNKNOWN, events({"object": "text_completion", "choices": [{"text": "a"}]}), id="completion-stream"
        ),
        pytest.param(
            "https://api.openai.com/v1/completions",
            encoded({"object": "text_completion", "choices": []}),
            id="completions",
        ),
        pytest.param("https://api.openai.com/v1/embeddings", encoded(CHAT), id="embeddings"),
        pytest.param(
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/invoke",
            encoded(CONVERSE),
            id="bedrock-invoke",
        ),
        pytest.param(
            "https://api.openai.com/v1/threads/thread_1/messages", encoded({"object": "thread.message"}), id="thread"
        ),
        pytest.param(
            "https://api.anthropic.com/v1/messages/count_tokens", encoded({"input_tokens": 3}), id="count-tokens"
        ),
        pytest.param("https://api.anthropic.com/v1/messages/batches", encoded(MESSAGE), id="batches"),
        pytest.param("https://generativelanguage.googleapis.com/v1beta/models", encoded(GEMINI), id="models"),
    ],
)
def test_other_things_are_no_chat(url: str, body: bytes) -> None:
    assert recognise(exchange(url, body)) is None


@pytest.mark.parametrize(("url", "name"), [
    pytest.param("https://api.openai.com/v1", "openai", id="openai"),
    pytest.param("https://API.OpenAI.com:443/", "openai", id="openai-capitals"),
    pytest.param("https://mine.openai.azure.com/", "azure", id="azure"),
    pytest.param("https://bedrock-runtime.eu-west-1.amazonaws.com/model", "bedrock", id="bedrock"),
    pytest.param("https://us-central1-aiplatform.googleapis.com/", "vertex", id="vertex-region"),
    pytest.param("https://my-api.x.ai/", None, id="longer-host-of-xai"),
    pytest.param("https://my-ollama.com/", None, id="longer-host-of-ollama"),
    pytest.param("https://aiplatform.googleapis.com/", "vertex", id="vertex"),
    pytest.param("https://notapi.openai.com.example/", None, id="host-as-prefix"),
    pytest.param("https://api.cohere.com/v2/chat", "cohere", id="cohere"),
    pytest.param("http://localhost:11434/", None, id="localhost"),
    pytest.param("http://[", None, id="no-url"),
    pytest.param("", None, id="nothing"),
])  # fmt: skip
def test_providers_by_host(url: str, name: str | None) -> None:
    assert provider(url) == name


def test_payloads_without_frames_are_kept_apart_from_documents() -> None:
    in_lines, in_array = encoded(CHAT) + b"\n\n" + encoded(CHAT) + b"\n", json.dumps([CHAT, CHAT], indent=1).encode()
    for body in in_lines, in_array:
        payloads = unframed(WireResponse(body=body))
        assert payloads is not None
        assert [json.loads(event.data) for event in sse.decode(framed(payloads))[0]] == [CHAT] * 2
    for body in (encoded(CHAT), json.dumps(CHAT, indent=1).encode(), events(CHAT), b"", encoded(CHAT) + b"\n", b"[]"):
        assert unframed(WireResponse(body=body)) is None


@pytest.mark.parametrize(
    ("url", "asked", "dialect"),
    [
        ("/v1/chat/completions", {"model": "mistral-small-latest"}, "mistral_chat"),
        ("https://REDACTED/v1/chat/completions", {"model": "codestral-2508"}, "mistral_chat"),
        ("**REDACTED**", {"model": "mistral-small-latest"}, "mistral_chat"),
        ("/v1/chat/completions", {"model": "a", "tool_choice": "any"}, "mistral_chat"),
        ("https://models.example/v1/chat/completions", {"model": "a", "tool_choice": "any"}, "mistral_chat"),
        ("https://models.example/v1/chat/completions", {"model": "mistral-small-latest"}, "openai_chat"),
        ("/v1/chat/completions", {"model": "gpt-4.1"}, "openai_chat"),
        ("https://api.openai.com/v1/chat/completions", {"model": "mistral-a"}, "openai_chat"),
    ],
)
def test_mistral_where_the_host_is_not_kept(url: str, asked: dict[str, str], dialect: str) -> None:
    request = WireRequest(url=url, body=encoded(asked))
    spoken = {"openai_chat"} if "openai" in url else ()
    assert recognise(Exchange(request=request, response=WireResponse(body=encoded(CHAT))), spoken) == dialect
