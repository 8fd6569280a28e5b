"""Find the parts of a streamed answer whose text and end arrive in the same event."""

from typing import Final

from toolwire import registry
from toolwire.dialects.stream import ResponseStream
from toolwire.model import PartData, ReasoningDelta, RefusalDelta, TextDelta
from toolwire.wire import aws_event_stream
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse

_TEXT: Final = TextDelta | ReasoningDelta | RefusalDelta
"""The types of events with text. Events with arguments are left out, because a whole call may arrive in one event."""


def new_parts_at_once(recorded: WireResponse, written: WireResponse, dialect: str) -> tuple[int, ...]:
    """Return the indices of the parts in the stream ``written`` whose text and end arrive in the same event.

    Return an empty tuple if the stream ``recorded`` has such parts, too, or if a stream cannot be read.
    """
    try:
        return () if _parts(recorded, dialect) else _parts(written, dialect)
    except WireError:
        return ()


def _parts(response: WireResponse, dialect: str) -> tuple[int, ...]:
    stream = ResponseStream(registry.dialect(dialect))
    found: set[int] = set()
    for piece in _pieces(response):
        if stream.is_over:
            break
        events = stream.feed(piece)
        ended = {event.part for event in events if isinstance(event, PartData)}
        found |= ended & {event.part for event in events if isinstance(event, _TEXT)}
    return tuple(sorted(found))


def _pieces(response: WireResponse) -> list[bytes]:
    """Split a stream into pieces that each complete at most one event."""
    if aws_event_stream.is_event_stream(response):
        return aws_event_stream.raw_frames(response.body)
    return response.body.splitlines(keepends=True)
