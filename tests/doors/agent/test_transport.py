"""Tests of OpenAI's own SDK with a transport that translates for every provider."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import httpx
import pytest
from msgspec.structs import replace

from conformance import scenarios
from conformance.recording.case import Case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.server.serving import replay_server
from conformance.server.tapes import Opened
from conformance.suite.cases import path_of
from toolwire import Answer, AsyncProviderTransport, Chain, Normalizer, ProviderTransport
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Text
from toolwire.providers import load, owner
from toolwire.wire import exact_json

openai = pytest.importorskip("openai")

MODES: Final = ("plain", "stream")
NOWHERE: Final = "http://nowhere.invalid/v1"


def spoken(provider: str, scenario: str, opened: Opened) -> dict[str, Any]:
    """Return the application's first request."""
    opening = scenarios.load(scenario).opening
    tools = scenarios.load(scenario).tools
    dialect = opened.tape._form.dialect
    return {
        "model": load(provider).dialects[dialect].model_of(scenario),
        "messages": [{"role": message.role, "content": message.parts[0].text} for message in opening],
        "tools": Normalizer("openai").tools(tools).body["tools"],
    }


def answers(scenario: str) -> list[str]:
    return [reply.text for reply in scenarios.load(scenario).replies[0]]


def following(messages: dict[str, Any], calls: list[Any], text: str | None, scenario: str) -> dict[str, Any]:
    entries = [
        {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": call["arguments"]}}
        for call in calls
    ]
    results = [
        {"role": "tool", "tool_call_id": call["id"], "content": text}
        for call, text in zip(calls, answers(scenario), strict=True)
    ]
    assistant = {"role": "assistant", "content": text, "tool_calls": entries}
    return messages | {"messages": [*messages["messages"], assistant, *results]}


def read_plain(completion: Any) -> tuple[list[Any], str | None]:
    message = completion.choices[0].message
    calls = [
        {"id": call.id, "name": call.function.name, "arguments": call.function.arguments}
        for call in message.tool_calls or ()
    ]
    return calls, message.content


def read_stream(chunks: list[Any]) -> tuple[list[Any], str | None]:
    calls: list[Any] = []
    text = ""
    for chunk in chunks:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for piece in choice.delta.tool_calls or ():
                if piece.index == len(calls):
                    calls.append({"id": piece.id, "name": piece.function.name, "arguments": ""})
                calls[piece.index]["arguments"] += piece.function.arguments or ""
    return calls, text or None


def hold(opened: Opened, provider: str, dialect: str, scenario: str, mode: str) -> str:
    chain = Chain(Normalizer(f"{provider}/{dialect}", base_url=opened.base_url))
    with httpx.Client(transport=ProviderTransport(chain)) as client:
        sdk = openai.OpenAI(api_key="none", base_url=NOWHERE, http_client=client, max_retries=0)
        messages = spoken(provider, scenario, opened)
        for turn in range(2):
            if mode == "plain":
                calls, text = read_plain(sdk.chat.completions.create(**messages))
            else:
                calls, text = read_stream([*sdk.chat.completions.create(**messages, stream=True)])
            if turn == 0:
                messages = following(messages, calls, text, scenario)
    return text or ""


async def hold_async(opened: Opened, provider: str, dialect: str, scenario: str, mode: str) -> str:
    chain = Chain(Normalizer(f"{provider}/{dialect}", base_url=opened.base_url))
    async with httpx.AsyncClient(transport=AsyncProviderTransport(chain)) as client:
        sdk = openai.AsyncOpenAI(api_key="none", base_url=NOWHERE, http_client=client, max_retries=0)
        messages = spoken(provider, scenario, opened)
        for turn in range(2):
            if mode == "plain":
                calls, text = read_plain(await sdk.chat.completions.create(**messages))
            else:
                stream = await sdk.chat.completions.create(**messages, stream=True)
                calls, text = read_stream([chunk async for chunk in stream])
            if turn == 0:
                messages = following(messages, calls, text, scenario)
    return text or ""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("waits", [True, False], ids=["sync", "async"])
def test_a_conversation_through_openais_sdk(dialect: str, mode: str, waits: bool) -> None:
    """Check that the provider gets the requests that the provider's own SDK sent for the cassette."""
    assert_held("call-parallel-same-tool", dialect, mode, waits)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "dialect", ["anthropic_messages", "gemini_generate", "openai_responses", "bedrock_converse", "mistral_chat"]
)
def test_what_only_the_provider_understands_goes_back(dialect: str, mode: str) -> None:
    """Check that signatures and encrypted reasoning go back, although OpenAI's chat completions lack them."""
    assert_held("call-parallel-with-reasoning", dialect, mode, waits=True)


def assert_held(scenario: str, dialect: str, mode: Any, waits: bool) -> None:
    provider = owner(dialect)
    cassette = Cassette(path_of(CassetteName(provider, dialect, scenario, mode)))
    with replay_server() as tapes:
        opened = tapes.open(Case.of(cassette))
        if waits:
            text = hold(opened, provider, dialect, scenario, mode)
        else:
            text = asyncio.run(hold_async(opened, provider, dialect, scenario, mode))
        assert [sent.turn for sent in opened.tape.sent] == [0, 1]
    assert text == scenarios.load(scenario).script[1].text


EVENTS: Final = (
    b'data: {"type": "message_start", "message": {"id": "m", "model": "claude", "content": []}}\n\n',
    b'data: {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}\n\n',
    b'data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "One "}}\n\n',
    b'data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "moment."}}\n\n',
    b'data: {"type": "content_block_stop", "index": 0}\n\n',
    b'data: {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}}\n\n',
    b'data: {"type": "message_stop"}\n\n',
)
BROKEN: Final = b'data: {"type": "error", "error": {"type": "overloaded_error", "message": "too much"}}\n\n'
ASKED: Final = {"model": "m", "messages": [{"role": "user", "content": "x"}], "temperature": 0.5, "stream": True}


class Events(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A streamed answer that records the events that were read."""

    def __init__(self, *events: bytes) -> None:
        self._events = events
        self.read: list[bytes] = []
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        for event in self._events:
            self.read.append(event)
            yield event

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for event in self:
            yield event

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


def provider(events: Events, asked: list[Any]) -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(exact_json.loads(request.content))
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=events)

    return httpx.MockTransport(answer)


def test_a_stream_is_passed_on_as_it_comes() -> None:
    events, asked = Events(*EVENTS), list[Any]()
    chain = Chain(Normalizer("anthropic"))
    with (
        httpx.Client(transport=provider(events, asked)) as inner,
        httpx.Client(transport=ProviderTransport(chain, client=inner)) as client,
        client.stream("POST", f"{NOWHERE}/chat/completions", json=ASKED) as came,
    ):
        chunks = came.iter_bytes()
        first = next(chunks)
        while b"One " not in first:
            first += next(chunks)
        assert events.read == [*EVENTS[:3]]
        rest = b"".join(chunks)
    assert events.closed
    assert (b"moment." in rest, rest.endswith(b"data: [DONE]\n\n")) == (True, True)
    assert asked[0]["temperature"] == exact_json.loads("0.5")


def test_and_without_blocking() -> None:
    async def held() -> None:
        events = Events(*EVENTS)
        chain = Chain(Normalizer("anthropic"))
        inner = httpx.AsyncClient(transport=provider(events, []))
        async with httpx.AsyncClient(transport=AsyncProviderTransport(chain, client=inner)) as client:
            async with client.stream("POST", f"{NOWHERE}/chat/completions", json=ASKED) as came:
                chunks = came.aiter_bytes()
                first = await anext(chunks)
                while b"One " not in first:
                    first += await anext(chunks)
                assert events.read == [*EVENTS[:3]]
            assert events.closed  # whoever stops reading closes the provider's answer, too

    asyncio.run(held())


def test_what_goes_wrong_on_the_way_is_raised() -> None:
    chain = Chain(Normalizer("anthropic"))

    def asked(*events: bytes) -> Any:
        inner = httpx.Client(transport=provider(Events(*events), []))
        client = httpx.Client(transport=ProviderTransport(chain, client=inner))
        sdk = openai.OpenAI(api_key="none", base_url=NOWHERE, http_client=client, max_retries=0)
        return sdk.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}], stream=True)

    with pytest.raises(openai.APIError, match="too much"):
        [*asked(*EVENTS[:4], BROKEN)]
    with pytest.raises(openai.APIConnectionError):
        [*asked(*EVENTS[:4])]
    with pytest.raises(openai.InternalServerError, match="too much"):
        asked(BROKEN)


def test_steps_that_look_at_answers_get_them_whole() -> None:
    def louder(answer: Answer) -> Answer:
        parts = tuple(replace(part, text=part.text.upper()) for part in answer.response.parts if isinstance(part, Text))
        return replace(answer, response=replace(answer.response, parts=parts))

    chain = Chain(Normalizer("anthropic"), answers=[louder])
    with (
        httpx.Client(transport=provider(Events(*EVENTS), [])) as inner,
        httpx.Client(transport=ProviderTransport(chain, client=inner)) as client,
    ):
        response = client.post(f"{NOWHERE}/chat/completions", json=ASKED)
        assert b"MOMENT" in response.content.replace(b'"}', b"")


def test_what_cannot_be_expressed_is_refused_in_the_applications_words() -> None:
    chain = Chain(Normalizer("gemini", base_url=NOWHERE))
    with httpx.Client(transport=ProviderTransport(chain)) as client:
        sdk = openai.OpenAI(api_key="none", base_url=NOWHERE, http_client=client, max_retries=0)
        with pytest.raises(openai.BadRequestError) as refused:
            sdk.chat.completions.create(model="m", messages=[{"role": "nobody", "content": "x"}])
    assert "expected system, developer, user, assistant, tool or function, got 'nobody'" in str(refused.value.body)


@pytest.mark.parametrize(
    ("body", "status"),
    [({"model": "c", "messages": [{"role": "user", "content": "x"}]}, 502), ({"input": "x"}, 400), ({}, 400)],
    ids=["provider", "other dialect", "empty"],
)
def test_whose_fault_it_is_shows_in_the_status(body: dict[str, Any], status: int) -> None:
    inner = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, text="not json")))
    transport = ProviderTransport(Chain(Normalizer("anthropic"), key="k"), client=inner)
    with httpx.Client(transport=transport) as client:
        answer = client.post("https://x.invalid/chat/completions", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["type"] == ("api_error" if status == 502 else "invalid_request_error")
