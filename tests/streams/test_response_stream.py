"""Tests of a streamed answer while its bytes arrive: the time of its events, its end, and the memory that it needs."""

import asyncio
import gc
import re
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.mutants.streams import Verdict
from toolwire import Limits, ResponseStream
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import StreamOver
from toolwire.dialects.reading import read_answer
from toolwire.model import Event, Response
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import LimitExceeded, WireError
from toolwire.wire.exchange import WireResponse

from .reference import HOMES, faults, of, shown, streams

PAGE = Path(__file__).resolve().parents[2] / "docs" / "streams.md"
Outcome = tuple[list[Event], Response] | str


def body(spoken: str) -> bytes:
    return streams(HOMES[spoken], spoken, "call-parallel")[0]


def read(spoken: str, chunks: Iterator[bytes] | list[bytes], limits: Limits | None = None) -> Outcome:
    """Return all events and the response, or the text of the error."""
    stream = ResponseStream(dialect(spoken), limits or Limits())
    events: list[Event] = []
    try:
        for chunk in chunks:
            if not stream.is_over:
                events += stream.feed(chunk)
        events += stream.end()
        return events, stream.close()
    except WireError as error:
        return str(error)


def cut(data: bytes) -> list[list[bytes]]:
    """Return the same bytes, cut in several ways."""
    sizes = (1, 7, 100, 4096)
    return [[data], *([data[n : n + size] for n in range(0, len(data), size)] for size in sizes)]


@pytest.mark.parametrize("spoken", DIALECTS)
def test_the_response_is_that_of_reading_the_whole(spoken: str) -> None:
    expected = read_answer(dialect(spoken), WireResponse(body=body(spoken), headers=_content_type(spoken)))
    for chunks in cut(body(spoken)):
        found = read(spoken, chunks)
        assert isinstance(found, tuple)
        assert found[1] == expected


def _content_type(spoken: str) -> dict[str, str]:
    known = {"ollama_chat": "application/x-ndjson", "bedrock_converse": aws_event_stream.CONTENT_TYPE}
    return {"content-type": known.get(spoken, "text/event-stream")}


def test_events_come_as_soon_as_their_bytes_are_there() -> None:
    stream = ResponseStream(dialect("anthropic_messages"))
    data = body("anthropic_messages")
    seen = [bool(stream.feed(data[n : n + 1])) for n in range(len(data))]
    assert seen.count(True) > 5
    assert stream.end() == []


def test_the_end_brings_events_of_its_own_and_may_be_asked_for_or_not() -> None:
    data = body("openai_chat")
    asked, unasked = ResponseStream(dialect("openai_chat")), ResponseStream(dialect("openai_chat"))
    asked.feed(data)
    unasked.feed(data)
    assert [type(event).__name__ for event in asked.end()][-1] == "Finished"
    assert asked.end() == []
    response = asked.close()
    assert response == unasked.close()
    assert response is asked.close()
    assert all(call.complete for call in response.calls)


def test_what_is_over_takes_nothing_more() -> None:
    for last in (b"", b"data: {\n\n"):
        stream = ResponseStream(dialect("openai_chat"))
        stream.feed(body("openai_chat")[:2000])
        stream.feed(last)
        if not last:
            stream.close()
        assert stream.is_over
        with pytest.raises(StreamOver, match="no more bytes can be read"):
            stream.feed(b"data: {}\n\n")
        assert stream.end() == []
        assert (stream.close().finish.reason == "malformed") == bool(last)


def test_what_is_no_stream_fails_again() -> None:
    stream = ResponseStream(dialect("cohere_v2"))
    with pytest.raises(WireError, match="line 1 column 2"):
        stream.feed(b"data: {\n\n")
    assert (stream.is_over, stream.end()) == (True, [])
    with pytest.raises(WireError, match="line 1 column 2"):
        stream.close()


def test_the_documentation_s_examples() -> None:
    namespace: dict[str, Any] = {}
    code = re.search(r"## Reading one.*?```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    exec(compile(code[1], str(PAGE), "exec"), namespace)

    async def arriving() -> AsyncIterator[bytes]:
        for n in range(0, len(data), 50):
            await asyncio.sleep(0)
            yield data[n : n + 50]

    data = body("openai_chat")
    expected = read("openai_chat", [data])
    assert isinstance(expected, tuple)
    shown_events: list[Event] = []
    namespace["show"] = shown_events.append
    assert namespace["answer"](data[n : n + 50] for n in range(0, len(data), 50)) == expected[1]
    assert shown_events == expected[0]
    shown_events.clear()
    assert asyncio.run(namespace["answer_later"](arriving())) == expected[1]
    assert shown_events == expected[0]


# Limits


@pytest.mark.parametrize(("limits", "why"), [
    pytest.param({"event": 0}, "at least 1", id="event"),
    pytest.param({"total": -1}, "at least 1", id="total"),
    pytest.param({"depth": 0}, "at least 1", id="depth"),
    pytest.param({"depth": 201}, "at most", id="too-deep"),
])  # fmt: skip
def test_limits_that_are_none(limits: dict[str, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Limits(**limits)


def test_a_limit_that_is_exceeded_has_its_name() -> None:
    stream = ResponseStream(dialect("openai_chat"), Limits(event=100))
    with pytest.raises(LimitExceeded, match=r"100 bytes.*Limits.event") as failure:
        stream.feed(b"data: " + b"x" * 100)
    assert (failure.value.setting, failure.value.most) == ("event", 100)


def _largest(spoken: str) -> int:
    """Return the lowest limit of an event's size with which the stream is read as without a limit."""
    least, most = 1, len(body(spoken))
    expected = read(spoken, [body(spoken)])
    while least < most:
        middle = (least + most) // 2
        if read(spoken, [body(spoken)], Limits(event=middle)) == expected:
            most = middle
        else:
            least = middle + 1
    return least


@pytest.mark.parametrize("spoken", DIALECTS)
def test_an_event_that_is_too_large_ends_the_stream_however_it_is_cut(spoken: str) -> None:
    data, largest = body(spoken), _largest(spoken)
    before = shown(spoken, data)
    for most in (largest - 1, largest // 2, 20):
        outcome = read(spoken, [data], Limits(event=most))
        assert all(read(spoken, chunks, Limits(event=most)) == outcome for chunks in cut(data))
        assert "Limits.event" in (outcome if isinstance(outcome, str) else str(outcome[1].finish.why))
        if isinstance(outcome, tuple):
            assert faults(Verdict(end="malformed"), before, of(outcome[1])) == []


@pytest.mark.parametrize("spoken", DIALECTS)
def test_an_event_that_never_ends_is_not_waited_for(spoken: str) -> None:
    start = {"ollama_chat": b'{"', "bedrock_converse": aws_event_stream.event("x", b" " * 5000)[:12]}
    stream = ResponseStream(dialect(spoken), Limits(event=1000))
    stream.feed(BEGUN[spoken])
    stream.feed(start.get(spoken, b": x"))
    for _ in range(101):
        if not stream.is_over:
            stream.feed(b"x" * 10)
    assert "Limits.event" in str(stream.close().finish.why)


@pytest.mark.parametrize("spoken", DIALECTS)
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6, 7])
def test_documents_nested_too_deep_end_the_stream(spoken: str, depth: int) -> None:
    data = body(spoken)
    outcome, expected = read(spoken, [data], Limits(depth=depth)), read(spoken, [data])
    if depth == 1:
        assert "Limits.depth" in outcome
    elif isinstance(outcome, tuple) and outcome != expected:
        assert "Limits.depth" in str(outcome[1].finish.why)
        assert faults(Verdict(end="malformed"), shown(spoken, data), of(outcome[1])) == []
    assert read(spoken, cut(data)[2], Limits(depth=depth)) == outcome


# What grows, and what does not


def events_of(*values: Any) -> bytes:
    return b"".join(sse.encode(exact_json.dumps(value), value.get("type")) for value in values)


def chat(delta: Any) -> bytes:
    return events_of({"id": "c", "choices": [{"index": 0, "delta": delta}]})


def lines(*values: Any) -> bytes:
    return b"".join(exact_json.encode(value) + b"\n" for value in values)


def frames(kind: str, value: Any) -> bytes:
    return aws_event_stream.event(kind, exact_json.encode(value))


def gemini(part: Any) -> bytes:
    return events_of({"candidates": [{"content": {"parts": [part]}, "index": 0}]})


def block(value: Any) -> bytes:
    return events_of({"type": "content_block_start", "index": 0, "content_block": value})


def delta(value: Any) -> bytes:
    return events_of({"type": "content_block_delta", "index": 0, "delta": value})


X = "x" * 50
BEGUN = {
    "openai_chat": chat({"content": "a"}),
    "mistral_chat": chat({"content": "a"}),
    "openai_responses": events_of(
        {"type": "response.created", "response": {"id": "r", "model": "m"}},
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {"type": "message", "id": "m", "content": []},
        },
    ),
    "anthropic_messages": block({"type": "text", "text": "a"}),
    "gemini_generate": gemini({"text": "a"}),
    "ollama_chat": lines({"message": {"content": "a"}}),
    "cohere_v2": events_of({"type": "message-start", "id": "a"}),
    "bedrock_converse": frames("messageStart", {"role": "assistant"}),
    "gemini_interactions": events_of({"event_type": "interaction.created", "interaction": {"id": "a"}}),
}
SILENT = {
    "comments": ("openai_chat", b": ping\n\n"),
    "comments in no event": ("openai_chat", b": ping\n"),
    "usage": ("openai_chat", events_of({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 1}})),
    "a name said again": ("openai_chat", chat({"tool_calls": [{"index": 0, "function": {"name": X}}]})),
    "empty deltas": ("mistral_chat", chat({})),
    "snapshots": (
        "openai_responses",
        events_of({"type": "response.in_progress", "response": {"id": "r", "model": "m", "output": [{"text": X * 9}]}}),
    ),
    "unknown events": ("openai_responses", events_of({"type": "response.news", "text": X})),
    "pings": ("anthropic_messages", events_of({"type": "ping"})),
    "unknown deltas": ("anthropic_messages", delta({"type": "news", "text": X})),
    "counts": ("anthropic_messages", events_of({"type": "message_delta", "delta": {}, "usage": {"output_tokens": 7}})),
    "counts of Gemini": ("gemini_generate", events_of({"usageMetadata": {"promptTokenCount": 7}, "modelVersion": "m"})),
    "empty lines": ("ollama_chat", b"\n"),
    "silent lines": ("ollama_chat", lines({"model": "m", "message": {"role": "assistant", "content": ""}})),
    "unknown of Cohere": ("cohere_v2", events_of({"type": "debug", "prompt": X})),
    "unknown frames": ("bedrock_converse", frames("news", {"text": X})),
    "metadata": ("bedrock_converse", frames("metadata", {"usage": {"inputTokens": 1, "outputTokens": 1}})),
}
CITED = {"type": "citations_delta", "citation": {"text": X}}
GROWING: dict[str, tuple[str, bytes, bytes]] = {
    "text": ("openai_chat", b"", chat({"content": X})),
    "details": ("openai_chat", b"", chat({"reasoning_details": [{"type": "reasoning.text", "text": X}]})),
    "reasoning": ("openai_chat", b"", chat({"reasoning_content": X})),
    "nameless arguments": ("openai_chat", b"", chat({"tool_calls": [{"index": 0, "function": {"arguments": X}}]})),
    "chunks": ("mistral_chat", b"", chat({"content": [{"type": "text", "text": X}]})),
    "text of an item": (
        "openai_responses",
        b"",
        events_of({"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": X}),
    ),
    "arguments of no call yet": (
        "openai_responses",
        b"",
        events_of({"type": "response.function_call_arguments.delta", "output_index": 1, "delta": X}),
    ),
    "items": (
        "openai_responses",
        b"",
        events_of({"type": "response.output_item.added", "output_index": 2, "item": {"type": "message", "id": X}}),
    ),
    "blocks": ("anthropic_messages", b"", block({"type": "text", "text": ""})),
    "citations": ("anthropic_messages", b"", delta(CITED)),
    "an opaque block": (
        "anthropic_messages",
        block({"type": "server_tool_use", "id": "s", "name": "n", "input": {}}),
        delta({"type": "input_json_delta", "partial_json": X}),
    ),
    "signed parts": ("gemini_generate", b"", gemini({"text": "", "thoughtSignature": X})),
    "a call in pieces": (
        "gemini_generate",
        gemini({"functionCall": {"name": "f", "willContinue": True}}),
        gemini({"functionCall": {
            "partialArgs": [{"jsonPath": "$.a", "stringValue": X, "willContinue": True}], "willContinue": True,
        }}),
    ),
    "calls": ("ollama_chat", b"", lines({"message": {"tool_calls": [{"function": {"name": "f", "arguments": {}}}]}})),
    "citations of Cohere": (
        "cohere_v2",
        b"",
        events_of({"type": "citation-start", "delta": {"message": {"citations": {"text": X}}}}),
    ),
    "a signature": (
        "bedrock_converse",
        b"",
        frames("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"reasoningContent": {"signature": X}}}),
    ),
    "an opaque block of Bedrock": (
        "bedrock_converse",
        b"",
        frames("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"news": [{"text": X}]}}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROWING)
def test_what_grows_comes_to_an_end(name: str) -> None:
    spoken, begun, again = GROWING[name]
    stream = ResponseStream(dialect(spoken), Limits(total=20_000))
    stream.feed(BEGUN[spoken] + begun)
    fed = 0
    while not stream.is_over and fed < 2000:
        stream.feed(again)
        fed += 1
    assert 20 < fed < 1000
    response = stream.close()
    assert "Limits.total" in str(response.finish.why)
    assert not any(call.complete for call in response.calls[-1:])


@pytest.mark.parametrize("name", GROWING)
def test_what_was_held_back_counts_once(name: str) -> None:
    spoken, begun, again = GROWING[name]
    stream = ResponseStream(dialect(spoken))
    stream.feed(BEGUN[spoken] + begun + again * 100)
    before = stream._kept.size
    stream.end()
    assert 50 <= stream._kept.size <= 1.5 * before


JUNK = {"news": "j" * 40_000}
UNREAD: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "messages": (
        "openai_responses",
        lambda n: done(n, {"type": "message", "content": [{"type": "output_text", "text": "", **JUNK}]}),
    ),
    "calls of Responses": (
        "openai_responses",
        lambda n: done(n, {"type": "function_call", "call_id": f"c{n}", "name": "f", "arguments": "{}", **JUNK}),
    ),
    "a status": (
        "openai_responses",
        lambda n: done(
            n, {"type": "function_call", "call_id": f"c{n}", "name": "f", "arguments": "{}", "status": JUNK["news"]}
        ),
    ),
    "calls of Messages": (
        "anthropic_messages",
        lambda n: events_of(
            {
                "type": "content_block_start",
                "index": n,
                "content_block": {"type": "tool_use", "id": "c", "name": "f", "input": {}, **JUNK},
            }
        ),
    ),
    "calls of Bedrock": (
        "bedrock_converse",
        lambda n: frames(
            "contentBlockStart", {"contentBlockIndex": n, "start": {"toolUse": {"toolUseId": "c", "name": "f", **JUNK}}}
        ),
    ),
    "thoughts": (
        "gemini_interactions",
        lambda n: events_of({"event_type": "step.start", "index": n, "step": {"type": "thought", **JUNK}}),
    ),
    "calls of Interactions": (
        "gemini_interactions",
        lambda n: events_of(
            {
                "event_type": "step.start",
                "index": n,
                "step": {"type": "function_call", "id": "c", "name": "f", "arguments": {}, **JUNK},
            }
        ),
    ),
    "errors": (
        "gemini_interactions",
        lambda n: events_of(
            {"event_type": "interaction.completed", "interaction": {"status": "completed", "errors": [{**JUNK}]}}
        ),
    ),
}


def done(n: int, item: dict[str, Any]) -> bytes:
    return events_of({"type": "response.output_item.done", "output_index": n, "item": {"id": f"i{n}", **item}})


@pytest.mark.parametrize("name", UNREAD)
def test_keys_that_no_event_has_are_not_kept(name: str) -> None:
    spoken, event = UNREAD[name]
    stream = ResponseStream(dialect(spoken))
    stream.feed(BEGUN[spoken])
    for n in range(3):
        stream.feed(event(n))

    def feed() -> None:
        for n in range(3, 50):
            stream.feed(event(n))

    assert _left(feed) < 10 * 40_000
    assert not stream.is_over


@pytest.mark.parametrize("spoken", ["openai_chat", "ollama_chat"])
def test_the_pieces_of_an_event_need_no_more_memory_than_the_event(spoken: str) -> None:
    stream = ResponseStream(dialect(spoken))
    stream.feed(b'data: {"a":"' if spoken == "openai_chat" else b'{"a":"')

    def feed() -> None:
        for n in range(100_000):
            stream.feed(bytes((97 + n % 26, 97 + n % 25)))

    assert _left(feed) < 2 * 200_000


def test_details_are_joined_to_the_entry_before_them() -> None:
    pieces: list[Any] = [
        [{"type": "reasoning.text", "text": "a", "index": 0}, {"type": "reasoning.text", "text": "b", "index": 0}],
        [{"type": "reasoning.text", "text": "c", "index": 0, "signature": None}],
        [{"type": "reasoning.text", "text": None, "index": 0, "signature": "s"}, {"type": "reasoning.encrypted"}],
        [{"type": "reasoning.text", "text": "d"}, {"text": "e", "id": "i"}],
    ]
    outcome = read("openai_chat", [b"".join(chat({"reasoning_details": piece}) for piece in pieces)])
    assert isinstance(outcome, tuple)
    assert outcome[1].provider_data["reasoning_details"] == [
        {"type": "reasoning.text", "text": "a", "index": 0},
        {"type": "reasoning.text", "text": "bc", "index": 0, "signature": "s"},
        {"type": "reasoning.encrypted"},
        {"type": "reasoning.text", "text": "de", "id": "i"},
    ]


PIECE = "x" * 32


def _long_chat(size: int) -> tuple[bytes, bytes, bytes]:
    """Return the start of a long call, a piece of 32 characters of its arguments, and its end."""

    def piece(text: str, **more: Any) -> bytes:
        return chat({"tool_calls": [{"index": 0, "function": {"arguments": text} | more}]})

    last = {"id": "c", "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
    return piece('{"a":"', name="f"), piece(PIECE), piece('"}') + events_of(last) + b"data: [DONE]\n\n"


def _long_messages(size: int) -> tuple[bytes, bytes, bytes]:
    def piece(text: str) -> bytes:
        return delta({"type": "input_json_delta", "partial_json": text})

    stop = {"type": "content_block_stop", "index": 0}
    last = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}}
    begun = block({"type": "tool_use", "id": "t", "name": "f", "input": {}}) + piece('{"a":"')
    return begun, piece(PIECE), piece('"}') + events_of(stop, last, {"type": "message_stop"})


def _long_responses(size: int) -> tuple[bytes, bytes, bytes]:
    def event(word: str, **more: Any) -> bytes:
        return events_of({"type": f"response.{word}", "output_index": 0} | more)

    def piece(text: str) -> bytes:
        return event("function_call_arguments.delta", delta=text)

    call = {"type": "function_call", "id": "fc", "call_id": "c", "name": "f"}
    whole = f'{{"a":"{PIECE * (size // len(PIECE))}"}}'
    done = call | {"arguments": whole, "status": "completed"}
    ended = piece('"}') + event("function_call_arguments.done", arguments=whole) + event("output_item.done", item=done)
    ended += event("completed", response={"id": "r", "status": "completed", "output": [done]})
    return event("output_item.added", item=call | {"arguments": ""}) + piece('{"a":"'), piece(PIECE), ended


LONG = {"openai_chat": _long_chat, "anthropic_messages": _long_messages, "openai_responses": _long_responses}


def _left(work: Callable[[], object]) -> int:
    """Return the number of bytes that are still allocated after ``work``."""
    tracemalloc.start()
    try:
        work()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def _peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def holds_little(spoken: str, size: int) -> None:
    """Check that a long answer needs little memory.

    The last events of openai_responses repeat all arguments in three large documents.
    """
    times = 12 if spoken == "openai_responses" else 4
    stream = ResponseStream(dialect(spoken))
    begun, piece, ended = LONG[spoken](size)
    stream.feed(begun)

    def feed() -> None:
        for _ in range(size // len(PIECE) // 64):
            stream.feed(piece * 64)
        for start in range(0, len(ended), 64 * 1024):
            stream.feed(ended[start : start + 64 * 1024])

    assert _peak(feed) < times * size
    (call,) = stream.close().calls
    assert (call.complete, len(call.arguments.text)) == (True, size + len('{"a":""}'))
