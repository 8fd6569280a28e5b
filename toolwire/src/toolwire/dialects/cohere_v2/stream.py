"""Streams: server-sent events with a ``type`` in their data.

No source states whether ``tool-call-end`` also ends a call that the token limit cut. So the last call counts as
complete only if the finish reason shows that nothing cut the answer. If an error occurs, the last event has
``finish_reason: ERROR`` and the text of the error.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from toolwire.dialects import finish
from toolwire.dialects.cohere_v2.content import THINKING
from toolwire.dialects.cohere_v2.messages import CITATIONS
from toolwire.dialects.cohere_v2.response import FINISH_WORDS, read_usage
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.kept import Held, Kept
from toolwire.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Failed,
    Finished,
    FinishReason,
    Json,
    PartData,
    ProviderError,
    ReasoningDelta,
    ResponseData,
    Started,
    TextDelta,
    Unknown,
    UsageReported,
    WholePart,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.payloads import DONE
from toolwire.wire.payloads import is_event_stream as is_stream

__all__ = ["StreamDecoder", "is_stream", "stream_decoder"]

_PLAN: Final = 0
"""The part number of the plan, which is the reasoning before a call.

Parts are numbered in the order of a plain body, where the plan comes first. So the plan has this number even if it
arrives after other parts.
"""


class _Call:
    """A call that is still arriving."""

    __slots__ = ("ended", "finished", "part")

    def __init__(self, part: int) -> None:
        self.part = part
        self.ended = False
        self.finished = False

    def finish(self) -> Iterator[Event]:
        if not self.finished:
            self.finished = True
            yield CallFinished(part=self.part)


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._limits = kept.limits
        self._sse = sse.SseDecoder(self._limits)
        self._part_count = _PLAN
        self._content: dict[tuple[int | None, str], int] = {}
        self._calls: list[_Call] = []
        self._finished = 0
        """The number of calls at the start of ``_calls`` that have finished. Later calls may have finished, too."""
        self._open: dict[int | None, _Call] = {}
        self._citations: list[Json] = []
        self._held = Held(kept, 0)

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for event in self._sse.feed(chunk):
            data = event.data
            if data != DONE:
                yield from self._payload(exact_json.loads(data, self._limits), event.event)

    def close(self) -> Iterator[Event]:
        cut_off = self._sse.unfinished()
        if cut_off is not None and cut_off.data != DONE:
            with suppress(WireError):
                yield from self._payload(exact_json.loads(cut_off.data, self._limits), cut_off.event)
        self._held.release()
        if self._citations:
            yield ResponseData(provider_data={CITATIONS: self._citations})

    def _payload(self, value: Json, name: str) -> Iterator[Event]:
        """Yield the canonical events of one wire event. If the event has no ``type``, ``name`` is its type. Raises
        ``ShapeError`` for a malformed value.
        """
        if not isinstance(value, dict):
            raise ShapeError(f"/: expected an event of the stream, got {kind(value)}")
        match value.get("type", name):
            case "message-start":
                yield from self._message(value)
            case "tool-plan-delta":
                plan = _message_value(value, "tool_plan")
                if isinstance(plan, str) and plan:
                    yield ReasoningDelta(part=_PLAN, text=plan)
            case "content-start" | "content-delta":
                yield from self._piece(_index(value), _message_value(value, "content"))
            case "tool-call-start":
                yield from self._start(_index(value), _call(value))
            case "tool-call-delta":
                call = self._open.get(_index(value))
                if call is None:
                    raise ShapeError(f"/index: expected the index of an open call, got {value.get('index')}")
                yield from _arguments(call.part, _call(value))
            case "tool-call-end":
                yield from self._stop(_index(value))
            case "citation-start":
                cited = _message_value(value, CITATIONS)
                if cited:
                    self._held.add(cited)
                    self._citations.append(cited)
            case "message-end":
                yield from self._end(value.get("delta"))

    def _message(self, value: dict[str, Json]) -> Iterator[Event]:
        response_id = value.get("id")
        if isinstance(response_id, str) and response_id:
            yield Started(id=response_id)

    def _new_part(self) -> int:
        self._part_count += 1
        return self._part_count

    def _piece(self, index: int | None, content: Json) -> Iterator[Event]:
        """Yield the events for the next piece of a content block. A block that is neither text nor thinking becomes an
        ``Unknown`` as a whole.
        """
        if not isinstance(content, dict):
            return
        known = [key for key in ("text", "thinking") if isinstance(content.get(key), str)]
        for key in known:
            begins = (index, key) not in self._content
            part = self._content.setdefault((index, key), self._new_part() if begins else 0)
            if key == "text":
                yield TextDelta(part=part, text=content[key])
                continue
            if begins:
                yield PartData(part=part, provider_data=THINKING)
            yield ReasoningDelta(part=part, text=content[key])
        if not known and content.get("type") not in (None, "text", "thinking"):
            yield WholePart(part=self._new_part(), value=Unknown(kind=str(content["type"]), value=content))

    def _start(self, index: int | None, entry: dict[str, Json]) -> Iterator[Event]:
        if self._calls and self._calls[-1].ended:
            yield from self._calls[-1].finish()
        call = _Call(self._new_part())
        self._calls.append(call)
        self._open[index] = call
        call_id, name = entry.get("id"), _function(entry).get("name")
        yield CallStarted(
            part=call.part,
            id=call_id if isinstance(call_id, str) and call_id else None,
            name=name if isinstance(name, str) else "",
        )
        yield from _arguments(call.part, entry)

    def _stop(self, index: int | None) -> Iterator[Event]:
        call = self._open.pop(index, None)
        if call is None:
            return
        call.ended = True
        if call is not self._calls[-1]:
            yield from call.finish()

    def _end(self, delta: Json) -> Iterator[Event]:
        end = delta if isinstance(delta, dict) else {}
        usage = read_usage(end.get("usage"))
        if usage is not None:
            yield UsageReported(usage=usage)
        raw, error = end.get("finish_reason"), end.get("error") or None
        reason = self._reason(raw)
        if reason not in finish.CUTS and error is None:
            for call in self._calls[self._finished :]:
                yield from call.finish()
            self._finished = len(self._calls)
        yield Finished(reason=reason, raw=raw if isinstance(raw, str) else None)
        if error is not None:
            yield Failed(error=_error(end, error))

    def _reason(self, raw: Json) -> FinishReason:
        """Return the finish reason for the provider's word. A missing word means a normal end."""
        reason: FinishReason = FINISH_WORDS.get(raw, "other") if isinstance(raw, str) else "stop"
        if reason in finish.NORMAL:
            return "tool_calls" if self._calls else "stop"
        return reason


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())


def _message_value(value: dict[str, Json], key: str) -> Json:
    """Return the value at ``/delta/message/<key>``; None if a key of this path is missing."""
    for step in ("delta", "message", key):
        value = value.get(step) if isinstance(value, dict) else None  # type: ignore[assignment]
    return value


def _call(value: dict[str, Json]) -> dict[str, Json]:
    """Return the call in an event. In an event, ``tool_calls`` is a single call, although it is an array in a plain
    body. Raises ``ShapeError`` for a malformed value.
    """
    entry = _message_value(value, "tool_calls")
    if not isinstance(entry, dict):
        raise ShapeError(f"/delta/message/tool_calls: expected an object, got {kind(entry)}")
    return entry


def _function(entry: dict[str, Json]) -> dict[str, Json]:
    function = entry.get("function")
    return function if isinstance(function, dict) else {}


def _arguments(part: int, entry: dict[str, Json]) -> Iterator[Event]:
    text = _function(entry).get("arguments")
    if not isinstance(text, str | None):
        text = exact_json.dumps(text)
    if text:
        yield ArgumentsDelta(part=part, text=text)


def _index(value: dict[str, Json]) -> int | None:
    index = value.get("index")
    if not isinstance(index, int | None) or isinstance(index, bool):
        raise ShapeError(f"/index: expected a whole number, got {kind(index)}")
    return index


def _error(delta: dict[str, Json], error: Json) -> ProviderError:
    word = delta.get("error_type")
    return ProviderError(
        message=error if isinstance(error, str) else exact_json.dumps(error),
        kind=word if isinstance(word, str) else None,
        value={key: delta[key] for key in ("error", "error_type") if key in delta},
    )
