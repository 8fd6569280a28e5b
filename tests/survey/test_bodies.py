"""Tests of the split of bytes into the bodies of several answers."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.survey.bodies import bodies

CHAT = {"id": "chatcmpl-1", "choices": [{"index": 0, "message": {"role": "assistant", "content": "a"}}]}
CLAUDE = {"type": "message", "role": "assistant", "content": []}
GEMINI = {"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}]}
OLLAMA = {"model": "m", "message": {"role": "assistant", "content": "a"}, "done": True}
WHOLE = [
    CHAT, CLAUDE, GEMINI, OLLAMA,
    {"object": "response", "output": []},
    {"message": {"role": "assistant", "content": []}, "finish_reason": "COMPLETE"},
    {"output": {"message": {"role": "assistant", "content": []}}, "stopReason": "end_turn"},
]  # fmt: skip
MORE = OLLAMA | {"done": False}
CHUNK = {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": "a"}}]}
REFUSED = {"error": {"message": "no"}}


def written(documents: list[Any], end: str = "\n") -> bytes:
    return "".join(json.dumps(document) + end for document in documents).encode()


def sizes(data: bytes) -> list[int]:
    return [len(body.split()) for _, body in bodies(data.replace(b" ", b""))]


@pytest.mark.parametrize(("documents", "lines"), [
    ([CHAT, CHAT], [1, 1]),
    ([MORE, MORE, OLLAMA], [3]),
    ([MORE, OLLAMA, MORE, OLLAMA, OLLAMA], [2, 2, 1]),
    ([CHUNK, CHUNK, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, {"choices": []}], [4]),
    ([{"type": "message_start", "message": {}}, {"type": "message_delta"}, {"type": "message_stop"}], [3]),
    ([GEMINI | {"responseId": "1"}, GEMINI | {"responseId": "1"}, {"usageMetadata": {}, "responseId": "1"}], [3]),
    ([GEMINI | {"responseId": "1"}, GEMINI | {"responseId": "2"}], [1, 1]),
    ([CHAT, REFUSED, CHAT], [1, 1, 1]),
    ([REFUSED, CHAT], [1, 1]),
    (["said", CHAT, "of it"], [3]),
    ([CHAT, "what else stands there"], [1, 1]),
    ([{"name": "stock", "parameters": {}}, CHAT, CHAT], [2, 1]),
], ids=[
    "two Chat responses", "Ollama stream", "Ollama streams and a response", "Chat stream", "Anthropic stream",
    "Gemini stream", "two Gemini responses", "refusal between", "refusal first", "text around", "text behind",
    "tool before",
])  # fmt: skip
def test_how_many_answers_there_are(documents: list[Any], lines: list[int]) -> None:
    assert sizes(written(documents)) == lines


@given(st.lists(st.sampled_from(WHOLE), min_size=1), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_whole_responses_are_as_many_answers(documents: list[Any], end: str) -> None:
    found = list(bodies(written(documents, end)))
    assert [json.loads(body) for _, body in found] == documents
    lines = [number for number, _ in found]
    assert lines == list(range(1, len(documents) * end.count("\n") + 1, end.count("\n")))


@given(st.lists(st.sampled_from([*WHOLE, MORE, CHUNK, REFUSED, "a"])), st.binary())
def test_nothing_is_lost(documents: list[Any], rest: bytes) -> None:
    data = written(documents) + rest
    assert b"".join(body for _, body in bodies(data)) == data
