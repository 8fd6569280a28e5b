"""Tests of requests over httpx: steps, keys, errors, and connections that break."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from toolwire import Answer, Chain, Normalizer, Note, Segment, SegmentContent
from toolwire.client.key import NoKeyHeader
from toolwire.model import Message, Request, Text
from toolwire.wire import exact_json

ASKED = Request(messages=(Message(role="user", parts=(Text(text="Go."),)),), model="m")
PIECES = [
    {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]} for text in ("Hel", "lo", " there")
]
END = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


def sse(*documents: Any) -> list[bytes]:
    return [b"data: " + exact_json.encode(document) + b"\n\n" for document in documents]


class Broken(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that ends with a network error."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        yield from self._pieces
        raise httpx.ReadError("reset by peer")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece
        raise httpx.ReadError("reset by peer")


def asked(chain: Chain, respond: Any, request: Request, received: list[Segment] | None = None) -> Answer:
    """Return the answer of ``ask``, after a check that ``aask`` returns the same answer."""
    segments: list[Segment] = []
    with httpx.Client(transport=httpx.MockTransport(respond)) as client:
        answer = chain.ask(client, request, segments.append)

    async def again() -> Answer:
        async with httpx.AsyncClient(transport=httpx.MockTransport(respond)) as client:
            return await chain.aask(client, request)

    assert asyncio.run(again()) == answer
    if received is not None:
        received += segments
    return answer


def plain(text: str) -> httpx.Response:
    message = {"role": "assistant", "content": text}
    return httpx.Response(200, json={"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})


def test_steps_see_the_request_before_it_is_translated_and_the_answer_after_it_was_validated() -> None:
    def briefly(request: Request) -> Request:
        return replace(request, max_output_tokens=5)

    def signed(answer: Answer) -> Answer:
        return replace(answer, notes=(*answer.notes, Note(kind="changed", where="", why="seen")))

    sent: list[Any] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return plain("Hello")

    chain = Chain(Normalizer("openai"), key="k", requests=[briefly], answers=[signed])
    answer = asked(chain, respond, ASKED)
    assert answer.text == "Hello"
    assert [note.why for note in answer.notes] == ["seen"]
    assert "5" in sent[0].content.decode()
    assert sent[0].headers["authorization"] == "Bearer k"


@pytest.mark.parametrize(("provider", "header"), [("anthropic", "x-api-key"), ("gemini", "x-goog-api-key")])
def test_keys_go_where_the_provider_wants_them(provider: str, header: str) -> None:
    sent: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(401, json={"error": {"message": "no such key", "type": "authentication_error"}})

    answer = asked(Chain(Normalizer(provider), key="secret"), respond, ASKED)
    assert sent[0].headers[header] == "secret"
    assert answer.response.error is not None
    assert (answer.response.error.status, answer.response.error.message) == (401, "no such key")
    with pytest.raises(NoKeyHeader, match="vertex authenticates with oauth"):
        Chain(Normalizer("vertex"), key="secret")


def test_a_connection_that_breaks_gives_what_came() -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=Broken(sse(*PIECES)))

    received: list[Segment] = []
    answer = asked(Chain(Normalizer("openai")), respond, replace(ASKED, stream=True), received)
    assert (answer.text, answer.response.finish.reason) == ("Hello there", "interrupted")
    assert [note.kind for note in answer.notes] == ["interrupted"]
    assert [type(segment).__name__ for segment in received] == [
        "SegmentStarted",
        *["SegmentContent"] * 3,
        "SegmentEnded",
    ]


def test_a_connection_that_breaks_before_anything_came_raises() -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=Broken([]))

    with (
        httpx.Client(transport=httpx.MockTransport(respond)) as client,
        pytest.raises(httpx.ReadError, match="reset by peer"),
    ):
        Chain(Normalizer("openai")).ask(client, replace(ASKED, stream=True))


def test_a_plain_answer_to_who_asked_for_a_stream_comes_in_segments_too() -> None:
    received: list[Segment] = []
    request = replace(ASKED, stream=True)
    answer = asked(Chain(Normalizer("openai")), lambda _: plain("All at once"), request, received)
    assert answer.text == "All at once"
    assert [type(segment).__name__ for segment in received] == ["SegmentStarted", "SegmentContent", "SegmentEnded"]


def test_a_function_that_is_a_coroutine_is_awaited_where_that_can_be() -> None:
    received: list[Segment] = []

    async def tell(segment: Segment) -> None:
        await asyncio.sleep(0)
        received.append(segment)
        if len(received) == 2:
            raise ZeroDivisionError

    def respond(request: httpx.Request) -> httpx.Response:
        body = b"".join(sse(*PIECES, END))
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body)

    async def hold() -> Answer:
        async with httpx.AsyncClient(transport=httpx.MockTransport(respond)) as client:
            return await Chain(Normalizer("openai")).aask(client, replace(ASKED, stream=True), tell)

    answer = asyncio.run(hold())
    assert answer.text == "".join(part.text for part in received if isinstance(part, SegmentContent)) == "Hello there"
    assert [note.why for note in answer.notes] == ["on_segment raised ZeroDivisionError: "]
    with httpx.Client(transport=httpx.MockTransport(respond)) as client:
        answer = Chain(Normalizer("openai")).ask(client, replace(ASKED, stream=True), tell)
    assert ["only aask awaits coroutines" in note.why for note in answer.notes] == [True]


def test_notes_of_the_request_come_with_the_answer() -> None:
    normalizer = Normalizer("ollama")
    question = normalizer.asked("Go.", tools=[], model="m").request
    strict = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}, "strict": True}}
    question = normalizer.asked("Go.", tools=[strict], tool_choice="required", model="m").request
    done = {"model": "m", "message": {"role": "assistant", "content": "Hello"}, "done": True, "done_reason": "stop"}
    answer = asked(Chain(normalizer), lambda _: httpx.Response(200, json=done), question)
    assert {note.where for note in answer.notes} == {"/tools/0/strict", "/tool_choice"}
