"""AWS event streams: binary frames of headers and a payload, each with checksums.

Smithy's specification of ``application/vnd.amazon.eventstream`` defines the layout: the lengths of the frame and of its
headers, a CRC32 of both lengths, the headers, the payload, and a CRC32 of all of these.
"""

import base64
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from zlib import crc32

import msgspec

from toolwire.wire import exact_json
from toolwire.wire.errors import FramingError, LimitExceeded
from toolwire.wire.exchange import WireResponse
from toolwire.wire.limits import LIMITS, Limits

CONTENT_TYPE: Final = "application/vnd.amazon.eventstream"
PRELUDE: Final = 12
"""The size in bytes of the start of a frame: the frame's two lengths, and the checksum of these lengths."""
_CHECKSUM: Final = 4
_BROKEN: Final = "a frame of the AWS event stream is broken"
_FLAGS: Final = {0: True, 1: False}
_NUMBERS: Final = {
    2: struct.Struct(">b"),
    3: struct.Struct(">h"),
    4: struct.Struct(">i"),
    5: struct.Struct(">q"),
    8: struct.Struct(">q"),
}
"""The binary layout of each header type whose value is an integer. Type 8 is a time in milliseconds since 1970."""
_BYTES: Final = 6
_STRING: Final = 7
_UUID: Final = 9
_UUID_BYTES: Final = 16
_LENGTH: Final = struct.Struct(">H")
_LONGEST_NAME: Final = 200
_WRAPPINGS: Final = ("", "chunk")
"""The kinds of frames whose payload may have an event of another dialect in base64. "" means a frame without a kind."""
_EVENT_TYPE: Final = re.compile(rb"\x0b:event-type\x07..(\w+)", re.DOTALL)


class Frame(msgspec.Struct, frozen=True):
    """A frame: its headers by name, and its payload."""

    headers: dict[str, Any]
    payload: bytes

    @property
    def kind(self) -> str:
        """The kind of the event or exception, or the code of the error. It is "" if no header names the kind."""
        for name in (":event-type", ":exception-type", ":error-code"):
            if name in self.headers:
                return str(self.headers[name])
        return ""

    @property
    def failed(self) -> bool:
        """True if the frame is an exception or an error."""
        return bool(self.headers.get(":message-type", "event") != "event")

    def document(self, limits: Limits = LIMITS) -> bytes:
        """Return the frame's JSON document: ``{kind: payload}``, as SDKs return it. Raises ``WireError``.

        If the frame is a chunk from Bedrock's InvokeModel, return the event that its payload contains in base64. If an
        error has no payload, the document has the message from the frame's headers.
        """
        payload = self.payload
        if not payload and ":error-message" in self.headers:
            payload = exact_json.encode({"message": str(self.headers[":error-message"])})
        if self.kind not in _WRAPPINGS:
            return b"{%s:%s}" % (exact_json.encode(self.kind), payload)
        document = exact_json.loads(payload, limits)
        inner = document.get("bytes") if isinstance(document, dict) else None
        if not isinstance(inner, str):
            return payload
        try:
            return base64.b64decode(inner, validate=True)
        except ValueError as error:
            raise FramingError(f"a frame of the AWS event stream has a payload that is not base64: {error}") from None


class FrameDecoder:
    """A decoder that takes the bytes of a stream, cut anywhere, and returns frames.

    The decoder reads each byte once.
    """

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._pending = bytearray()
        self._limit = limits.event

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        """Yield the frames that ``chunk`` completes.

        Raises ``FramingError``, and ``LimitExceeded`` for a frame that is too large.
        """
        self._pending += chunk
        while len(self._pending) >= PRELUDE:
            if not starts(self._pending):
                raise FramingError(f"{_BROKEN}: the checksum of the frame's lengths is wrong")
            size = int.from_bytes(self._pending[:4], "big")
            if size > self._limit:
                raise LimitExceeded(f"a frame is too large: expected at most {self._limit} bytes", "event", self._limit)
            if len(self._pending) < size:
                return
            frame = _frame(bytes(self._pending[:size]))
            del self._pending[:size]
            yield frame


def _frame(data: bytes) -> Frame:
    """Return the frame in ``data``, the bytes of a whole frame. Raises ``FramingError`` for wrong lengths, a wrong
    checksum or malformed headers.
    """
    end = len(data) - _CHECKSUM
    payload = PRELUDE + int.from_bytes(data[4:8], "big")
    if payload > end:
        raise FramingError(f"{_BROKEN}: the frame is too short for its headers")
    if crc32(data[:end]) != int.from_bytes(data[end:], "big"):
        raise FramingError(f"{_BROKEN}: the frame's checksum is wrong")
    return Frame(_headers(data[PRELUDE:payload]), data[payload:end])


def _headers(data: bytes) -> dict[str, Any]:
    """Return the headers in ``data``, by name. Raises ``FramingError`` for a malformed or repeated header."""
    headers: dict[str, Any] = {}
    at = 0
    while at < len(data):
        name = data[at + 1 : at + 1 + data[at]]
        kind = at + 1 + data[at]
        try:
            if kind >= len(data):
                raise FramingError(f"{_BROKEN}: the frame ends inside a header")
            value, at = _value(data, data[kind], kind + 1)
            key = name.decode()
        except (struct.error, UnicodeDecodeError) as error:
            raise FramingError(f"{_BROKEN}: a header cannot be read: {error}") from None
        if key in headers:
            raise FramingError(f"{_BROKEN}: the header {key!r} is repeated")
        headers[key] = value
    return headers


def _value(data: bytes, kind: int, at: int) -> tuple[Any, int]:
    """Return the value of a header that has the type ``kind``, and the index after the value. ``at`` is the index at
    which the value starts.

    Raises ``FramingError``, ``UnicodeDecodeError`` or ``struct.error`` for a value that cannot be read.
    """
    if kind in _FLAGS:
        return _FLAGS[kind], at
    if kind in _NUMBERS:
        [number] = _NUMBERS[kind].unpack_from(data, at)
        return number, at + _NUMBERS[kind].size
    if kind == _UUID:
        begin, end = at, at + _UUID_BYTES
    elif kind in (_BYTES, _STRING):
        [length] = _LENGTH.unpack_from(data, at)
        begin = at + _LENGTH.size
        end = begin + length
    else:
        raise FramingError(f"{_BROKEN}: a header has the unknown type {kind}")
    if end > len(data):
        raise FramingError(f"{_BROKEN}: the frame ends inside a header")
    value = data[begin:end]
    return (value.decode() if kind == _STRING else value), end


def encode(headers: Mapping[str, str], payload: bytes) -> bytes:
    """Return the bytes of a frame. The values of ``headers`` are text."""
    header_bytes = b"".join(_header(name.encode(), value.encode()) for name, value in headers.items())
    prelude = (PRELUDE + len(header_bytes) + len(payload) + 4).to_bytes(4, "big") + len(header_bytes).to_bytes(4, "big")
    data = prelude + crc32(prelude).to_bytes(4, "big") + header_bytes + payload
    return data + crc32(data).to_bytes(4, "big")


def _header(name: bytes, value: bytes) -> bytes:
    return bytes([len(name)]) + name + bytes([_STRING]) + len(value).to_bytes(2, "big") + value


def rewritten(body: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return a copy of a body. In each frame, ``change`` replaces the payload, and the checksum is computed again.

    ``change`` must not change the length of a payload. Bytes that are not a whole frame stay unchanged.
    """
    out = bytearray()
    for frame, begin, end in _laid_out(body):
        if begin < end:
            data = frame[:begin] + change(frame[begin:end]) + frame[end:-4]
            frame = data + crc32(data).to_bytes(4, "big")
        out += frame
    return bytes(out)


def raw_payloads(body: bytes) -> list[bytes]:
    """Return the payload of each whole frame, unchanged. If bytes that are not a whole frame follow the frames, the
    last item of the list is ``b""``.
    """
    return [frame[begin:end] for frame, begin, end in _laid_out(body)]


def raw_frames(body: bytes) -> list[bytes]:
    """Return the frames unchanged, followed by the bytes that are not a whole frame."""
    return [frame for frame, _, _ in _laid_out(body)]


def _laid_out(body: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield each frame with the start and end of its payload. Bytes that are not a whole frame come last, with an empty
    payload.
    """
    at = 0
    while starts(body[at : at + PRELUDE]) and len(body) - at >= (size := int.from_bytes(body[at : at + 4], "big")):
        headers = int.from_bytes(body[at + 4 : at + 8], "big")
        if size < PRELUDE + headers + 4:
            break
        yield body[at : at + size], PRELUDE + headers, size - 4
        at += size
    if at < len(body):
        yield body[at:], 0, 0


def event(kind: str, payload: bytes) -> bytes:
    """Return the bytes of a frame with a JSON payload.

    The frame is an exception if ``kind`` ends with "Exception", and an event otherwise.
    """
    message = "exception" if kind.endswith("Exception") else "event"
    headers = {f":{message}-type": kind, ":content-type": "application/json", ":message-type": message}
    return encode(headers, payload)


def framed(lines: bytes) -> bytes:
    """Return the bytes of frames for lines of JSON. Each member of a line's object becomes a frame: the key is the
    frame's kind, and the value is its payload.

    Lines without an object are left out. Raises ``JsonError`` for a line that is not JSON.
    """
    documents = [exact_json.loads(line) for line in lines.split(b"\n") if line.strip()]
    return b"".join(
        event(kind, exact_json.encode(payload))
        for document in documents
        if isinstance(document, dict)
        for kind, payload in document.items()
    )


def starts(body: bytes | bytearray) -> bool:
    """Return whether a body starts with two lengths and their checksum, as a frame does."""
    return len(body) >= PRELUDE and crc32(body[:8]) == int.from_bytes(body[8:PRELUDE], "big")


def is_event_stream(response: WireResponse) -> bool:
    """Return whether an answer is an AWS event stream. The content type decides this, or the first bytes of the body if
    the answer has no content type.
    """
    return response.content_type == CONTENT_TYPE if response.content_type else starts(response.body)


def first_kind(body: bytes) -> str | None:
    """Return the kind of event in a body's first frame; None if the body has no frame, or the frame is not an event."""
    found = _EVENT_TYPE.search(body, PRELUDE, _LONGEST_NAME) if starts(body) else None
    return found[1].decode() if found else None


def payloads(body: bytes) -> Iterator[bytes]:
    """Yield the JSON document of each whole frame. Raises ``WireError``."""
    frames = list(FrameDecoder().feed(body))
    for frame in frames:
        yield frame.document()
