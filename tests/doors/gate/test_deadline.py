"""Tests that a gateway is given up if it sends a byte from time to time and never ends an answer."""

import pytest

from conformance.adapters import reference_client
from conformance.adapters.process import TimedOut
from conformance.adapters.reference_client import answered
from tests.doors.raw import raw
from toolwire.wire.exchange import WireRequest

CHUNKED = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"
ENDLESS = {
    "head": [b"HTTP/1.1 200 OK\r\nx: ", *[b"a"] * 200],
    "earlier heads": [b"HTTP/1.1 102 Processing\r\n\r\n"] * 200,
    "trailer": [CHUNKED + b"0\r\nx: ", *[b"a"] * 200],
    "body": [CHUNKED, *[b"1\r\n \r\n"] * 200],
    "body without a length": [b"HTTP/1.1 200 OK\r\n\r\n{}", *[b" "] * 200],
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_answer_that_never_ends_is_given_up(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference_client, "WHOLE", 0.3)
    with (
        raw(ENDLESS[kind], pause=0.05) as place,
        pytest.raises(TimedOut, match=r"expected the answer to end within 0\.3 s, got no end"),
    ):
        answered(WireRequest(url=f"http://{place}/v1", body=b"{}"))
