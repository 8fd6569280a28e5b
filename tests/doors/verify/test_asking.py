"""Tests of a study's client with endpoints that send large answers or wrong counts of tokens."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from conformance.verify.asking import Asking, OverBudget
from conformance.verify.budget import Purse
from conformance.verify.case_set import Case
from conformance.verify.record import Received
from conformance.verify.study import Endpoint, Limits
from toolwire.dialects.dialect import Dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Response
from toolwire.wire.exchange import WireRequest, WireResponse

CASE = Case(id="a", body={"messages": [{"role": "user", "content": "Hello"}]})
LIMIT = 100
SECONDS = 30


def answer(text: str, tokens: int = 1) -> Answer:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": tokens, "completion_tokens": tokens, "total_tokens": 2 * tokens}
    body = json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()
    return Answer(status=200, headers={"content-type": "application/json"}, chunks=(Chunk(0, body),), expected=None)


def endpoint(name: str, url: str) -> Endpoint:
    return Endpoint(name=name, base_url=f"{url}/v1", model="m")


def in_thread(asked: Coroutine[Any, Any, object]) -> None:
    with ThreadPoolExecutor(1) as pool:  # the browser of other tests has the event loop of this thread
        pool.submit(asyncio.run, asked).result()


def test_other_endpoints_are_asked_while_an_answer_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, others = Event(), Event()

    def slowly(spoken: Dialect, response: WireResponse) -> Response:
        if b"large" in response.body:
            begun.set()
            assert others.wait(SECONDS)
        return read_answer(spoken, response)

    async def asked(greedy: str, modest: str) -> None:
        purse = Purse(Limits())
        async with (
            Asking(endpoint("a", greedy), purse, LIMIT) as first,
            Asking(endpoint("b", modest), purse, LIMIT) as second,
        ):
            reading = asyncio.create_task(first.ask(CASE, "plain", 0))
            while not begun.is_set():
                await asyncio.sleep(0.01)
            await second.ask(CASE, "plain", 0)
            others.set()
            assert isinstance((await reading).outcome, Received)

    monkeypatch.setattr("conformance.verify.asking.read_answer", slowly)
    with serving(lambda _: answer("large")) as greedy, serving(lambda _: answer("Hi")) as modest:
        in_thread(asked(greedy, modest))


def test_a_negative_number_of_tokens_does_not_raise_the_budget() -> None:
    sent: list[WireRequest] = []

    def negative(request: WireRequest) -> Answer:
        sent.append(request)
        return answer("Hi", tokens=-1000)

    async def asked(url: str) -> Purse:
        purse = Purse(Limits(tokens=4 * LIMIT))
        async with Asking(endpoint("a", url), purse, LIMIT) as client:
            for repeat in range(9):
                await client.ask(CASE, "plain", repeat)
        return purse

    with serving(negative) as url, pytest.raises(OverBudget):
        in_thread(asked(url))
    assert 1 < len(sent) < 4
