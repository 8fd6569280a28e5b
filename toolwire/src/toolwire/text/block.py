"""The text that a grammar (the function that reads a text format) reads, and the events that the grammar emits."""

from collections.abc import Sequence

import msgspec

from toolwire.model import ArgumentsDelta, CallFinished, CallStarted, Event, ReasoningDelta, TextDelta
from toolwire.text.errors import Cut, NotACall
from toolwire.text.offered import Offered
from toolwire.text.seam import Seam, Wrapper
from toolwire.text.source import Source
from toolwire.wire.quoting import Quoting


class TextCall(msgspec.Struct, frozen=True):
    """A call that a grammar has read but not yet emitted as events."""

    name: str
    arguments: str
    call_id: str | None = None


class Block(Source):
    """The text of an answer that is still arriving, and the events for the answer's text, reasoning and calls."""

    def __init__(self, offered: Offered, seams: Sequence[Seam] = (), wrapper: Wrapper | None = None) -> None:
        super().__init__()
        self.offered = offered
        self.seams = seams
        """The pairs of tags that separate calls in the format that reads the block."""
        self.wrapper = wrapper
        """The tags around calls in the format that reads the block; None if the format has no such tags."""
        self.format = ""
        """The name of the format that reads the block."""
        self.opening = ""
        """The text with which the block that is being read starts, such as ``<tool_call>``."""
        self.in_sentence = False
        """True if the opening is inside a sentence."""
        self.mentioned = -1
        """The position after the last call that a sentence only mentions; -1 if no such call was found."""
        self.quoting = Quoting()
        self.reached = 0
        """The last position that a format reached before it found that the block has no call of this format.

        The next format reads the block again from the opening.
        """
        self.calls = 0
        """The number of calls so far."""
        self.has_text = False
        """True if there was text other than blanks."""
        self.cut = False
        """True if the text has ended, but a limit, an error or a broken connection ended it, not the model."""
        self.is_fresh = True
        """True if only blanks came after the start of the text, or after the last call or reasoning."""
        self._events: list[Event] = []
        self._part = -1
        self._kind: str | None = None
        self._part_texts: dict[int, str] = {}
        """The texts and calls that ``turn_into_reasoning`` turns into reasoning, by the number of the part.

        The value is the source text of a call, or "" for a text.
        """

    def take_events(self) -> list[Event]:
        """Return the events since this method was last called, and forget them."""
        events, self._events = self._events, []
        return events

    def emit_text(self, text: str) -> None:
        """Emit text for the user."""
        if not text:
            return
        if self._kind != "text":
            self._next("text")
            self._part_texts[self._part] = ""
        self._events.append(TextDelta(part=self._part, text=text))
        self.quoting.add(text)
        if not text.isspace():
            self.has_text, self.is_fresh = True, False

    def emit_reasoning(self, text: str) -> None:
        """Emit reasoning."""
        if not text:
            return
        if self._kind != "reasoning":
            self._next("reasoning")
        self._events.append(ReasoningDelta(part=self._part, text=text))

    def turn_into_reasoning(self) -> None:
        """Turn all parts so far into reasoning, including calls.

        A closing tag has shown that the reasoning started in the prompt.
        """
        self._events += [ReasoningDelta(part=part, text=text) for part, text in self._part_texts.items()]
        self._part_texts.clear()
        self.calls = 0
        self.has_text = False
        self.break_off()

    def break_off(self) -> None:
        """Make the next text or reasoning a separate part. Forget quotations that are still open."""
        self._kind = None
        self.is_fresh = True
        self.quoting = Quoting()

    def call(self, name: str, arguments: str, call_id: str | None = None) -> None:
        """Emit a whole call. The text that was read so far is then consumed, and cannot be read again.

        Raises ``NotACall`` if the call is inside a sentence and its tool was not offered, because such a sentence only
        mentions the call. Raises ``NotACall`` also for a call without an end, whose text runs into the next call.
        Raises ``Cut`` if a limit, an error or a broken connection ended the text.
        """
        if self.cut:
            raise Cut
        if self.in_sentence and name not in self.offered:
            self.mentioned = self.position
            raise NotACall
        if self.runs_over() is not None:
            raise NotACall
        self.emit_call(name, arguments, call_id)

    def emit_call(self, name: str, arguments: str, call_id: str | None = None) -> None:
        """Emit a whole call without checks. See ``call``."""
        self._next("call")
        self._part_texts[self._part] = self.uncommitted()
        self.commit()
        self.calls += 1
        self.is_fresh = True
        self._events += [
            CallStarted(part=self._part, id=call_id, name=name),
            ArgumentsDelta(part=self._part, text=arguments),
            CallFinished(part=self._part),
        ]

    def close(self) -> None:
        """If the last part is a call, add the text that was read after the call to the call's source text."""
        if self._kind == "call":
            self._part_texts[self._part] += self.uncommitted()
            self.commit()

    def runs_over(self) -> int | None:
        """Return the index in the unfinished call's text at which a pair of tags ends and the next call follows.

        Return None if no call follows.
        """
        text = self.uncommitted() if self.seams else ""
        return next((end for seam in self.seams if (end := seam.runs_over(text)) is not None), None)

    def runs_on(self) -> bool:
        """Return whether the text of an unfinished call has a closing tag with more text after it. Such a tag may be
        part of a value.
        """
        return any(seam.closes(self.uncommitted()) for seam in self.seams)

    def _next(self, kind: str) -> None:
        self._part += 1
        self._kind = kind
