"""One item of the output while its events arrive."""

from collections.abc import Callable, Iterator
from typing import assert_never

from conformance.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Json,
    PartData,
    ProviderPart,
    Reasoning,
    ReasoningDelta,
    Refusal,
    RefusalDelta,
    Text,
    TextDelta,
    ToolCall,
    Unknown,
    WholePart,
)
from conformance.normalizer.openai_responses import calls, items, reasoning

_Delta = type[TextDelta] | type[RefusalDelta] | type[ReasoningDelta] | type[ArgumentsDelta]


class _Piece:
    """A part of the item: what of it was sent on."""

    __slots__ = ("array", "kind", "number", "place", "sent")

    def __init__(self, number: int) -> None:
        self.number = number
        self.sent: list[str] = []
        self.kind: _Delta | None = None
        self.array = ""
        """Which array of a reasoning item the text comes from: there may be two, and one is sent on."""
        self.place: Json = None
        """The place in that array."""


class GrowingItem:
    """Takes the events of one item, gives canonical ones.

    What the item says when it is done counts: what the fragments before it lacked is added. Fragments that
    contradict it cannot be taken back, and so a call made of such is never called whole.
    """

    def __init__(self, opened: dict[str, Json], new_part: Callable[[], int], *, again: bool) -> None:
        self.opened = opened
        """The item as it first came: mostly empty, and its id need not be the one that it ends with."""
        self.again = again
        """Whether it may be a message that was told before: what it says counts when it is done, if it is another."""
        self.done = False
        self.call: ToolCall | None = None
        """The call that the item turned out to be."""
        self._new_part = new_part
        self._pieces = {0: _Piece(new_part())}
        self._started = False
        self._status: Json = None
        self._finished = False
        self._sound = True

    @property
    def listens(self) -> bool:
        """Whether fragments count."""
        return not self.done and not self.again

    def begin(self) -> Iterator[Event]:
        """The start of a call, where the item has its name and id from the start."""
        for part in items.read(self.opened, "/item"):
            if isinstance(part, ToolCall) and part.id and part.name:
                yield self._start(part)

    def _start(self, call: ToolCall) -> CallStarted:
        self._started = True
        return CallStarted(part=self._pieces[0].number, id=call.id, name=call.name, kind=call.kind)

    def text(self, kind: type[TextDelta] | type[RefusalDelta], place: int, text: str) -> tuple[Event, ...]:
        """Text of a message: ``place`` is that of its piece of content."""
        return self._send(self.piece(place), kind, text)

    def piece(self, place: int) -> _Piece:
        """The piece of content at a place. Pieces are numbered in the order in which they were first told of."""
        return self._pieces.get(place) or self._pieces.setdefault(place, _Piece(self._new_part()))

    def reasoning(self, array: str, place: Json, text: str) -> Iterator[Event]:
        """Text of one of the arrays of a reasoning item."""
        piece = self._pieces[0]
        piece.array = piece.array or array
        if piece.array != array or not text:
            return
        if piece.sent and piece.place != place:
            text = reasoning.BETWEEN + text
        piece.place = place
        yield from self._send(piece, ReasoningDelta, text)

    def arguments(self, text: str) -> tuple[Event, ...]:
        """Arguments of a call; held back until its name is known."""
        piece = self._pieces[0]
        if self._started:
            return self._send(piece, ArgumentsDelta, text)
        if piece.kind in (None, ArgumentsDelta):
            piece.kind = ArgumentsDelta
            piece.sent.append(text)
        return ()

    def text_done(self, kind: type[TextDelta] | type[RefusalDelta], place: int, text: str) -> Iterator[Event]:
        """The whole text of a piece: what the fragments before it lacked."""
        sent = "".join(self.piece(place).sent)
        if text.startswith(sent):
            yield from self.text(kind, place, text[len(sent) :])

    def arguments_done(self, text: str) -> Iterator[Event]:
        """The whole arguments of a call: what the fragments before them lacked."""
        sent = "".join(self._pieces[0].sent)
        if text.startswith(sent) and text != sent:
            yield from self.arguments(text[len(sent) :])

    @staticmethod
    def _send(piece: _Piece, kind: _Delta, text: str) -> tuple[Event, ...]:
        if not text or (piece.kind is not None and piece.kind is not kind):
            return ()
        piece.kind = kind
        piece.sent.append(text)
        return (kind(part=piece.number, text=text),)

    def finish(self, value: dict[str, Json]) -> Iterator[Event]:
        """The item as it is when it is done."""
        self.done = True
        for place, part in enumerate(items.read(value, "/item")):
            yield from self._settle(self.piece(place), part, value.get("status"))

    def finish_without(self) -> Iterator[Event]:
        """The response ended and nothing said what became of the item."""
        kind = self.opened.get("type")
        if not isinstance(kind, str) or kind == "message":
            return
        value = self.opened
        if kind in calls.CALLS:
            sent = "".join(self._pieces[0].sent)
            value = value | {"status": "in_progress"} | ({calls.CALLS[kind]: sent} if sent else {})
        yield from self.finish(value)

    def _settle(self, piece: _Piece, part: items.ItemPart, status: Json) -> Iterator[Event]:
        match part:
            case Text():
                yield from self._complete(piece, TextDelta, part.text)
            case Refusal():
                yield from self._complete(piece, RefusalDelta, part.text)
            case Reasoning():
                yield from self._complete(piece, ReasoningDelta, part.text)
            case ToolCall():
                yield from self._settle_call(piece, part)
            case ProviderPart() | Unknown():
                yield WholePart(part=piece.number, value=part)
                return
            case _:
                assert_never(part)
        if part.provider_data:
            yield PartData(part=piece.number, provider_data=part.provider_data)
        if isinstance(part, ToolCall):
            self.call, self._status = part, status
            custom = part.kind == "custom"
            if self._sound and calls.is_settled(status, part.arguments, custom=custom):
                yield self._finish_call()

    def _settle_call(self, piece: _Piece, call: ToolCall) -> Iterator[Event]:
        if not self._started:
            yield self._start(call)
            if piece.kind is ArgumentsDelta:
                yield ArgumentsDelta(part=piece.number, text="".join(piece.sent))
        yield from self._complete(piece, ArgumentsDelta, call.arguments.text)

    def _complete(self, piece: _Piece, kind: _Delta, text: str) -> Iterator[Event]:
        """What of a part's text was not sent yet. An empty one is sent too: it makes the part what it is."""
        sent = "".join(piece.sent)
        if piece.kind not in (None, kind) or not text.startswith(sent):
            self._sound = False
        elif len(text) > len(sent) or piece.kind is None:
            piece.kind = kind
            piece.sent.append(text[len(sent) :])
            yield kind(part=piece.number, text=text[len(sent) :])

    def end(self, *, cut_short: bool, last: bool) -> Iterator[Event]:
        """The end of the response: a call that is whole by it."""
        call = self.call
        if call is None or self._finished or not self._sound:
            return
        custom = call.kind == "custom"
        if calls.is_complete(self._status, call.arguments, custom=custom, cut_short=cut_short, last=last):
            yield self._finish_call()

    def _finish_call(self) -> CallFinished:
        self._finished = True
        return CallFinished(part=self._pieces[0].number)
