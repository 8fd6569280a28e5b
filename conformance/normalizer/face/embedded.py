"""Calls that the model wrote into its text, among the other events of one answer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from conformance.model import (
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
from conformance.normalizer.assembly import Assembler
from conformance.normalizer.cut import CUTS
from conformance.normalizer.face.note import Note
from conformance.normalizer.kept import Kept
from conformance.normalizer.text import TextFormat, TextStream

_APART: Final = 1 << 32
"""Numbers between the parts of an answer, for what is found in their texts."""
_LONGEST: Final = 200
"""Characters of a call that was cut that are shown."""


class Embedded:
    """Looks for calls in the text of the first candidate; what it finds stands where the text stood.

    Parts are numbered anew, in the same order. Where calls were found, an answer that stopped did so for them.
    Of an answer that was cut, by a limit, an error or a broken connection, only calls that end by themselves are calls.
    """

    def __init__(self, text_format: TextFormat, tools: Sequence[Tool]) -> None:
        self._open: Callable[[], TextStream] = lambda: TextStream(text_format, tools)
        self._texts: dict[int, TextStream] = {}
        self._found = False
        self._broken = False
        self._finishes: list[Finished] = []
        """Held until the answer is over: what comes behind a finish may say that it was cut all the same."""
        self.notes: list[Note] = []

    def take(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events, with those of calls in place of their text."""
        for event in events:
            part = getattr(event, "part", None)
            if event.candidate != 0:
                yield event
            elif isinstance(event, TextDelta):
                text = self._texts.get(event.part)
                if text is None:
                    text = self._texts[event.part] = self._open()
                yield from self._numbered(event.part, text.feed(event.text))
            elif isinstance(event, Finished):
                self._finishes.append(event)
            elif part is not None:
                yield msgspec.structs.replace(event, part=part * _APART)
            else:
                self._broken = self._broken or isinstance(event, Failed | Malformed)
                yield event

    def over(self) -> Iterator[Event]:
        """What the end of a stream brings: its texts' ends, and its finish, without which it was cut."""
        said = {event.reason for event in self._finishes}
        yield from self.end(cut=self._broken or not said or not said.isdisjoint(CUTS))
        for event in self._finishes:
            stopped = self._found and event.reason == "stop"
            yield msgspec.structs.replace(event, reason="tool_calls") if stopped else event

    def end(self, *, cut: bool) -> Iterator[Event]:
        """What the end of the texts brings; a call that it cuts is noted, and never given.

        ``cut``: not the model ended them.
        """
        for part, text in sorted(self._texts.items()):
            yield from self._numbered(part, text.end(cut=cut))
            if text.leftover:
                self._cut(f"a call in the text was cut: {text.leftover[:_LONGEST]!r}")
            elif text.held:
                self._cut(f"what may be a call was cut, and is left as it stands: {text.held[:_LONGEST]!r}")
        self._texts.clear()

    def _cut(self, why: str) -> None:
        self.notes.append(Note(kind="cut", where="", why=why))

    def _numbered(self, part: int, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            inner: int = event.part  # type: ignore[union-attr]  # of parts all of them are
            self._found = self._found or not isinstance(event, TextDelta | ReasoningDelta)
            yield msgspec.structs.replace(event, part=part * _APART + inner)


def whole(response: Response, embedded: Embedded) -> Response:
    """A response that came at once, with the calls in its text."""
    parts: list[Part] = []
    found, cut = False, response.finish.reason in CUTS
    for n, part in enumerate(response.parts):
        if isinstance(part, Text):
            read = _parts([*embedded.take([TextDelta(part=n, text=part.text)]), *embedded.end(cut=cut)])
            found = found or any(isinstance(one, ToolCall) for one in read)
            parts += (part,) if read == (Text(text=part.text),) else _with_data(read, part)
        else:
            parts.append(part)
    finish = response.finish
    if found and finish.reason == "stop":
        finish = msgspec.structs.replace(finish, reason="tool_calls")
    return msgspec.structs.replace(response, parts=tuple(parts), finish=finish)


def _with_data(read: tuple[Part, ...], part: Text) -> tuple[Part, ...]:
    """What stands in a text, the first of it with what the provider needs back with the text."""
    if not read or not part.provider_data:
        return read
    return (msgspec.structs.replace(read[0], provider_data=part.provider_data), *read[1:])


def _parts(events: Iterable[Event]) -> tuple[Part, ...]:
    assembler = Assembler(Kept())
    for event in events:
        assembler.add(event)
    return assembler.response().parts
