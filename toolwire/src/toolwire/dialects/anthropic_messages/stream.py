"""Streams: server-sent events with a ``type`` in their data.

Servers end a block at different times: llama.cpp ends all blocks only at the end of the stream. ``message_start``
usually has no content. But if the model writes nothing, and only a program that runs at the provider continues,
``message_start`` has the whole answer.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from toolwire.dialects import finish, frequent_events
from toolwire.dialects import usage as counts
from toolwire.dialects.anthropic_messages import blocks, container
from toolwire.dialects.anthropic_messages.blocks import Block, CallBlock, TextBlock
from toolwire.dialects.anthropic_messages.frequent_events import DELTA, Delta
from toolwire.dialects.anthropic_messages.response import FINISH_WORDS, KINDS, USAGE
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.kept import Kept
from toolwire.dialects.open_blocks import OpenBlocks
from toolwire.dialects.stream_values import filled, number_in
from toolwire.model import Event, Failed, Json, ResponseData, Started, UsageReported
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.aws_event_stream import Frame, FrameDecoder
from toolwire.wire.errors import WireError
from toolwire.wire.limits import Limits
from toolwire.wire.payloads import DONE
from toolwire.wire.sse import SseEvent


class _Framing:
    """The framing of a stream: server-sent events, or Bedrock's AWS frames with one event in each.

    The first bytes of the stream show the framing.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sse = sse.SseDecoder(limits)
        self._frames: FrameDecoder | None = None
        self._first: bytes | None = b""

    def feed(self, chunk: bytes) -> Iterator[SseEvent]:
        """Return an iterator over the events that ``chunk`` completes. Raises ``WireError``."""
        if self._first is not None:
            chunk = self._first + chunk
            if len(chunk) < aws_event_stream.PRELUDE:
                self._first = chunk
                return iter(())
            self._first = None
            self._frames = FrameDecoder(self._limits) if aws_event_stream.starts(chunk) else None
        return self._sse.feed(chunk) if self._frames is None else self._framed(self._frames, chunk)

    def _framed(self, frames: FrameDecoder, chunk: bytes) -> Iterator[SseEvent]:
        for frame in frames.feed(chunk):
            yield SseEvent(_frame_data(frame, self._limits))

    def close(self) -> Iterator[SseEvent]:
        """Yield the events of a stream that ended before its first bytes could show its framing: it is read as
        server-sent events. Yield nothing for any other stream.
        """
        if self._first:
            yield from self._sse.feed(self._first)

    def unfinished(self) -> SseEvent | None:
        return self._sse.unfinished()


def _frame_data(frame: Frame, limits: Limits) -> bytes:
    """Return the data of the event in a frame. If the frame has an exception or an error of AWS, return an ``error``
    event of the dialect.
    """
    if not frame.failed:
        return frame.document(limits)
    document = exact_json.loads(frame.document(limits), limits)
    detail = document.get(frame.kind) if isinstance(document, dict) else None
    message = detail.get("message") if isinstance(detail, dict) else None
    return exact_json.encode({"type": "error", "error": {"type": frame.kind, "message": message}})


_MOST_COUNTS: Final = 100
"""The largest number of keys in the usage of a stream. Each event reports all of them again."""
_GROWING: Final = (TextBlock, CallBlock)


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._limits = kept.limits
        self._read_frequent = frequent_events.reader(DELTA, self._limits)
        self._framing = _Framing(self._limits)
        self._blocks: OpenBlocks[Block] = OpenBlocks(FINISH_WORDS, finish.CUTS, kept)
        self._usage: dict[str, Json] = {}
        self._finished = False
        self._failed = False

    def feed(self, chunk: bytes) -> Iterator[Event]:
        return self._payloads(self._framing.feed(chunk))

    def close(self) -> Iterator[Event]:
        yield from self._payloads(self._framing.close())
        cut_off = self._framing.unfinished()
        if cut_off is not None and cut_off.data != DONE:
            with suppress(WireError):
                yield from self.payload(exact_json.loads(cut_off.data, self._limits), cut_off.event)
        yield from self._blocks.close()

    def _payloads(self, events: Iterator[SseEvent]) -> Iterator[Event]:
        for event in events:
            try:
                parsed = self._read_frequent(event.raw)
            except frequent_events.MISMATCH:
                parsed = None
            if type(parsed) is Delta:
                block = self._blocks.open.get(parsed.index)
                if isinstance(block, _GROWING) and type(parsed.delta) is block.grows_by:
                    if parsed.delta.text:
                        yield block.grow(parsed.delta.text)
                    continue
            data = event.data
            if data != DONE:
                yield from self.payload(exact_json.loads(data, self._limits), event.event)

    def payload(self, value: Json, name: str = "") -> Iterator[Event]:
        """Yield the canonical events of one wire event. Raises ``ShapeError``.

        A wire event without ``type`` is an error if it has the key ``error``. Otherwise ``name`` is its type.
        """
        if not isinstance(value, dict):
            raise ShapeError(f"/: expected an event of the stream, got {kind(value)}")
        match value.get("type", "error" if "error" in value else name):
            case "message_start":
                yield from self._message(value.get("message"))
            case "content_block_start":
                yield from self._start(number_in(value, "index"), value.get("content_block"), "/content_block")
            case "content_block_delta":
                yield from self._delta(number_in(value, "index"), value.get("delta"))
            case "content_block_stop":
                yield from self._blocks.stop(number_in(value, "index"))
            case "message_delta":
                delta = value.get("delta")
                yield from self._count(value.get("usage"))
                yield from _container_event(delta)
                yield from self._reason(delta.get("stop_reason") if isinstance(delta, dict) else None)
            case "message_stop":
                if not self._finished:
                    yield from self._finish(None)
            case "error":
                self._failed = True
                yield Failed(error=provider_error(value.get("error", value), None, kinds=KINDS))

    def _message(self, message: Json) -> Iterator[Event]:
        if not isinstance(message, dict):
            raise ShapeError(f"/message: expected an object, got {kind(message)}")
        response_id, model = (filled(message.get(key)) for key in ("id", "model"))
        if response_id or model:
            yield Started(id=response_id, model=model)
        yield from self._count(message.get("usage"))
        content = message.get("content")
        for n, block in enumerate(content if isinstance(content, list) else ()):
            yield from self._start(n, block, f"/message/content/{n}")
            yield from self._blocks.stop(n)
        yield from _container_event(message)
        yield from self._reason(message.get("stop_reason"))

    def _start(self, index: int, value: Json, where: str) -> Iterator[Event]:
        yield from self._blocks.start(index, lambda part, held: blocks.begin(part, value, where, held))

    def _delta(self, index: int, delta: Json) -> Iterator[Event]:
        if not isinstance(delta, dict):
            raise ShapeError(f"/delta: expected an object, got {kind(delta)}")
        block = self._blocks.open.get(index)
        if block is None:
            raise ShapeError(f"/index: expected the index of an open block, got {index}")
        yield from block.delta(delta, "/delta")

    def _count(self, usage: Json) -> Iterator[Event]:
        """Yield an event with the token counts so far. Yield nothing if ``usage`` is not an object.

        Each count is a total, so a later count replaces the earlier count. If a later event lacks a count, the earlier
        count stays.
        """
        if isinstance(usage, dict):
            self._usage |= {key: count for key, count in usage.items() if count is not None}
            if len(self._usage) > _MOST_COUNTS:
                raise ShapeError(f"/usage: expected at most {_MOST_COUNTS} keys in all events together, got more")
            counted = counts.read(self._usage, "/usage", USAGE)
            if counted is not None:
                yield UsageReported(usage=counted)

    def _reason(self, raw: Json) -> Iterator[Event]:
        if isinstance(raw, str):
            yield from self._finish(raw)

    def _finish(self, raw: str | None) -> Iterator[Event]:
        self._finished = True
        yield from self._blocks.finish(raw, failed=self._failed)


def _container_event(value: Json) -> Iterator[Event]:
    """Yield an event with the container that a message or a ``message_delta`` names. Yield nothing for other values."""
    data = container.read_answer(value.get(container.KEY)) if isinstance(value, dict) else {}
    if data:
        yield ResponseData(provider_data=data)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())
