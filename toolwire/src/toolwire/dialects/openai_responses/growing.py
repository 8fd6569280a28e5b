"""One item of the output while its events arrive."""

from collections.abc import Callable, Iterator
from io import StringIO
from typing import assert_never

import msgspec

from toolwire.dialects.kept import PART, Held, Kept
from toolwire.dialects.openai_responses import calls, items, reasoning
from toolwire.dialects.pieces import whole
from toolwire.model import (
    Arguments,
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
from toolwire.wire import exact_json

_Delta = type[TextDelta] | type[RefusalDelta] | type[ReasoningDelta] | type[ArgumentsDelta]


class _Piece:
    """A part of the item: what of it was sent on."""

    __slots__ = ("array", "kind", "number", "place", "sent")

    def __init__(self, number: int) -> None:
        self.number = number
        self.sent = StringIO()
        self.kind: _Delta | None = None
        self.array = ""
        """Which array of a reasoning item the text comes from: there may be two, and one is sent on."""
        self.place: Json = None
        """The place in that array."""

    def lacks(self, text: str) -> str | None:
        """What of a whole text was not sent yet; None where it contradicts what was."""
        sent = self.sent.getvalue()
        if text == sent:
            return ""
        sent = whole(sent)
        return text[len(sent) :] if text.startswith(sent) else None


class GrowingItem:
    """Takes the events of one item, gives canonical ones.

    What the item says when it is done counts: what the fragments before it lacked is added. Fragments that
    contradict it cannot be taken back, and so a call made of such is never called whole.
    """

    def __init__(self, opened: dict[str, Json], new_part: Callable[[], int], kept: Kept, *, again: bool) -> None:
        self._kept = kept
        self._held = Held(kept)
        self._held.add(opened)
        self.opened = opened
        """The item as it first came: mostly empty, and its id need not be the one that it ends with."""
        self.again = again
        """Whether it may be a message that was told before: what it says counts when it is done, if it is another."""
        self.done = False
        self.listens = not again
        """Whether fragments count."""
        self.call: ToolCall | None = None
        """The call that the item turned out to be, without its arguments' text."""
        self._new_part = new_part
        self._pieces = {0: _Piece(new_part())}
        self._started = False
        self.takes_arguments = False
        """Whether it is a call that has begun, and its arguments too."""
        self._status: Json = None
        self._finished = False
        self._sound = True

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
        piece = self._pieces.get(place)
        if piece is None:
            piece = self._pieces[place] = _Piece(self._new_part())
            self._kept.grow(PART)
        return piece

    def reasoning(self, array: str, place: Json, text: str) -> Iterator[Event]:
        """Text of one of the arrays of a reasoning item."""
        piece = self._pieces[0]
        piece.array = piece.array or array
        if piece.array != array or not text:
            return
        if piece.kind is not None and piece.place != place:
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
            piece.sent.write(text)
            self._held.add(text)
        return ()

    def grow_arguments(self, text: str) -> ArgumentsDelta:
        """The next piece of arguments that have begun; it is not empty."""
        piece = self._pieces[0]
        piece.sent.write(text)
        return ArgumentsDelta(part=piece.number, text=text)

    def text_done(self, kind: type[TextDelta] | type[RefusalDelta], place: int, text: str) -> Iterator[Event]:
        """The whole text of a piece: what the fragments before it lacked."""
        yield from self.text(kind, place, self.piece(place).lacks(text) or "")

    def arguments_done(self, text: str) -> Iterator[Event]:
        """The whole arguments of a call: what the fragments before them lacked."""
        more = self._pieces[0].lacks(text)
        if more:
            yield from self.arguments(more)

    def _send(self, piece: _Piece, kind: _Delta, text: str) -> tuple[Event, ...]:
        if not text or (piece.kind is not None and piece.kind is not kind):
            return ()
        piece.kind = kind
        self.takes_arguments = self._started and kind is ArgumentsDelta
        piece.sent.write(text)
        return (kind(part=piece.number, text=text),)

    def finish(self, value: dict[str, Json]) -> Iterator[Event]:
        """The item as it is when it is done."""
        self.done, self.listens = True, False
        self.opened = {key: self.opened[key] for key in ("type", "id") if key in self.opened}
        self._held.release()
        for place, part in enumerate(_parts(value)):
            yield from self._settle(self.piece(place), part, value.get("status"))

    def finish_without(self) -> Iterator[Event]:
        """The response ended and nothing said what became of the item."""
        kind = self.opened.get("type")
        if not isinstance(kind, str) or kind == "message":
            return
        value = self.opened
        if kind in calls.CALLS:
            sent = whole(self._pieces[0].sent.getvalue())
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
            self.call = _with(part, Arguments(text="", form=part.arguments.form))  # the text is kept once
            self._status = status
            custom = part.kind == "custom"
            if self._sound and calls.is_settled(status, part.arguments, custom=custom):
                yield self._finish_call()

    def _settle_call(self, piece: _Piece, call: ToolCall) -> Iterator[Event]:
        if not self._started:
            yield self._start(call)
            if piece.kind is ArgumentsDelta:
                yield ArgumentsDelta(part=piece.number, text=piece.sent.getvalue())
        yield from self._complete(piece, ArgumentsDelta, call.arguments.text)

    def _complete(self, piece: _Piece, kind: _Delta, text: str) -> Iterator[Event]:
        """What of a part's text was not sent yet. An empty one is sent too: it makes the part what it is."""
        more = piece.lacks(text)
        if piece.kind not in (None, kind) or more is None:
            self._sound = False
        elif more or piece.kind is None:
            piece.kind = kind
            piece.sent.write(more)
            yield kind(part=piece.number, text=more)

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


def _parts(value: dict[str, Json]) -> tuple[items.ItemPart, ...]:
    """The parts of an item that is done. Of arguments that are an object only that is told: nobody here needs more."""
    text, name = value.get("arguments"), value.get("name")
    usual = value.get("type") == "function_call" and isinstance(name, str)
    if not usual or not isinstance(text, str) or not exact_json.is_object(text):
        return items.read(value, "/item")
    given = Arguments(text=text, form="object")
    return tuple(
        _with(part, given) if isinstance(part, ToolCall) else part
        for part in items.read(value | {"arguments": ""}, "/item")
    )


def _with(call: ToolCall, given: Arguments) -> ToolCall:
    return msgspec.structs.replace(call, arguments=given)
