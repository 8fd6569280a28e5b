"""The search for calls that the model wrote into its text, in the events of an answer."""

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from toolwire.client.note import Note
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.finish import CUTS
from toolwire.dialects.kept import Kept
from toolwire.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Failed,
    Finished,
    Malformed,
    Part,
    ReasoningDelta,
    Response,
    Text,
    TextDelta,
    Tool,
    ToolCall,
)
from toolwire.text import Parsed, TextFormat, TextStream, parse
from toolwire.wire.spelling import spelled

_APART: Final = 1 << 32
"""The factor for the numbers of an answer's parts: part 2 gets the number ``2 * _APART``.

Parts that are found in the text of part 2 get the numbers ``2 * _APART``, ``2 * _APART + 1`` and so on.
"""
_OF_CALLS: Final = (CallStarted, ArgumentsDelta, CallFinished)
_LONGEST: Final = 200
"""The largest number of characters of a cut call that a note shows."""


class Embedded:
    """A search for calls in the text of an answer's first candidate.

    Each call that is found replaces the text in which the model wrote it. The parts of the answer get new numbers, but
    keep their order. If calls were found, the finish reason "stop" becomes "tool_calls". If a limit, an error or a
    broken connection cut the answer, text becomes a call only if the call has its own end marker.

    If the server also returns a call in structured form, the call in the text is left out, because results need the id
    of the structured call. Therefore events after the first call in a text wait until the end of the answer. Events
    after a text that may still become a call wait until it is known whether the text is a call.
    """

    def __init__(self, text_format: TextFormat, tools: Sequence[Tool]) -> None:
        self._format = text_format
        self._tools = tools
        self._texts: dict[int, TextStream] = {}
        self._found: set[int] = set()
        """The numbers of the parts that are calls in a text."""
        self._withdrawn: set[int] = set()
        """The numbers of the parts that were calls in a text until later events turned them into reasoning."""
        self._undecided: set[int] = set()
        """The numbers of the texts whose end may still become a call."""
        self._waiting: list[Event] = []
        """The events that wait.

        They are all events from the first call in a text on, or from the first text that may still become a call.
        """
        kept = Kept()
        kept.lift()  # the answer's stream already counts the same parts against the limits
        self._calls = Assembler(kept)
        self._numbers: set[int] = set()
        """The numbers of all parts that are calls: calls in texts, and calls in structured form."""
        self._finishes: list[Finished] = []
        """The finish events.

        They wait until the answer is over, because a later event may show that the answer was cut.
        """
        self._broken = False
        self.notes: list[Note] = []

    def take(self, events: Iterable[Event]) -> Iterator[Event]:
        """Read ``events``, the next events of the answer. Yield the events, new or stored, that need not wait now. If a
        text has calls, the events of these calls replace the events of the text.
        """
        for event in events:
            if event.candidate != 0:
                yield event
            elif isinstance(event, Finished):
                self._finishes.append(event)
            else:
                yield from self._hand_on(self._looked_through(event))

    def over(self) -> Iterator[Event]:
        """Yield the last events: the stored events, the events that the end of each text completes, and the finish.

        An answer without a finish is treated as cut.
        """
        reasons = {event.reason for event in self._finishes}
        cut = self._broken or not reasons or not reasons.isdisjoint(CUTS)
        for part, text in sorted(self._texts.items()):
            yield from self._hand_on(self._numbered(part, text.end(cut=cut)))
            self._note_cut(text)
        calls = dict(zip(sorted(self._numbers), self._calls.response().calls, strict=True))
        repeated = {*self._repeated(calls, self._found)}
        yield from self._release(repeated | self._withdrawn)
        for event in self._finishes:
            stopped = self._found and event.reason == "stop"
            yield msgspec.structs.replace(event, reason="tool_calls") if stopped else event

    def whole(self, response: Response) -> Response:
        """Return a plain response in which each call in a text is replaced by a part for this call."""
        parts: list[Part] = []
        found: set[int] = set()
        for part in response.parts:
            if isinstance(part, Text):
                read = parse(part.text, self._format, self._tools, cut=response.finish.reason in CUTS)
                self._note_cut(read)
                found |= {len(parts) + n for n, inner_part in enumerate(read.parts) if isinstance(inner_part, ToolCall)}
                parts += (part,) if read.parts == (Text(text=part.text),) else _with_data(read.parts, part)
            else:
                parts.append(part)
        calls = {n: part for n, part in enumerate(parts) if isinstance(part, ToolCall)}
        repeated = {*self._repeated(calls, found)}
        finish = response.finish
        if found and finish.reason == "stop":
            finish = msgspec.structs.replace(finish, reason="tool_calls")
        once = tuple(part for n, part in enumerate(parts) if n not in repeated)
        return msgspec.structs.replace(response, parts=once, finish=finish)

    def _looked_through(self, event: Event) -> Iterator[Event]:
        if isinstance(event, TextDelta):
            text = self._texts.get(event.part)
            if text is None:
                text = self._texts[event.part] = TextStream(self._format, self._tools)
            yield from self._numbered(event.part, text.feed(event.text))
            (self._undecided.add if text.is_undecided else self._undecided.discard)(event.part)
            return
        self._broken = self._broken or isinstance(event, Failed | Malformed)
        part = getattr(event, "part", None)
        yield event if part is None else msgspec.structs.replace(event, part=part * _APART)

    def _numbered(self, part: int, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            inner: int = event.part  # type: ignore[union-attr]  # all of them are events of parts
            number = part * _APART + inner
            if isinstance(event, CallStarted):
                self._found.add(number)
            yield msgspec.structs.replace(event, part=number)

    def _hand_on(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events that need not wait, and store the others.

        An event waits if a text has a call, if other events already wait, or if its part comes after a text that may
        still become a call. As soon as no text has a call or may still become a call, yield the stored events, too.
        """
        for event in events:
            if isinstance(event, _OF_CALLS):
                self._calls.add(event)
                self._numbers |= {event.part} if isinstance(event, CallStarted) else set()
            elif isinstance(event, ReasoningDelta) and event.part in self._found:
                self._calls.add(event)
                self._found.discard(event.part)
                self._numbers.discard(event.part)
                self._withdrawn.add(event.part)
            if self._waits(event):
                self._waiting.append(event)
            else:
                yield event
        if self._waiting and not (self._found or self._undecided):
            yield from self._release(self._withdrawn)

    def _waits(self, event: Event) -> bool:
        part = getattr(event, "part", None)
        behind = part is not None and any(text * _APART + _APART <= part for text in self._undecided)
        return behind or bool(self._found or self._waiting)

    def _release(self, dropped: Collection[int]) -> Iterator[Event]:
        """Yield the stored events in the order of their part numbers, and those without a part last. Leave out the
        events of calls whose part number is in ``dropped``.

        A call is dropped because the answer also has it in structured form, or because it turned out to be reasoning.
        """
        waiting, self._waiting = self._waiting, []
        waiting.sort(key=lambda event: getattr(event, "part", sys.maxsize))
        for event in waiting:
            if not isinstance(event, _OF_CALLS) or event.part not in dropped:
                yield event

    def _repeated(self, calls: Mapping[int, ToolCall], found: Collection[int]) -> Iterator[int]:
        """Yield the part numbers of the calls in the text that the answer also has in structured form.

        Each structured call matches at most a single call in the text.
        """
        structured = [_call_key(call) for n, call in calls.items() if n not in found and call.complete]
        for n in sorted(found):
            if _call_key(calls[n]) in structured:
                structured.remove(_call_key(calls[n]))
                why = (
                    f"the call to {calls[n].name!r} is in the text and among the structured calls: it is returned once"
                )
                self.notes.append(Note(kind="repeated", where="", why=why))
                yield n

    def _note_cut(self, read: TextStream | Parsed) -> None:
        """Add a note if the text ended inside a call. Such a call is never returned."""
        if read.leftover:
            why = f"a call in the text was cut: {read.leftover[:_LONGEST]!r}"
        elif read.held:
            why = f"a possible call was cut, and stays in the text: {read.held[:_LONGEST]!r}"
        else:
            return
        self.notes.append(Note(kind="cut", where="", why=why))


def _call_key(call: ToolCall) -> tuple[str, str]:
    """Return the name of a call, and its arguments in a normal form: equal arguments have the same form."""
    if call.arguments.form == "empty":
        return call.name, spelled({})
    return call.name, spelled(call.arguments.value if call.arguments.form == "object" else call.arguments.text)


def _with_data(read: tuple[Part, ...], part: Text) -> tuple[Part, ...]:
    """Return the parts that were found in a text. The first part gets any provider data of the text."""
    if not read or not part.provider_data:
        return read
    return (msgspec.structs.replace(read[0], provider_data=part.provider_data), *read[1:])
