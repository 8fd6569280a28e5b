"""An item of the output whose events are still arriving."""

from collections.abc import Callable, Iterator
from io import StringIO
from typing import assert_never

import msgspec

from toolwire.dialects.kept import PART, Held, Kept
from toolwire.dialects.openai_responses import calls, items, reasoning
from toolwire.dialects.surrogates import join_surrogates
from toolwire.model import (
    ApprovalRequest,
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
    """A piece of the item that becomes a canonical part, with the text that events have already reported."""

    __slots__ = ("array", "kind", "number", "place", "sent")

    def __init__(self, number: int) -> None:
        self.number = number
        self.sent = StringIO()
        self.kind: _Delta | None = None
        self.array = ""
        """The array from which the text of a reasoning item comes: ``content`` or ``summary``.

        An item may have text in both arrays. Events report only the text of the array that arrives first.
        """
        self.place: Json = None
        """The index in ``array`` of the text that arrived last."""

    def missing(self, text: str) -> str | None:
        """Return the rest of ``text`` that no event has reported yet. ``text`` is the whole text of the piece. Return
        None if ``text`` does not begin with the reported text.
        """
        if 2 * len(text) < self.sent.tell():
            return None  # even if every character sent is half of a surrogate pair, the text is too short
        sent = self.sent.getvalue()
        if text == sent:
            return ""
        sent = join_surrogates(sent)
        return text[len(sent) :] if text.startswith(sent) else None


class OpenItem:
    """A reader of the wire events of an item. Its methods return canonical events.

    The item's last event has the final text. If the fragments lacked some of this text, the rest is added. If the
    fragments contradict the final text, their events cannot be taken back. So a call with such fragments never
    completes.
    """

    def __init__(self, opened: dict[str, Json], new_part: Callable[[], int], kept: Kept, *, repeated: bool) -> None:
        self._kept = kept
        self._held = Held(kept)
        self._held.add(opened)
        self.opened = opened
        """The item in its first event. Most of its content is still missing, and its id may differ from the final id.
        """
        self.repeated = repeated
        """True if the item may repeat an earlier message.

        Only the final content of such an item is used, and only if it differs from that message.
        """
        self.done = False
        self.takes_fragments = not repeated
        """True while fragments of the item are read. They are read until the item is done, but never if the item may
        repeat a message.
        """
        self.call: ToolCall | None = None
        """The call that was read from the item, without the text of its arguments."""
        self._new_part = new_part
        self._pieces = {0: _Piece(new_part())}
        self._started = False
        self.takes_arguments = False
        """True if the item is a call, and events have reported its start and its first arguments."""
        self._status: Json = None
        self._finished = False
        self._sound = True

    def begin(self) -> Iterator[Event]:
        """Yield the event that starts a call, if the item's first wire event has the call's name and id."""
        for part in items.read(self.opened, "/item"):
            if isinstance(part, ToolCall) and part.id and part.name:
                yield self._start(part)

    def _start(self, call: ToolCall) -> CallStarted:
        self._started = True
        return CallStarted(part=self._pieces[0].number, id=call.id, name=call.name, kind=call.kind)

    def text(self, kind: type[TextDelta] | type[RefusalDelta], place: int, text: str) -> tuple[Event, ...]:
        """Return the events for a fragment of a message's text. ``place`` is the index of the piece of content that has
        the text.
        """
        return self._send(self.piece(place), kind, text)

    def piece(self, place: int) -> _Piece:
        """Return the piece of content at the index ``place``. If no event has named this piece before, create it with
        the next part number.
        """
        piece = self._pieces.get(place)
        if piece is None:
            piece = self._pieces[place] = _Piece(self._new_part())
            self._kept.grow(PART)
        return piece

    def reasoning(self, array: str, place: Json, text: str) -> Iterator[Event]:
        """Yield the events for a fragment of a reasoning item's text. The text is at the index ``place`` of the item's
        ``array``.
        """
        piece = self._pieces[0]
        place = place if isinstance(place, int) else None
        piece.array = piece.array or array
        if piece.array != array or not text:
            return
        if piece.kind is not None and piece.place != place:
            text = reasoning.BETWEEN + text
        piece.place = place
        yield from self._send(piece, ReasoningDelta, text)

    def arguments(self, text: str) -> tuple[Event, ...]:
        """Return the events for a fragment of a call's arguments. Before the call has started, keep the fragment and
        return no events.
        """
        piece = self._pieces[0]
        if self._started:
            return self._send(piece, ArgumentsDelta, text)
        if piece.kind in (None, ArgumentsDelta):
            piece.kind = ArgumentsDelta
            piece.sent.write(text)
            self._held.add(text)
        return ()

    def grow_arguments(self, text: str) -> ArgumentsDelta:
        """Return the event for the next piece of a call's arguments. The piece is not empty."""
        piece = self._pieces[0]
        piece.sent.write(text)
        return ArgumentsDelta(part=piece.number, text=text)

    def text_done(self, kind: type[TextDelta] | type[RefusalDelta], place: int, text: str) -> Iterator[Event]:
        """Yield the events for the rest of a piece's text that no fragment had. ``text`` is the whole text of the
        piece.
        """
        yield from self.text(kind, place, self.piece(place).missing(text) or "")

    def arguments_done(self, text: str) -> Iterator[Event]:
        """Yield the events for the rest of a call's arguments that no fragment had. ``text`` is the whole text of the
        arguments.
        """
        more = self._pieces[0].missing(text)
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
        """Yield the last events of an item that is done. ``value`` is the whole item."""
        self.done, self.takes_fragments = True, False
        self.opened = {key: self.opened[key] for key in ("type", "id") if key in self.opened}
        self._held.release()
        self._held.add(self.opened)
        for place, part in enumerate(_parts(value)):
            yield from self._settle(self.piece(place), part, value.get("status"))

    def finish_without(self) -> Iterator[Event]:
        """Yield the last events of an item whose final form had not arrived when the response ended.

        Only the first form of the item, and the arguments of a call so far, are known. Yield nothing for a message,
        because its text was already reported.
        """
        kind = self.opened.get("type")
        if not isinstance(kind, str) or kind == "message":
            return
        value = self.opened
        if kind in calls.CALLS:
            sent = join_surrogates(self._pieces[0].sent.getvalue())
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
            case ApprovalRequest() | ProviderPart() | Unknown():
                yield WholePart(part=piece.number, value=part)
                return
            case _:
                assert_never(part)
        if part.provider_data:
            yield PartData(part=piece.number, provider_data=part.provider_data)
        if isinstance(part, ToolCall):
            # `piece` keeps the text of the arguments. Nobody needs the other keys, which do not count as kept.
            form = part.arguments.form
            self.call = ToolCall(id=part.id, name=part.name, kind=part.kind, arguments=Arguments(text="", form=form))
            self._status = status if status in calls.STATUSES else None
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
        """Yield the event for the rest of ``text`` that no event has reported yet. ``text`` is the whole text of a
        piece.

        The first event of a piece is yielded even if its text is empty, because it sets the kind of the part. If
        ``text`` contradicts the reported text, yield nothing. Then a call in this item never completes.
        """
        more = piece.missing(text)
        if piece.kind not in (None, kind) or more is None:
            self._sound = False
        elif more or piece.kind is None:
            piece.kind = kind
            piece.sent.write(more)
            yield kind(part=piece.number, text=more)

    def end(self, *, cut_short: bool, is_last: bool) -> Iterator[Event]:
        """Yield the event ``CallFinished`` if the end of the response shows that the item's call is complete."""
        call = self.call
        if call is None or self._finished or not self._sound:
            return
        custom = call.kind == "custom"
        if calls.is_complete(self._status, call.arguments, custom=custom, cut_short=cut_short, is_last=is_last):
            yield self._finish_call()

    def _finish_call(self) -> CallFinished:
        self._finished = True
        return CallFinished(part=self._pieces[0].number)


def _parts(value: dict[str, Json]) -> tuple[items.ItemPart, ...]:
    """Return the parts of an item that is done.

    If the arguments of a function call are a JSON object, their text is not parsed, because no code needs the parsed
    value.
    """
    text, name = value.get("arguments"), value.get("name")
    is_function_call = value.get("type") == "function_call" and isinstance(name, str)
    if not is_function_call or not isinstance(text, str) or not exact_json.is_object(text):
        return items.read(value, "/item")
    parsed = Arguments(text=text, form="object")
    return tuple(
        _with_arguments(part, parsed) if isinstance(part, ToolCall) else part
        for part in items.read(value | {"arguments": ""}, "/item")
    )


def _with_arguments(call: ToolCall, parsed: Arguments) -> ToolCall:
    return msgspec.structs.replace(call, arguments=parsed)
