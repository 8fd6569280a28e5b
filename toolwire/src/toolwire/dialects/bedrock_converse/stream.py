"""Streams, in AWS's framing. The headers of each frame name the kind of its event.

The events are ``messageStart``, the events of each block, ``messageStop`` with the reason, and ``metadata`` with the
counts. A frame may also have an exception.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.bedrock_converse import blocks
from toolwire.dialects.bedrock_converse.blocks import Block
from toolwire.dialects.bedrock_converse.response import FINISH_WORDS, USAGE
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.kept import Kept
from toolwire.dialects.open_blocks import OpenBlocks
from toolwire.dialects.stream_values import number_in, object_in
from toolwire.model import Event, Failed, Json, Started, UsageReported
from toolwire.wire import exact_json
from toolwire.wire.aws_event_stream import Frame, FrameDecoder

_INDEX: Final = "contentBlockIndex"


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._limits = kept.limits
        self._frames = FrameDecoder(self._limits)
        self._blocks: OpenBlocks[Block] = OpenBlocks(FINISH_WORDS, finish.CUTS, kept)
        self._failed = False

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for frame in self._frames.feed(chunk):
            yield from self._frame(frame)

    def close(self) -> Iterator[Event]:
        yield from self._blocks.close()

    def _frame(self, frame: Frame) -> Iterator[Event]:
        document = exact_json.loads(frame.document(self._limits), self._limits)
        if not isinstance(document, dict) or frame.kind not in document:
            raise ShapeError("/: expected a frame whose headers name the kind of its event, got no kind")
        value = document[frame.kind]
        if not isinstance(value, dict):
            raise ShapeError(f"/{frame.kind}: expected an object, got {kind(value)}")
        if frame.failed:
            self._failed = True
            yield Failed(error=msgspec.structs.replace(provider_error(value, None), kind=frame.kind))
        else:
            yield from self._event(frame.kind, value)

    def _event(self, name: str, value: dict[str, Json]) -> Iterator[Event]:
        match name:
            case "messageStart":
                yield Started()
            case "contentBlockStart":
                start = object_in(value, "start")
                if start:
                    yield from self._blocks.start(
                        number_in(value, _INDEX), lambda part, held: blocks.begin(part, start, held)
                    )
            case "contentBlockDelta":
                yield from self._delta(number_in(value, _INDEX), object_in(value, "delta"))
            case "contentBlockStop":
                yield from self._blocks.stop(number_in(value, _INDEX))
            case "messageStop":
                raw = value.get("stopReason")
                yield from self._blocks.finish(raw if isinstance(raw, str) else None, failed=self._failed)
            case "metadata":
                counted = counts.read(value.get("usage"), "/usage", USAGE)
                if counted is not None:
                    yield UsageReported(usage=counted)

    def _delta(self, index: int, delta: dict[str, Json]) -> Iterator[Event]:
        if self._blocks.open.get(index) is None:
            yield from self._blocks.start(index, lambda part, held: blocks.begin_with(part, delta, held))
        block = self._blocks.open.get(index)
        assert block is not None
        blocks.check(block, delta)
        yield from block.delta(delta)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())
