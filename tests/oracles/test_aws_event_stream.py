"""Tests that botocore reads our AWS event streams, and reads frames as we do."""

from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("botocore", reason="botocore comes with the extra 'oracles'")

from botocore.eventstream import EventStreamBuffer, ParserError

from toolwire.wire.aws_event_stream import FrameDecoder, encode, event
from toolwire.wire.errors import FramingError

TWO = event("messageStart", b'{"role":"assistant"}') + event("messageStop", '{"stopReason":"ä"}'.encode())


def test_botocore_reads_what_is_written() -> None:
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


BROKEN = (ParserError, StopIteration, ValueError, KeyError)
NAMES = st.sampled_from([b"a", b"bc", b""])
HEADERS = st.one_of(
    st.tuples(NAMES, st.sampled_from([b"\x00", b"\x01"])),
    st.tuples(NAMES, st.binary(min_size=1, max_size=1).map(lambda data: b"\x02" + data)),
    st.tuples(NAMES, st.binary(min_size=8, max_size=8).map(lambda data: b"\x05" + data)),
    st.tuples(NAMES, st.binary(max_size=5).map(lambda data: b"\x06" + len(data).to_bytes(2, "big") + data)),
    st.tuples(
        NAMES, st.text(max_size=5).map(lambda text: b"\x07" + len(text.encode()).to_bytes(2, "big") + text.encode())
    ),
    st.tuples(NAMES, st.binary(min_size=16, max_size=16).map(lambda data: b"\x09" + data)),
)


@given(headers=st.lists(HEADERS, max_size=3), payload=st.binary(max_size=9))
def test_frames_are_read_as_botocore_reads_them(headers: list[tuple[bytes, bytes]], payload: bytes) -> None:
    written = b"".join(bytes([len(name)]) + name + value for name, value in headers)
    prelude = (16 + len(written) + len(payload)).to_bytes(4, "big") + len(written).to_bytes(4, "big")
    data = prelude + crc32(prelude).to_bytes(4, "big") + written + payload
    data += crc32(data).to_bytes(4, "big")
    assert _ours(data) == _botocores(data)


def _ours(data: bytes) -> Any:
    try:
        return [(frame.headers, frame.payload) for frame in FrameDecoder().feed(data)]
    except FramingError:
        return None


def _botocores(data: bytes) -> Any:
    buffer = EventStreamBuffer()
    buffer.add_data(data)
    try:
        return [(dict(message.headers), bytes(message.payload)) for message in buffer]
    except BROKEN:
        return None
