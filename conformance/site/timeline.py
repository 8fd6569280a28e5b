"""The events of a streamed answer, each with the time at which its last byte arrived."""

from collections.abc import Iterator
from typing import Final

import msgspec

from toolwire.model import Json
from toolwire.wire import aws_event_stream, exact_json
from toolwire.wire.aws_event_stream import FrameDecoder
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse
from toolwire.wire.ndjson import NdjsonDecoder
from toolwire.wire.payloads import is_event_stream, payloads
from toolwire.wire.sse import SseDecoder

Chunks = tuple[tuple[int, int], ...]
"""The chunks of an answer. Each chunk has its time, in milliseconds after the request, and its size in bytes."""
_LINES: Final = ("application/x-ndjson", "application/ndjson", "application/jsonl")


class StreamEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a streamed answer, with its time."""

    at: int | None
    """The time of the event, in milliseconds after the request. None if no time is known."""
    name: str
    """The name that the framing of the stream gives the event, or "" if the framing has no names."""
    text: str
    """The payload of the event, unchanged."""
    document: Json = None
    """The parsed payload, or None if the payload is not JSON."""


def is_stream(response: WireResponse) -> bool:
    """Return whether an answer is a stream of events, frames or lines."""
    return is_event_stream(response) or aws_event_stream.is_event_stream(response) or response.content_type in _LINES


def events(response: WireResponse, chunks: Chunks) -> tuple[StreamEvent, ...]:
    """Return the events of a streamed answer. Raises ``WireError`` if the answer cannot be read to its end."""
    return tuple(
        StreamEvent(at=at, name=name, text=text, document=_read(text))
        for at, name, text in _framed(response, tuple(_arrived(response.body, chunks)))
    )


def _arrived(body: bytes, chunks: Chunks) -> Iterator[tuple[int | None, bytes]]:
    """Yield the chunks of a body with their times.

    If the chunks do not fit the body, yield the whole body without a time.
    """
    if sum(size for _, size in chunks) != len(body):
        yield None, body
        return
    begin = 0
    for at, size in chunks:
        yield at, body[begin : begin + size]
        begin += size


def _framed(
    response: WireResponse, arrived: tuple[tuple[int | None, bytes], ...]
) -> Iterator[tuple[int | None, str, str]]:
    if aws_event_stream.is_event_stream(response):
        frames = FrameDecoder()
        for at, chunk in arrived:
            yield from ((at, frame.kind, _text(frame.document())) for frame in frames.feed(chunk))
    elif is_event_stream(response):
        decoder = SseDecoder()
        for at, chunk in arrived:
            yield from (
                (at, "" if event.event == "message" else event.event, event.data) for event in decoder.feed(chunk)
            )
        cut = decoder.unfinished()
        if cut is not None:
            yield arrived[-1][0], "", cut.data
    elif response.content_type in _LINES:
        lines = NdjsonDecoder()
        for at, chunk in arrived:
            yield from ((at, "", _text(line)) for line in lines.feed(chunk))
        last = lines.unfinished()
        if last is not None:
            yield arrived[-1][0], "", _text(last)
    else:
        yield from ((None, "", exact_json.dumps(payload)) for payload in payloads(response))


def _text(data: bytes) -> str:
    return data.decode(errors="backslashreplace")


def _read(text: str) -> Json:
    try:
        return exact_json.loads(text)
    except WireError:
        return None
