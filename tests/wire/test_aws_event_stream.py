"""Tests of AWS event streams: frames are read however they are cut, and broken frames raise typed errors."""

import base64
from contextlib import suppress
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.wire import aws_event_stream
from toolwire.wire.aws_event_stream import Frame, FrameDecoder, encode, event, first_kind, starts
from toolwire.wire.errors import FramingError, WireError
from toolwire.wire.exchange import WireResponse

TWO = event("messageStart", b'{"role":"assistant"}') + event("messageStop", '{"stopReason":"ä"}'.encode())


def frames(body: bytes, size: int = 1 << 20) -> list[Frame]:
    decoder = FrameDecoder()
    return [frame for at in range(0, len(body), size) for frame in decoder.feed(body[at : at + size])]


@pytest.mark.parametrize("size", [1, 3, 11, 12, 13, 64])
def test_frames_are_the_same_however_the_bytes_are_cut(size: int) -> None:
    assert frames(TWO, size) == frames(TWO)
    assert [frame.kind for frame in frames(TWO)] == ["messageStart", "messageStop"]
    assert frames(TWO[:-1], size) == frames(TWO)[:1]


def test_a_document_is_the_payload_under_its_kind() -> None:
    boom = event("throttlingException", b'{"message":"boom"}')
    fatal = encode({":message-type": "error", ":error-code": "InternalError", ":error-message": "boom"}, b"")
    chunk = event("chunk", b'{"bytes":"' + base64.b64encode(b'{"type":"ping"}') + b'"}')
    assert list(aws_event_stream.payloads(TWO[:0] + boom + fatal + chunk)) == [
        b'{"throttlingException":{"message":"boom"}}', b'{"InternalError":{"message":"boom"}}', b'{"type":"ping"}',
    ]  # fmt: skip
    assert [frame.failed for frame in frames(TWO + boom + fatal)] == [False, False, True, True]


def _read(decoder: FrameDecoder, body: bytes, size: int, into: list[Frame]) -> None:
    for at in range(0, len(body), size):
        for frame in decoder.feed(body[at : at + size]):
            into.append(frame)


def test_a_broken_frame_is_an_error_behind_those_before_it() -> None:
    first = len(event("messageStart", b'{"role":"assistant"}'))
    for place in (first + 2, first + 10, first + 20, len(TWO) - 1):
        broken = TWO[:place] + bytes([TWO[place] ^ 1]) + TWO[place + 1 :]
        for size in (1, 7, 1 << 20):
            decoder = FrameDecoder()
            read: list[Frame] = []
            with pytest.raises(FramingError, match="broken"):
                _read(decoder, broken, size, read)
            assert [frame.kind for frame in read] == ["messageStart"]


@given(
    headers=st.binary(max_size=12), payload=st.binary(max_size=3), size=st.integers(0, 30), length=st.integers(0, 30)
)
def test_any_frame_is_read_or_a_wire_error(headers: bytes, payload: bytes, size: int, length: int) -> None:
    for lengths in ((16 + len(headers) + len(payload), len(headers)), (size, length)):
        prelude = b"".join(number.to_bytes(4, "big") for number in lengths)
        data = prelude + crc32(prelude).to_bytes(4, "big") + headers + payload
        with suppress(WireError):
            for frame in frames(data + crc32(data).to_bytes(4, "big")):
                frame.document()


def test_streams_are_recognised_by_type_or_first_bytes() -> None:
    assert (starts(TWO), starts(TWO[:12]), starts(TWO[:11]), starts(b"data: {}\n\n" * 3)) == (True, True, False, False)
    assert first_kind(TWO) == "messageStart"
    for body in (b"", b"{}", encode({}, b"{}"), event("throttlingException", b"{}")):
        assert first_kind(body) is None
    typed: Any = {"content-type": "application/vnd.amazon.eventstream"}
    assert aws_event_stream.is_event_stream(WireResponse(body=b"", headers=typed))
    assert aws_event_stream.is_event_stream(WireResponse(body=TWO))
    assert not aws_event_stream.is_event_stream(WireResponse(body=TWO, headers={"content-type": "application/json"}))


def test_each_byte_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    whole = aws_event_stream._frame

    def counting(data: bytes) -> Frame:
        taken.append(len(data))
        return whole(data)

    monkeypatch.setattr(aws_event_stream, "_frame", counting)
    body = event("contentBlockDelta", b'{"delta":{"text":"abc"}}') * 2000
    assert len(frames(body)) == 2000
    assert sum(taken) == len(body)


HEADERS: dict[bytes, Any] = {
    b"\x01a\x00": True,
    b"\x01a\x01": False,
    b"\x01a\x02\xff": -1,
    b"\x01a\x03\x01\x00": 256,
    b"\x01a\x04\x00\x01\x00\x00": 65536,
    b"\x01a\x05\xff\xff\xff\xff\xff\xff\xff\xfe": -2,
    b"\x01a\x06\x00\x02\xff\x00": b"\xff\x00",
    b"\x01a\x07\x00\x02\xc3\xa4": "ä",
    b"\x01a\x08\x00\x00\x00\x00\x00\x00\x00\x07": 7,
    b"\x01a\x09" + bytes(range(16)): bytes(range(16)),
}


def frame_of(headers: bytes) -> bytes:
    prelude = (16 + len(headers)).to_bytes(4, "big") + len(headers).to_bytes(4, "big")
    data = prelude + crc32(prelude).to_bytes(4, "big") + headers
    return data + crc32(data).to_bytes(4, "big")


@pytest.mark.parametrize(("written", "value"), HEADERS.items(), ids=[f"type-{n}" for n in range(10)])
def test_every_type_of_header_is_read(written: bytes, value: Any) -> None:
    assert frames(frame_of(written))[0].headers == {"a": value}


@pytest.mark.parametrize("written", HEADERS, ids=[f"type-{n}" for n in range(10)])
def test_a_cut_header_is_an_error(written: bytes) -> None:
    for end in range(1, len(written)):
        with pytest.raises(FramingError, match="a header"):
            frames(frame_of(written[:end]))


@pytest.mark.parametrize(
    ("written", "why"),
    [
        pytest.param(b"\x01a\x0a", "unknown type 10", id="unknown-type"),
        pytest.param(b"\x01a\x00\x01a\x01", "the header 'a' is repeated", id="repeated"),
        pytest.param(b"\x01\xff\x00", "a header cannot be read", id="no-utf-8"),
    ],
)
def test_a_header_that_is_none_is_an_error(written: bytes, why: str) -> None:
    with pytest.raises(FramingError, match=why):
        frames(frame_of(written))
