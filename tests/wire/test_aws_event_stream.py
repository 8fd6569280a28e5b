"""AWS event streams: our frames are read by botocore, and broken ones are typed errors."""

import base64
import sys
from contextlib import suppress
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.wire import aws_event_stream
from toolwire.wire.aws_event_stream import Frame, FrameDecoder, encode, event, first_kind, starts
from toolwire.wire.errors import ExtraMissing, FramingError, WireError
from toolwire.wire.exchange import WireResponse

from ..each import each

pytest.importorskip("botocore", reason="the extra 'bedrock'")

TWO = event("messageStart", b'{"role":"assistant"}') + event("messageStop", '{"stopReason":"ä"}'.encode())


def frames(body: bytes, size: int = 1 << 20) -> list[Frame]:
    decoder = FrameDecoder()
    return [frame for at in range(0, len(body), size) for frame in decoder.feed(body[at : at + size])]


def test_botocore_reads_what_is_written() -> None:
    from botocore.eventstream import EventStreamBuffer

    buffer = EventStreamBuffer()
    buffer.add_data(TWO + encode({}, b"") + encode({"a": "ü"}, b"\0" * 70_000))
    read = [(dict(message.headers), bytes(message.payload)) for message in buffer]
    kinds = {":content-type": "application/json", ":message-type": "event"}
    assert read == [
        ({":event-type": "messageStart"} | kinds, b'{"role":"assistant"}'),
        ({":event-type": "messageStop"} | kinds, '{"stopReason":"ä"}'.encode()),
        ({}, b""),
        ({"a": "ü"}, b"\0" * 70_000),
    ]


@each("size", [1, 3, 11, 12, 13, 64])
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


def test_streams_are_told_by_type_or_first_bytes() -> None:
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
    whole = FrameDecoder._frame

    def counting(self: FrameDecoder, data: bytes) -> Any:
        taken.append(len(data))
        return whole(self, data)

    monkeypatch.setattr(FrameDecoder, "_frame", counting)
    body = event("contentBlockDelta", b'{"delta":{"text":"abc"}}') * 2000
    assert len(frames(body)) == 2000
    assert sum(taken) == len(body)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore.eventstream", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'toolcall-conformance\[bedrock\]'"):
        FrameDecoder()
