"""What a grammar reads from, and says what it found to."""

from collections.abc import Sequence

import msgspec

from toolwire.model import ArgumentsDelta, CallFinished, CallStarted, Event, ReasoningDelta, TextDelta
from toolwire.text.errors import Cut, NotACall
from toolwire.text.offered import Offered
from toolwire.text.seam import Seam, Wrapper
from toolwire.text.source import Source
from toolwire.wire.quoting import Quoting


class Found(msgspec.Struct, frozen=True):
    """A call as a grammar reads it before it says so."""

    name: str
    arguments: str
    call_id: str | None = None


class Block(Source):
    """The text of an answer while it arrives, and the events of what was found in it."""

    def __init__(self, offered: Offered, seams: Sequence[Seam] = (), wrapper: Wrapper | None = None) -> None:
        super().__init__()
        self.offered = offered
        self.seams = seams
        """Those of the format that reads."""
        self.wrapper = wrapper
        """The same."""
        self.format = ""
        """Its name."""
        self.opening = ""
        """What the block that is being read began with."""
        self.in_sentence = False
        """Whether a sentence goes on before that."""
        self.mentioned = -1
        """Up to where text is what a sentence says about calls."""
        self.quoting = Quoting()
        self.reached = 0
        """Up to where a format that found no call has looked, before others did."""
        self.calls = 0
        """How many calls were found so far."""
        self.spoke = False
        """Whether text that is not blank was said."""
        self.cut = False
        """Whether the text is over, and something else than the model ended it."""
        self.fresh = True
        """Whether nothing but blanks was said since the beginning, a call or reasoning."""
        self._events: list[Event] = []
        self._part = -1
        self._kind: str | None = None
        self._said: dict[int, str] = {}
        """The parts since the beginning or the last reasoning; of a call its text as it stood, of text nothing."""

    def taken(self) -> list[Event]:
        """The events since the last time."""
        events, self._events = self._events, []
        return events

    def say(self, text: str) -> None:
        """Text for the reader."""
        if not text:
            return
        if self._kind != "text":
            self._next("text")
            self._said[self._part] = ""
        self._events.append(TextDelta(part=self._part, text=text))
        self.quoting.add(text)
        if not text.isspace():
            self.spoke, self.fresh = True, False

    def reason(self, text: str) -> None:
        """Reasoning."""
        if not text:
            return
        if self._kind != "reasoning":
            self._next("reasoning")
        self._events.append(ReasoningDelta(part=self._part, text=text))

    def was_reasoning(self) -> None:
        """All so far was reasoning, calls too: its end has come, and its beginning stood in the prompt."""
        self._events += [ReasoningDelta(part=part, text=text) for part, text in self._said.items()]
        self._said.clear()
        self.calls = 0
        self.spoke = False
        self.break_off()

    def break_off(self) -> None:
        """What comes next is a part of its own, and stands in nothing that was opened before."""
        self._kind = None
        self.fresh = True
        self.quoting = Quoting()

    def call(self, name: str, arguments: str, call_id: str | None = None) -> None:
        """A whole call. What was read so far is settled.

        Raises ``NotACall`` where it stands in a sentence, and calls what was not offered: somebody writes about calls;
        where it runs over its end into another call; ``Cut`` where only the end of a text that was cut makes it one.
        """
        if self.cut:
            raise Cut
        if self.in_sentence and name not in self.offered:
            self.mentioned = self.position
            raise NotACall
        if self.runs_over() is not None:
            raise NotACall
        self.give(name, arguments, call_id)

    def give(self, name: str, arguments: str, call_id: str | None = None) -> None:
        """A call that was looked at."""
        self._next("call")
        self._said[self._part] = self.uncommitted()
        self.commit()
        self.calls += 1
        self.fresh = True
        self._events += [
            CallStarted(part=self._part, id=call_id, name=name),
            ArgumentsDelta(part=self._part, text=arguments),
            CallFinished(part=self._part),
        ]

    def close(self) -> None:
        """What was read behind the last call belongs to it."""
        if self._kind == "call":
            self._said[self._part] += self.uncommitted()
            self.commit()

    def runs_over(self) -> int | None:
        """Where what was read, and is not settled, is a call without its end and goes on with another one."""
        text = self.uncommitted() if self.seams else ""
        return next((end for seam in self.seams if (end := seam.runs_over(text)) is not None), None)

    def runs_on(self) -> bool:
        """Whether it is a call whose own end came before its values', and text behind it."""
        return any(seam.closes(self.uncommitted()) for seam in self.seams)

    def _next(self, kind: str) -> None:
        self._part += 1
        self._kind = kind
