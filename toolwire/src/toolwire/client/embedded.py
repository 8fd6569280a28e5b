"""Calls that the model wrote into its text, among the other events of one answer."""

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from toolwire.client.note import Note
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.cut import CUTS
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
"""Numbers between the parts of an answer, for what is found in their texts."""
_OF_CALLS: Final = (CallStarted, ArgumentsDelta, CallFinished)
_LONGEST: Final = 200
"""Characters of a call that was cut that are shown."""


class Embedded:
    """Looks for calls in the text of the first candidate; what it finds stands where the text stood.

    Parts are numbered anew, in the same order. Where calls were found, an answer that stopped did so for them.
    Of an answer that was cut, by a limit, an error or a broken connection, only calls that end by themselves are calls.
    A call that the server also hands out structured is left out of the text: the other has the id that results name.
    So what comes behind the first call in a text is told once the answer is over, and what comes behind a text that may
    yet become a call waits for that.
    """

    def __init__(self, text_format: TextFormat, tools: Sequence[Tool]) -> None:
        self._format = text_format
        self._tools = tools
        self._texts: dict[int, TextStream] = {}
        self._found: set[int] = set()
        """The parts that are calls in the text."""
        self._withdrawn: set[int] = set()
        """The parts that were some of them, until what came later made reasoning of them."""
        self._undecided: set[int] = set()
        """The texts whose end may yet become a call."""
        self._waiting: list[Event] = []
        """What came from the first of either on."""
        kept = Kept()
        kept.lift()  # the stream keeps to the limits, and this is the same again
        self._calls = Assembler(kept)
        self._numbers: set[int] = set()
        """The parts that are calls."""
        self._finishes: list[Finished] = []
        """Held until the answer is over: what comes behind a finish may say that it was cut all the same."""
        self._broken = False
        self.notes: list[Note] = []

    def take(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events, with those of calls in place of their text."""
        for event in events:
            if event.candidate != 0:
                yield event
            elif isinstance(event, Finished):
                self._finishes.append(event)
            else:
                yield from self._told(self._looked_through(event))

    def over(self) -> Iterator[Event]:
        """What the end of the events brings: the ends of texts, and the finish, without which the answer was cut."""
        said = {event.reason for event in self._finishes}
        cut = self._broken or not said or not said.isdisjoint(CUTS)
        for part, text in sorted(self._texts.items()):
            yield from self._told(self._numbered(part, text.end(cut=cut)))
            self._note_cut(text)
        calls = dict(zip(sorted(self._numbers), self._calls.response().calls, strict=True))
        repeated = {*self._repeated(calls, self._found)}
        yield from self._let_go(repeated | self._withdrawn)
        for event in self._finishes:
            stopped = self._found and event.reason == "stop"
            yield msgspec.structs.replace(event, reason="tool_calls") if stopped else event

    def whole(self, response: Response) -> Response:
        """A response that came at once, with the calls in its text."""
        parts: list[Part] = []
        found: set[int] = set()
        for part in response.parts:
            if isinstance(part, Text):
                read = parse(part.text, self._format, self._tools, cut=response.finish.reason in CUTS)
                self._note_cut(read)
                found |= {len(parts) + n for n, one in enumerate(read.parts) if isinstance(one, ToolCall)}
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
            inner: int = event.part  # type: ignore[union-attr]  # of parts all of them are
            number = part * _APART + inner
            if isinstance(event, CallStarted):
                self._found.add(number)
            yield msgspec.structs.replace(event, part=number)

    def _told(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events, as long as none is of a call in the text."""
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
            yield from self._let_go(self._withdrawn)

    def _waits(self, event: Event) -> bool:
        part = getattr(event, "part", None)
        behind = part is not None and any(text * _APART + _APART <= part for text in self._undecided)
        return behind or bool(self._found or self._waiting)

    def _let_go(self, dropped: Collection[int]) -> Iterator[Event]:
        """What waited, part after part, but for calls that are handed out otherwise, or are none after all."""
        waiting, self._waiting = self._waiting, []
        waiting.sort(key=lambda event: getattr(event, "part", sys.maxsize))
        for event in waiting:
            if not isinstance(event, _OF_CALLS) or event.part not in dropped:
                yield event

    def _repeated(self, calls: Mapping[int, ToolCall], found: Collection[int]) -> Iterator[int]:
        """Which of the calls that were found in the text are there structured, too: one for each of those."""
        structured = [_said(call) for n, call in calls.items() if n not in found and call.complete]
        for n in sorted(found):
            if _said(calls[n]) in structured:
                structured.remove(_said(calls[n]))
                why = f"the call to {calls[n].name!r} stands in the text and structured, and is handed out once"
                self.notes.append(Note(kind="repeated", where="", why=why))
                yield n

    def _note_cut(self, read: TextStream | Parsed) -> None:
        """Note a call that the end of a text cut; it is never given."""
        if read.leftover:
            why = f"a call in the text was cut: {read.leftover[:_LONGEST]!r}"
        elif read.held:
            why = f"what may be a call was cut, and is left as it stands: {read.held[:_LONGEST]!r}"
        else:
            return
        self.notes.append(Note(kind="cut", where="", why=why))


def _said(call: ToolCall) -> tuple[str, str]:
    """What is called, and with what."""
    if call.arguments.form == "empty":
        return call.name, spelled({})
    return call.name, spelled(call.arguments.value if call.arguments.form == "object" else call.arguments.text)


def _with_data(read: tuple[Part, ...], part: Text) -> tuple[Part, ...]:
    """What stands in a text, the first of it with what the provider needs back with the text."""
    if not read or not part.provider_data:
        return read
    return (msgspec.structs.replace(read[0], provider_data=part.provider_data), *read[1:])
