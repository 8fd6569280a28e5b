"""What a grammar reads from, and says what it found to."""

from collections.abc import Callable

import msgspec

from conformance.model import ArgumentsDelta, CallFinished, CallStarted, Event, ReasoningDelta, TextDelta
from conformance.normalizer.text.offered import Offered
from conformance.normalizer.text.source import Source


class Block(Source):
    """The text of an answer while it arrives, and the events of what was found in it."""

    def __init__(self, offered: Offered) -> None:
        super().__init__()
        self.offered = offered
        self.opening = ""
        """What the block that is being read began with."""
        self._events: list[Event] = []
        self._part = -1
        self._kind: str | None = None
        self._said: list[int] = []
        self.on_text: Callable[[str], None] = lambda text: None
        self.calls = 0
        """How many calls were found so far."""

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
            self._said.append(self._part)
        self._events.append(TextDelta(part=self._part, text=text))
        self.on_text(text)

    def reason(self, text: str) -> None:
        """Reasoning."""
        if not text:
            return
        if self._kind != "reasoning":
            self._next("reasoning")
        self._events.append(ReasoningDelta(part=self._part, text=text))

    def was_reasoning(self) -> None:
        """All text so far was reasoning: its end has come, and its beginning stood in the prompt."""
        self._events += [ReasoningDelta(part=part, text="") for part in self._said]
        self._said.clear()
        self._kind = "reasoning" if self._kind == "text" else self._kind

    def break_off(self) -> None:
        """What comes next is a part of its own."""
        self._kind = None

    def call(self, name: str, arguments: str, call_id: str | None = None) -> None:
        """A whole call. What was read so far is settled."""
        self._next("call")
        self.calls += 1
        self._events += [
            CallStarted(part=self._part, id=call_id, name=name),
            ArgumentsDelta(part=self._part, text=arguments),
            CallFinished(part=self._part),
        ]
        self.commit()

    def _next(self, kind: str) -> None:
        self._part += 1
        self._kind = kind


class Found(msgspec.Struct, frozen=True):
    """A call as a grammar reads it before it says so."""

    name: str
    arguments: str
    call_id: str | None = None
