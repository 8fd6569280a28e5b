"""Tests that a gateway gets its answers back with the gateway's own keys, as the official SDKs send them."""

from typing import Any

import pytest

from conformance.adapters.gateway_echo import sent_back
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Request
from toolwire.wire import exact_json, pointer
from toolwire.wire.exchange import WireResponse

OWN = {"provider_specific_fields": {"signature": "c2ln"}}
CALL = {"type": "tool_use", "id": "call_1", "name": "ping"}
ANSWER = {"type": "message", "role": "assistant", "content": [CALL | {"input": {}} | OWN], "stop_reason": "tool_use"}
EVENTS = [
    {"type": "message_start", "message": {"content": []}},
    {"type": "content_block_start", "index": 0, "content_block": CALL | {"input": {}} | OWN},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{}"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
    {"type": "message_stop"},
]
CHAT = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
CHUNKS = [
    {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0} | CHAT | OWN]}}]},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
]
MESSAGE = {"role": "assistant", "content": None, "tool_calls": [CHAT | OWN]}
COMPLETION = {"choices": [{"index": 0, "message": MESSAGE, "finish_reason": "tool_calls"}]}


def plain(document: Any) -> WireResponse:
    return WireResponse(status=200, headers={"content-type": "application/json"}, body=exact_json.encode(document))


def stream(events: list[Any]) -> WireResponse:
    body = b"".join(b"data: " + exact_json.encode(event) + b"\n\n" for event in events)
    return WireResponse(status=200, headers={"content-type": "text/event-stream"}, body=body)


def calls_sent_back(name: str, answer: WireResponse) -> list[Any]:
    message = sent_back(read_answer(dialect(name), answer), answer)
    body = exact_json.loads(dialect(name).write_request(Request(messages=(message,)), "http://gateway").body)
    [sent] = body["messages"]
    return sent["tool_calls"] if name == "openai_chat" else sent["content"]


@pytest.mark.parametrize("answer", [plain(ANSWER), stream(EVENTS)], ids=["plain", "stream"])
def test_anthropic_calls_keep_the_gateways_keys(answer: WireResponse) -> None:
    assert calls_sent_back("anthropic_messages", answer) == [CALL | {"input": {}} | OWN]


@pytest.mark.parametrize("answer", [plain(COMPLETION), stream(CHUNKS)], ids=["plain", "stream"])
def test_chat_calls_keep_the_gateways_keys(answer: WireResponse) -> None:
    assert calls_sent_back("openai_chat", answer) == [CHAT | OWN]


def test_the_keys_of_the_dialect_alone_add_nothing() -> None:
    answer = stream(
        [CHUNKS[0] | {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0} | CHAT]}}]}, CHUNKS[1]]
    )
    assert calls_sent_back("openai_chat", answer) == [CHAT]


def test_each_document_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for each call would take hours if an answer has thousands of calls."""
    searched: list[Any] = []
    within = pointer.within

    def counting(document: Any) -> Any:
        searched.append(document)
        return within(document)

    monkeypatch.setattr(pointer, "within", counting)
    calls = [{"index": n} | CHAT | {"id": f"call_{n}"} | OWN for n in range(20)]
    events = [{"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]} for call in calls]
    sent = calls_sent_back("openai_chat", stream([*events, CHUNKS[1]]))
    assert sent == [CHAT | {"id": f"call_{n}"} | OWN for n in range(20)]
    assert len(searched) <= 2 * len(events)
