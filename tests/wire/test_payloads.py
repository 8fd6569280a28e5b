"""Tests of the JSON documents of an answer."""

import base64

import pytest

from toolwire.wire import aws_event_stream
from toolwire.wire.errors import FramingError, JsonError
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import payloads

SSE = {"content-type": "Text/Event-Stream; charset=utf-8"}


@pytest.mark.parametrize(("body", "headers", "found"), [
    pytest.param(b'{"a": 1}', {}, [{"a": 1}], id="object"),
    pytest.param(b'{\n"a": 1\n}\n', {}, [{"a": 1}], id="object-over-lines"),
    pytest.param(b'data: {"a": 1}\n\nevent: x\ndata: 2\n\ndata: [DONE]\n\n', {}, [{"a": 1}, 2], id="events"),
    pytest.param(b'event: x\r\ndata: {"a": 1}\r\n\r\n', {}, [{"a": 1}], id="event-and-crlf"),
    pytest.param(b"data:1\n\n", {}, [1], id="no-space"),
    pytest.param(b"\xef\xbb\xbfdata: 1\n\n", {}, [1], id="bom"),
    pytest.param(b": ping\n\ndata: 1\n\n", {}, [1], id="comment"),
    pytest.param(b"\nid: 1\nretry: 2\ndata: 1\n\n", SSE, [1], id="id-and-retry"),
    pytest.param(b"data: 1\n\ndata: {", SSE, [1], id="cut-event"),
    pytest.param(b'{"error": 1}', SSE, [{"error": 1}], id="json-as-sse"),
    pytest.param(b"1\n\n2\r\n3", {}, [1, 2, 3], id="lines"),
    pytest.param(b'[{"a": 1}\n,\r\n{"a": 2}]', {}, [{"a": 1}, {"a": 2}], id="array"),
])  # fmt: skip
def test_one_document_or_every_payload(body: bytes, headers: dict[str, str], found: list[object]) -> None:
    assert payloads(WireResponse(body=body, headers=headers)) == found


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"<html>", id="html"),
        pytest.param(b"data: {\n\n", id="cut-event"),
        pytest.param(b"{}{}", id="two-on-a-line"),
        pytest.param(b"{}\n{", id="cut-line"),
        pytest.param(b"\xff\n\xff", id="no-utf-8"),
    ],
)
def test_what_is_not_json_is_a_json_error(body: bytes) -> None:
    with pytest.raises(JsonError):
        payloads(WireResponse(body=body))


def _frame(payload: bytes) -> bytes:
    from binascii import crc32

    head = (16 + len(payload)).to_bytes(4, "big") + (0).to_bytes(4, "big")
    head += crc32(head).to_bytes(4, "big")
    return head + payload + crc32(head + payload).to_bytes(4, "big")


def test_aws_event_streams() -> None:
    inner = base64.b64encode(b'{"type":"ping"}')
    body = _frame(b'{"bytes":"' + inner + b'"}') + _frame(b'{"a":1}')
    assert list(aws_event_stream.payloads(body)) == [b'{"type":"ping"}', b'{"a":1}']
    for broken in (body[:-1] + b"\0", _frame(b'{"bytes":"abc"}'), b"\0\0\0\x20" * 4):
        with pytest.raises(FramingError):
            list(aws_event_stream.payloads(broken))
