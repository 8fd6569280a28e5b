"""Tests of synchronous clients, which need no event loop, and of asynchronous clients, which stay on a single loop."""

import asyncio
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any

import pytest

from conformance.adapters.official import OfficialSdk
from conformance.callers import Mode
from conformance.callers.modes import all_of, awaited, opened, running
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner

SDKS = {
    "openai_chat": "openai", "openai_responses": "openai", "anthropic_messages": "anthropic",
    "gemini_generate": "google.genai", "mistral_chat": "mistralai", "ollama_chat": "ollama", "cohere_v2": "cohere",
    "bedrock_converse": "boto3", "gemini_interactions": "google.genai",
}  # fmt: skip


class Client:
    """A synchronous and asynchronous context manager. It records the event loop of each entry and exit, or None."""

    def __init__(self) -> None:
        self.loops: list[asyncio.AbstractEventLoop | None] = []

    def __enter__(self) -> "Client":
        self.loops.append(None)
        return self

    def __exit__(self, *_: object) -> None:
        self.loops.append(None)

    async def __aenter__(self) -> "Client":
        self.loops.append(asyncio.get_running_loop())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.loops.append(asyncio.get_running_loop())

    def stream(self) -> list[int]:
        return [1, 2]

    async def stream_async(self) -> AsyncIterator[int]:
        for number in (1, 2):
            await asyncio.sleep(0)
            yield number


async def _asked(stream: Any, manager: Any) -> list[Any]:
    async with opened(manager):
        return [await awaited(item) for item in await all_of(stream)]


def test_a_synchronous_client_is_asked_without_a_loop() -> None:
    client = Client()
    with running("sync", client) as (run, entered):
        assert run(_asked(entered.stream(), memoryview(b""))) == [1, 2]
        assert asyncio.run(_asked(entered.stream(), Client())) == [1, 2], (
            "a synchronous client cannot run an event loop"
        )
    assert client.loops == [None, None]


def test_an_asynchronous_client_stays_on_one_loop() -> None:
    client = Client()
    with running("async", client) as (run, entered):
        assert run(_asked(entered.stream_async(), Client())) == [1, 2]
        client.loops.append(run(_loop()))
    assert len(client.loops) == 3
    assert len(set(client.loops)) == 1
    assert client.loops[0] is not None
    assert client.loops[0].is_closed()


async def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def test_a_synchronous_client_that_waits_is_refused() -> None:
    async def waits() -> None:
        await Waiting()

    with running("sync", Client()) as (run, _), pytest.raises(RuntimeError, match="must not wait for an event loop"):
        run(waits())


class Waiting:
    def __await__(self) -> Any:
        yield


def test_a_client_is_left_where_its_conversation_breaks_off() -> None:
    client = Client()
    with pytest.raises(KeyError), running("async", client):
        raise KeyError("whatever")
    assert len(client.loops) == 2


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_official_sdk_is_judged_in_each_mode(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(SDKS[dialect], reason="the official SDKs come with the extra 'oracles'")
    adapter = OfficialSdk(dialect)
    assert ("async" in adapter.hello.modes) == (dialect != "bedrock_converse")
    ran: list[Mode] = []
    monkeypatch.setattr(
        import_module("conformance.callers.caller"),
        "running",
        lambda mode, client: (ran.append(mode), running(mode, client))[1],
    )
    for scenario in ("call-single", "call-parallel", "history-parallel-results"):
        for mode in ("plain", "stream"):
            results = judge(open_case(CassetteName(owner(dialect), dialect, scenario, mode)), adapter)
            assert [result.findings for result in results if result.party == "adapter" and result.red] == []
    assert set(ran) == set(adapter.hello.modes)
