"""Our clients for genuine endpoints, and servers that answer as no API does."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from conformance.recording.live import AsyncLive, Limits, Live, Redirected
from conformance.standins import Answer
from tests.doors.raw import raw
from toolwire.wire.exchange import WireRequest

Ask = Callable[[WireRequest, Limits], Answer]


def plain(request: WireRequest, limits: Limits) -> Answer:
    with Live(limits=limits) as client:
        return client.ask(request)


def in_coroutine(request: WireRequest, limits: Limits) -> Answer:
    async def asked() -> Answer:
        async with AsyncLive(limits=limits) as client:
            return await client.ask(request)

    with ThreadPoolExecutor(1) as pool:  # the browser of other tests has the event loop of this thread
        return pool.submit(asyncio.run, asked()).result()


@pytest.fixture(params=[plain, in_coroutine])
def ask(request: pytest.FixtureRequest) -> Ask:
    client: Ask = request.param
    return client


@pytest.mark.parametrize("location", [b"//[x", b"http://a[b]c/", b"http://us\xe2\x84\x80er@127.0.0.1/x"])
def test_a_redirect_to_an_address_that_cannot_be_read(location: bytes, ask: Ask) -> None:
    with (
        raw(b"HTTP/1.1 302 Found\r\nlocation: " + location + b"\r\ncontent-length: 0\r\n\r\n") as place,
        pytest.raises(Redirected, match="redirects to an address that cannot be read"),
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits())


def test_a_redirect_to_an_address_that_no_client_can_ask(ask: Ask) -> None:
    with (
        raw(b"HTTP/1.1 302 Found\r\nlocation: http://a:b/x\r\ncontent-length: 0\r\n\r\n") as place,
        pytest.raises(Redirected, match="redirects to http://a:b/x: use that address, if it is correct"),
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits())
