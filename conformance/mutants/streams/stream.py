"""Streams as lists of events, which are read from bytes, edited and written again."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from toolwire.json_value import Json
from toolwire.wire import exact_json, sse
from toolwire.wire.aws_event_stream import FrameDecoder, encode
from toolwire.wire.payloads import DONE

LINES: Final = ("ollama_chat",)
"""Dialects in which each line of a stream is a payload."""
FRAMES: Final = ("bedrock_converse",)
"""Dialects in which each payload is in a binary frame."""
_NUMBER: Final = "sequence_number"
_KINDS: Final = {
    **dict.fromkeys(("openai_responses", "anthropic_messages", "cohere_v2"), "type"),
    "gemini_interactions": "event_type",
}
"""Dialects in which an ``event:`` line states the event's type, each with the key of this type in the payload."""


class Event(msgspec.Struct, kw_only=True):
    """An event, a line or a frame of a stream."""

    value: Json
    """The payload as JSON, or as a text if it is not JSON. The payload of a binary frame is an object with a single
    key, which is the frame's kind.
    """
    name: str | None = None
    """The name in the ``event:`` line. None if the event has no such line."""
    headers: dict[str, Any] | None = None
    """The headers of a binary frame. None for events in other forms."""


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """A stream of a dialect, as a list of events."""

    dialect: str
    events: list[Event]

    def copy(self) -> "Stream":
        events = [Event(value=copied(event.value), name=event.name, headers=event.headers) for event in self.events]
        return self.with_events(events)

    @property
    def values(self) -> list[Json]:
        """The payloads except ``[DONE]``. An edit of a payload changes the stream."""
        return [event.value for event in self.events if event.value != DONE]

    def with_events(self, events: list[Event]) -> "Stream":
        return Stream(dialect=self.dialect, events=events)

    def event(self, value: Json) -> Event:
        """Return an event of this dialect with the payload ``value``."""
        if self.dialect in FRAMES:
            kind = next(iter(value))
            message = "exception" if kind.endswith("Exception") else "event"
            head = {f":{message}-type": kind, ":content-type": "application/json", ":message-type": message}
            return Event(value=value, headers=head)
        key = _KINDS.get(self.dialect)
        return Event(value=value, name=value.get(key) if key and isinstance(value, dict) else None)

    def numbered(self) -> "Stream":
        """Number the events without gaps, if events have numbers in this dialect. Return the stream."""
        first = next((value for value in self.values if isinstance(value, dict)), {})
        for number, value in enumerate(self.values):
            if _NUMBER in first and isinstance(value, dict):
                value[_NUMBER] = number
        return self

    def bodies(self) -> list[bytes]:
        """Return the bytes of each event."""
        return [_written(self.dialect, event) for event in self.events]

    def body(self) -> bytes:
        return b"".join(self.bodies())

    def end(self) -> int:
        """Return the index of the event that marks the end of the answer. If no event does, return the number of
        events.
        """
        done = _DONE[self.dialect]
        for n, event in enumerate(self.events):
            if event.value != DONE and done(event.value):
                return n
        return len(self.events)


def read(dialect: str, body: bytes) -> Stream:
    """Read a stream. Raises ``WireError``."""
    if dialect in FRAMES:
        frames = FrameDecoder().feed(body)
        events = [Event(value=exact_json.loads(frame.document()), headers=frame.headers) for frame in frames]
    elif dialect in LINES:
        events = [Event(value=exact_json.loads(line)) for line in body.split(b"\n") if line.strip()]
    else:
        events = [Event(value=_payload(event.data), name=_name(event)) for event in sse.decode(body)[0]]
    return Stream(dialect=dialect, events=events)


def _name(event: sse.SseEvent) -> str | None:
    return None if event.event == "message" else event.event


def _payload(data: str) -> Json:
    return data if data == DONE else exact_json.loads(data)


def text(value: Json) -> str:
    """Return a payload as text."""
    return value if isinstance(value, str) else exact_json.dumps(value)


def _written(dialect: str, event: Event) -> bytes:
    if dialect in FRAMES:
        assert event.headers is not None
        inner = next(iter(event.value.values())) if isinstance(event.value, dict) else event.value
        return encode(event.headers, text(inner).encode())
    if dialect in LINES:
        return text(event.value).encode() + b"\n"
    return sse.encode(text(event.value), event.name, line_end="\r\n" if dialect == "gemini_generate" else "\n")


def copied(value: Json) -> Json:
    """Return a deep copy of a payload."""
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


def slots(value: Json, pointer: str) -> Iterator[tuple[Json, Any]]:
    """Yield the object or array that contains each value at a pointer, and the value's key or index there. ``*``
    matches every member.
    """
    found: list[tuple[Json, Any]] = []
    places = [value]
    for step in pointer.split("/")[1:]:
        found = [(place, key) for place in places for key in _keys(place, step)]
        places = [place[key] for place, key in found]
    yield from found


def _keys(place: Json, step: str) -> list[Any]:
    if isinstance(place, dict):
        return list(place) if step == "*" else [step] if step in place else []
    return list(range(len(place))) if isinstance(place, list) and step == "*" else []


def _has_value(pointer: str) -> Callable[[Json], bool]:
    return lambda value: any(place[key] for place, key in slots(value, pointer))


_DONE: Final[dict[str, Callable[[Json], bool]]] = {
    "openai_chat": _has_value("/choices/*/finish_reason"),
    "openai_responses": lambda value: value.get("type") in ("response.completed", "response.incomplete"),
    "anthropic_messages": _has_value("/delta/stop_reason"),
    "gemini_generate": _has_value("/candidates/*/finishReason"),
    "ollama_chat": _has_value("/done"),
    "mistral_chat": _has_value("/choices/*/finish_reason"),
    "cohere_v2": lambda value: value.get("type") == "message-end",
    "bedrock_converse": lambda value: "messageStop" in value,
    "gemini_interactions": lambda value: value.get("event_type") == "interaction.completed",
}
