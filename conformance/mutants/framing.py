"""Transforms of how a stream is framed, and of whole events."""

from copy import deepcopy

from conformance.mutants.answer import Answer, Event, OfStreams
from toolwire.json_value import Json


class Done(OfStreams, frozen=True, kw_only=True, tag="done"):
    """Whether ``[DONE]`` ends the stream."""

    present: bool

    def change(self, answer: Answer) -> bool:
        changed = answer.done != self.present
        answer.done = self.present
        return changed


class Comments(OfStreams, frozen=True, kw_only=True, tag="comments"):
    """The stream begins with lines that are comments."""

    lines: tuple[str, ...]

    def change(self, answer: Answer) -> bool:
        answer.comments = self.lines
        return True


class NoEventLines(OfStreams, frozen=True, kw_only=True, tag="no-event-lines"):
    """No event has a line with its name."""

    def change(self, answer: Answer) -> bool:
        changed = any(event.name is not None for event in answer.events)
        for event in answer.events:
            event.name = None
        return changed


class AwsFrames(OfStreams, frozen=True, kw_only=True, tag="aws-frames"):
    """The events come in frames of an AWS event stream, in base64."""

    def change(self, answer: Answer) -> bool:
        answer.framed = True
        return True


class DropEvents(OfStreams, frozen=True, kw_only=True, tag="drop-events"):
    """Events of some types never come."""

    types: tuple[str, ...]
    numbered: str | None = None
    """The key under which events are numbered, without gaps."""

    def change(self, answer: Answer) -> bool:
        kept = [event for event in answer.events if event.data.get("type") not in self.types]
        changed = len(kept) < len(answer.events)
        answer.events = kept
        for n, event in enumerate(kept):
            if changed and self.numbered is not None and self.numbered in event.data:
                event.data[self.numbered] = n
        return changed


class Prepend(OfStreams, frozen=True, kw_only=True, tag="prepend"):
    """The stream begins with one more event."""

    document: dict[str, Json]

    def change(self, answer: Answer) -> bool:
        answer.events.insert(0, Event(deepcopy(self.document)))
        return True
