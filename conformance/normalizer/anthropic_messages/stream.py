"""Streams: server-sent events, told apart by the ``type`` of their data.

``content_block_stop`` ends a block, but also one that the token limit cut: so the last call is whole only once
the stop reason says so. Servers differ in when they stop a block (llama.cpp: all of them at the end), and the API
sends an answer that only goes on with code that runs elsewhere whole, in ``message_start``.
"""

from collections.abc import Iterator
from typing import Final

from conformance.model import CallFinished, Event, Failed, Finished, FinishReason, Json, Started, UsageReported
from conformance.normalizer import finish
from conformance.normalizer import usage as counts
from conformance.normalizer.anthropic_messages import blocks
from conformance.normalizer.anthropic_messages.blocks import Block, CallBlock
from conformance.normalizer.anthropic_messages.response import CUTS, FINISH_WORDS, KINDS, USAGE
from conformance.normalizer.errors import ShapeError
from conformance.normalizer.fields import kind
from conformance.normalizer.trouble import provider_error
from conformance.wire import exact_json, sse
from conformance.wire.errors import JsonError
from conformance.wire.sse import SseEvent

_DONE: Final = "[DONE]"
"""OpenAI's last event, which some proxies add."""


class StreamDecoder:
    """See ``conformance.normalizer.dialect.StreamDecoder``."""

    def __init__(self) -> None:
        self._sse = sse.SseDecoder()
        self._open: dict[int, Block] = {}
        self._last: Block | None = None
        self._begun = 0
        self._unfinished: dict[int, CallBlock] = {}
        self._called = False
        self._usage: dict[str, Json] = {}
        self._finished = False
        self._failed = False

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for event in self._sse.feed(chunk):
            if event.data != _DONE:
                yield from self.payload(exact_json.loads(event.data), event.event)

    def close(self) -> Iterator[Event]:
        cut_off = self._sse.unfinished()
        if cut_off is not None and cut_off.data != _DONE:
            yield from self._cut_off(cut_off)
        for block in self._open.values():
            yield from block.end()

    def _cut_off(self, event: SseEvent) -> Iterator[Event]:
        try:
            value = exact_json.loads(event.data)
        except JsonError:
            return
        yield from self.payload(value, event.event)

    def payload(self, value: Json, name: str = "") -> Iterator[Event]:
        """The events that one wire event brings, whatever frames it came in; ``name`` is for one without ``type``."""
        if not isinstance(value, dict):
            raise ShapeError(f"/: an event of the stream is due, not {kind(value)}")
        match value.get("type", "error" if "error" in value else name):
            case "message_start":
                yield from self._message(value.get("message"))
            case "content_block_start":
                yield from self._start(_index(value), value.get("content_block"), "/content_block")
            case "content_block_delta":
                yield from self._delta(_index(value), value.get("delta"))
            case "content_block_stop":
                yield from self._stop(_index(value))
            case "message_delta":
                delta = value.get("delta")
                yield from self._count(value.get("usage"))
                yield from self._reason(delta.get("stop_reason") if isinstance(delta, dict) else None)
            case "message_stop":
                if not self._finished:
                    yield from self._finish(None)
            case "error":
                self._failed = True
                yield Failed(error=provider_error(value.get("error", value), None, kinds=KINDS))

    def _message(self, message: Json) -> Iterator[Event]:
        if not isinstance(message, dict):
            raise ShapeError(f"/message: an object is due, not {kind(message)}")
        response_id, model = (_filled(message.get(key)) for key in ("id", "model"))
        if response_id or model:
            yield Started(id=response_id, model=model)
        yield from self._count(message.get("usage"))
        content = message.get("content")
        for n, block in enumerate(content if isinstance(content, list) else ()):
            yield from self._start(n, block, f"/message/content/{n}")
            yield from self._stop(n)
        yield from self._reason(message.get("stop_reason"))

    def _start(self, index: int, value: Json, where: str) -> Iterator[Event]:
        if isinstance(self._last, CallBlock) and self._last.ended:
            yield from self._whole(self._last)
        replaced = self._open.pop(index, None)
        if replaced is not None:
            yield from replaced.end()
        block = blocks.begin(self._begun, value, where)
        self._begun += 1
        self._open[index] = self._last = block
        if isinstance(block, CallBlock):
            self._called = True
            self._unfinished[block.part] = block
        yield from block.begin()

    def _delta(self, index: int, delta: Json) -> Iterator[Event]:
        if not isinstance(delta, dict):
            raise ShapeError(f"/delta: an object is due, not {kind(delta)}")
        block = self._open.get(index)
        if block is None:
            raise ShapeError(f"/index: no block {index} is open")
        yield from block.delta(delta, "/delta")

    def _stop(self, index: int) -> Iterator[Event]:
        block = self._open.pop(index, None)
        if block is None:
            return
        yield from block.end()
        if isinstance(block, CallBlock) and block is not self._last:
            yield from self._whole(block)

    def _whole(self, call: CallBlock) -> Iterator[Event]:
        if self._unfinished.pop(call.part, None) is not None:
            yield CallFinished(part=call.part)

    def _count(self, usage: Json) -> Iterator[Event]:
        """Later counts are totals, and replace earlier ones; those that are missing stand."""
        if isinstance(usage, dict):
            self._usage |= {key: count for key, count in usage.items() if count is not None}
            counted = counts.read(self._usage, "/usage", USAGE)
            if counted is not None:
                yield UsageReported(usage=counted)

    def _reason(self, raw: Json) -> Iterator[Event]:
        if isinstance(raw, str):
            yield from self._finish(raw)

    def _finish(self, raw: str | None) -> Iterator[Event]:
        self._finished = True
        reason: FinishReason = FINISH_WORDS.get(raw, "other")
        if reason in finish.NORMAL:
            reason = "tool_calls" if self._called else "stop"
        if reason not in CUTS and not self._failed:
            for index in [index for index, block in self._open.items() if isinstance(block, CallBlock)]:
                yield from self._open.pop(index).end()
            for call in list(self._unfinished.values()):
                yield from self._whole(call)
        yield Finished(reason=reason, raw=raw)


def stream_decoder() -> StreamDecoder:
    """A decoder for one streamed answer."""
    return StreamDecoder()


def _index(value: dict[str, Json]) -> int:
    index = value.get("index")
    if not isinstance(index, int) or isinstance(index, bool):
        raise ShapeError(f"/index: a whole number is due, not {kind(index)}")
    return index


def _filled(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None
