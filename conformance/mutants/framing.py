"""Transforms of a stream's framing, and of whole events of a stream."""

from copy import deepcopy

from conformance.mutants.answer import Answer, Event, OfStreams
from toolwire.json_value import Json


class Done(OfStreams, frozen=True, kw_only=True, tag="done"):
    """A transform that adds ``[DONE]`` at the end of the stream, or removes it."""

    present: bool

    def change(self, answer: Answer) -> bool:
        changed = answer.done != self.present
        answer.done = self.present
        return changed


class Comments(OfStreams, frozen=True, kw_only=True, tag="comments"):
    """A transform that adds comment lines at the beginning of the stream."""

    lines: tuple[str, ...]

    def change(self, answer: Answer) -> bool:
        answer.comments = self.lines
        return True


class NoEventLines(OfStreams, frozen=True, kw_only=True, tag="no-event-lines"):
    """A transform that removes the ``event:`` lines."""

    def change(self, answer: Answer) -> bool:
        changed = any(event.name is not None for event in answer.events)
        for event in answer.events:
            event.name = None
        return changed


class AwsFrames(OfStreams, frozen=True, kw_only=True, tag="aws-frames"):
    """A transform that writes the events as base64 in frames of an AWS event stream."""

    def change(self, answer: Answer) -> bool:
        answer.framed = True
        return True


class DropEvents(OfStreams, frozen=True, kw_only=True, tag="drop-events"):
    """A transform that removes events of some types."""

    types: tuple[str, ...]
    numbered: str | None = None
    """The key under which each event has its number. If events were removed, the other events get new numbers without
    gaps.
    """

    def change(self, answer: Answer) -> bool:
        kept = [event for event in answer.events if event.data.get("type") not in self.types]
        changed = len(kept) < len(answer.events)
        answer.events = kept
        for n, event in enumerate(kept):
            if changed and self.numbered is not None and self.numbered in event.data:
                event.data[self.numbered] = n
        return changed


class Late(OfStreams, frozen=True, kw_only=True, tag="late"):
    """A transform that moves events of some types after the last event of the type ``behind``."""

    types: tuple[str, ...]
    behind: str

    def change(self, answer: Answer) -> bool:
        types = [event.data.get("type") for event in answer.events]
        last = max((n for n, name in enumerate(types) if name == self.behind), default=-1) + 1
        late = [event for event in answer.events[:last] if event.data.get("type") in self.types]
        kept = [event for event in answer.events[:last] if event.data.get("type") not in self.types]
        answer.events = [*kept, *late, *answer.events[last:]]
        return bool(late)


class Prepend(OfStreams, frozen=True, kw_only=True, tag="prepend"):
    """A transform that adds an event at the beginning of the stream."""

    document: dict[str, Json]

    def change(self, answer: Answer) -> bool:
        answer.events.insert(0, Event(deepcopy(self.document)))
        return True
