"""Segments of an answer, for user interfaces. A segment is a text, a reasoning or a call, with its start, content and
end.
"""

from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import Literal, TypeAlias

import msgspec

from toolwire.client.answer import Answer, Call
from toolwire.dialects import arguments
from toolwire.dialects.surrogates import join_surrogates
from toolwire.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Reasoning,
    ReasoningDelta,
    Refusal,
    RefusalDelta,
    Text,
    TextDelta,
    ToolCall,
)

SegmentKind: TypeAlias = Literal["text", "reasoning", "call"]


class _Segment(msgspec.Struct, frozen=True, kw_only=True, tag_field="segment"):
    number: int
    """The number of the segment in its answer, from 0, in the order in which segments start. Calls may overlap."""
    kind: SegmentKind


class SegmentStarted(_Segment, frozen=True, kw_only=True, tag="started"):
    """The start of a segment. For a call, ``name`` is the tool's name."""

    name: str | None = None


class SegmentContent(_Segment, frozen=True, kw_only=True, tag="content"):
    """More text of a segment. For a call, it is more of the arguments, which must not be used before the call ends."""

    text: str


class SegmentEnded(_Segment, frozen=True, kw_only=True, tag="ended"):
    """The end of a segment.

    ``call`` is the finished call. It is None for text or reasoning, and for a call that was cut.
    """

    call: Call | None = None


Segment: TypeAlias = SegmentStarted | SegmentContent | SegmentEnded


def segments_of(answer: Answer) -> Iterator[Segment]:
    """Yield the segments of a plain answer, as if the answer were a stream in which each part arrives whole."""
    number = place = 0
    for part in answer.response.parts:
        kind: SegmentKind
        call = None
        match part:
            case Text() | Refusal() if part.text:
                kind, name, text = "text", None, part.text
            case Reasoning() if part.text:
                kind, name, text = "reasoning", None, part.text
            case ToolCall():
                kind, name, text = "call", part.name, part.arguments.text
                if part.complete:
                    call, place = answer.calls[place], place + 1
            case _:
                continue
        yield SegmentStarted(number=number, kind=kind, name=name)
        if text:
            yield SegmentContent(number=number, kind=kind, text=text)
        yield SegmentEnded(number=number, kind=kind, call=call)
        number += 1


class _OpenCall:
    __slots__ = ("arguments", "number", "place", "started")

    def __init__(self, number: int, place: int, started: CallStarted) -> None:
        self.number = number
        self.place = place
        self.started = started
        self.arguments = StringIO()

    def finished(self) -> ToolCall:
        text = join_surrogates(self.arguments.getvalue())
        custom = self.started.kind == "custom"
        return ToolCall(
            id=self.started.id,
            name=self.started.name,
            kind=self.started.kind,
            arguments=arguments.free_text(text) if custom else arguments.from_text(text),
        )


class Segments:
    """A converter of an answer's events into segments. If the provider sends several answers (candidates), only the
    first answer has segments.

    Text ends when another segment begins. A call ends when the provider ends it, or at the end of the answer.
    """

    def __init__(self, call: Callable[[ToolCall, int], Call]) -> None:
        """Start a converter.

        ``call`` is a function. It gets a finished ``ToolCall`` and its index among the answer's calls, and returns the
        ``Call`` that the application gets.
        """
        self._call = call
        self._count = 0
        self._calls: dict[int, _OpenCall] = {}
        self._places: dict[int, int] = {}
        self._open: tuple[int, SegmentKind, int] | None = None
        """The segment's number, its kind and its part number, for a text or reasoning that has started and not ended.
        None if there is none.
        """

    def take(self, events: Iterable[Event]) -> Iterator[Segment]:
        """Yield the starts, contents and ends of segments for the next ``events`` of the answer."""
        for event in events:
            if event.candidate == 0:
                yield from self._take(event)

    def end(self) -> Iterator[Segment]:
        """Yield the ends of the segments that are open at the end of the answer. A call that is still open was cut."""
        yield from self._close()
        for part in sorted(self._calls):
            yield SegmentEnded(number=self._calls.pop(part).number, kind="call")

    def _take(self, event: Event) -> Iterator[Segment]:
        match event:
            case TextDelta() | RefusalDelta() if event.text:
                yield from self._more("text", event.part, event.text)
            case ReasoningDelta() if event.text:
                yield from self._more("reasoning", event.part, event.text)
            case CallStarted():
                yield from self._start(event)
            case ArgumentsDelta() if event.part in self._calls and event.text:
                call = self._calls[event.part]
                call.arguments.write(event.text)
                yield SegmentContent(number=call.number, kind="call", text=event.text)
            case CallFinished() if event.part in self._calls:
                call = self._calls.pop(event.part)
                yield SegmentEnded(number=call.number, kind="call", call=self._call(call.finished(), call.place))

    def _start(self, event: CallStarted) -> Iterator[Segment]:
        if event.part in self._calls:  # the event is repeated, with the id
            self._calls[event.part].started = event
            return
        yield from self._close()
        place = self._places.setdefault(event.part, len(self._places))
        self._calls[event.part] = _OpenCall(self._count, place, event)
        yield SegmentStarted(number=self._next(), kind="call", name=event.name)

    def _more(self, kind: SegmentKind, part: int, text: str) -> Iterator[Segment]:
        if self._open is None or self._open[1:] != (kind, part):
            yield from self._close()
            self._open = (self._next(), kind, part)
            yield SegmentStarted(number=self._open[0], kind=kind)
        yield SegmentContent(number=self._open[0], kind=kind, text=text)

    def _close(self) -> Iterator[Segment]:
        if self._open is not None:
            number, kind, _ = self._open
            self._open = None
            yield SegmentEnded(number=number, kind=kind)

    def _next(self) -> int:
        self._count += 1
        return self._count - 1
