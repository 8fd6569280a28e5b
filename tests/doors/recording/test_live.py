"""Tests of the clients for genuine endpoints, with servers that answer as no API does."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from conformance.adapters.reference_client import answered
from conformance.recording import live
from conformance.recording.live import AsyncLive, BrokeOff, Limits, Live, NoAnswer, NotTheApi, Redirected, TimedOut
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
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


def again_in_coroutine(request: WireRequest) -> None:
    async def asked() -> None:
        async with AsyncLive() as client:
            await client.ask(request)
            await client.ask(request)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, asked()).result()


def again_plain(request: WireRequest) -> None:
    with Live() as client:
        client.ask(request)
        client.ask(request)


def again_to_gateway(request: WireRequest) -> None:
    answered(request)
    answered(request)


@pytest.mark.parametrize("ask_twice", [again_plain, again_in_coroutine, again_to_gateway])
def test_no_cookie_is_sent_back(ask_twice: Callable[[WireRequest], None]) -> None:
    asked: list[WireRequest] = []

    def answer(request: WireRequest) -> Answer:
        asked.append(request)
        headers = {"content-type": "application/json", "set-cookie": "session=7; Path=/"}
        return Answer(status=200, headers=headers, chunks=(Chunk(0, b"{}"),), expected=None)

    with serving(answer) as url:
        ask_twice(WireRequest(url=f"{url}/v1", body=b"{}"))
    assert len(asked) == 2
    assert [request.headers.get("cookie") for request in asked] == [None, None]


@pytest.fixture(params=[plain, in_coroutine])
def ask(request: pytest.FixtureRequest) -> Ask:
    client: Ask = request.param
    return client


@pytest.mark.parametrize("location", [b"//[x", b"http://a[b]c/", b"http://us\xe2\x84\x80er@127.0.0.1/x"])
def test_a_redirect_to_an_address_that_cannot_be_read(location: bytes, ask: Ask) -> None:
    with (
        raw(b"HTTP/1.1 302 Found\r\nlocation: " + location + b"\r\ncontent-length: 0\r\n\r\n") as place,
        pytest.raises(Redirected, match="redirects to an invalid address"),
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits())


def test_a_redirect_to_an_address_that_no_client_can_ask(ask: Ask) -> None:
    with (
        raw(b"HTTP/1.1 302 Found\r\nlocation: http://a:b/x\r\ncontent-length: 0\r\n\r\n") as place,
        pytest.raises(Redirected, match=r"redirects to http://a:b/x\. Use that address if it is correct"),
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits())


CHUNKED = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"
ENDLESS = {
    "head": (TimedOut, [b"HTTP/1.1 200 OK\r\nx: ", *[b"a"] * 200]),
    "earlier heads": (TimedOut, [b"HTTP/1.1 102 Processing\r\n\r\n"] * 200),
    "chunk extension": (BrokeOff, [CHUNKED + b"1;", *[b"a"] * 200]),
    "trailer": (BrokeOff, [CHUNKED + b"0\r\nx: ", *[b"a"] * 200]),
    "body": (BrokeOff, [CHUNKED, *[b"1\r\n \r\n"] * 200]),
    "body without a length": (BrokeOff, [b"HTTP/1.1 200 OK\r\n\r\n{}", *[b" "] * 200]),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_answer_that_never_ends_is_given_up(kind: str, ask: Ask) -> None:
    error, pieces = ENDLESS[kind]
    with (
        raw(pieces, pause=0.05) as place,
        pytest.raises(NoAnswer, match=r"expected the answer to end within 0\.3 s, got no end") as raised,
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits(whole=0.3))
    assert type(raised.value) is error
    if isinstance(raised.value, BrokeOff):
        assert raised.value.answer.chunks[0].data == b"{}"


def test_endless_heads_without_a_pause_are_given_up(ask: Ask) -> None:
    heads = b"HTTP/1.1 100 Continue\r\n\r\n" * 1000
    with (
        raw(repeat(heads, 500)) as place,
        pytest.raises(TimedOut, match=r"expected the answer to end within 0\.3 s, got no end"),
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits(whole=0.3))


def test_an_answer_in_too_many_chunks_breaks_off(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_CHUNKS", 100)
    with (
        raw([CHUNKED, b"1\r\n \r\n" * 1000 + b"0\r\n\r\n"]) as place,
        pytest.raises(BrokeOff, match="the answer has more than 100 chunks"),
    ):
        ask(WireRequest(url=f"http://{place}/v1", body=b"{}"), Limits())


@pytest.mark.parametrize("encoding", [b"", b"Identity", b"identity, identity"])
@pytest.mark.parametrize("ask", [plain, in_coroutine])
def test_an_encoding_that_changes_nothing(encoding: bytes, ask: Ask) -> None:
    with raw(b"HTTP/1.1 200 OK\r\ncontent-encoding: " + encoding + b"\r\ncontent-length: 2\r\n\r\n{}") as place:
        assert ask(WireRequest(url=f"http://{place}/", method="GET", headers={}, body=b""), Limits()).body == b"{}"


def test_a_web_page_whose_type_is_in_capitals() -> None:
    with (
        raw(b"HTTP/1.1 200 OK\r\ncontent-type: Text/HTML\r\ncontent-length: 2\r\n\r\nhi") as place,
        pytest.raises(NotTheApi, match="got a web page"),
    ):
        plain(WireRequest(url=f"http://{place}/", method="GET", headers={}, body=b""), Limits())


def test_an_endpoint_that_does_not_read_the_request() -> None:
    large = bytes(2**25)
    with raw(b"", hold=True) as place, pytest.raises(TimedOut, match="expected the endpoint to read the request"):
        plain(WireRequest(url=f"http://{place}/", method="POST", headers={}, body=large), Limits(piece=0.3))
