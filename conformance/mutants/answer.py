"""An answer, split into its documents and their framing."""

import base64
from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec

from toolwire.json_value import Json
from toolwire.wire import aws_event_stream, exact_json, pointer, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireResponse
from toolwire.wire.payloads import DONE

Mode = Literal["plain", "stream"]
At = Annotated[str, msgspec.Meta(pattern="^/", description="a pointer such as /choices/0")]
"""A pointer into a document, with ``*`` for every member."""
_JSON: Final = "application/json"
_SSE: Final = "text/event-stream"


class Event(msgspec.Struct):
    """A document of an answer, and the name in its ``event:`` line. The name is None if no such line exists."""

    data: Json
    name: str | None = None


class Answer(msgspec.Struct):
    """An answer in a form that transforms can edit."""

    response: WireResponse
    request: Json
    """The body of the answered request."""
    mode: Mode
    events: list[Event]
    """The payloads of a stream. For a plain answer, its single document."""
    done: bool = False
    """True if ``[DONE]`` ends the stream."""
    comments: tuple[str, ...] = ()
    framed: bool = False
    """True if the events are written as base64 in frames of an AWS event stream."""

    @property
    def documents(self) -> list[Json]:
        return [event.data for event in self.events]


class Transform(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """A transform of an answer. Each subclass is a kind of transform, with its parameters as fields."""

    modes: tuple[Mode, ...] = ("plain", "stream")
    when: dict[str, Json] = {}
    """Pointers into the request, each with a value. The transform applies only if the request has these values."""

    def apply(self, answer: Answer) -> bool:
        """Change the answer if the transform applies. Return True if anything changed."""
        applies = answer.mode in self.modes and all(
            any(exact_json.same(found, value) for found in pointer.values(answer.request, at))
            for at, value in self.when.items()
        )
        return applies and self.change(answer)

    def change(self, answer: Answer) -> bool:
        """Change the answer. Return True if anything changed."""
        raise NotImplementedError


class OfStreams(Transform, frozen=True, kw_only=True):
    """A transform that changes only streamed answers."""

    def apply(self, answer: Answer) -> bool:
        return answer.mode == "stream" and super().apply(answer)


def read(exchange: Exchange) -> Answer:
    """Read the answer of an exchange: JSON, or server-sent events with JSON. Raises ``WireError`` for other answers."""
    response = exchange.response
    request = exact_json.loads(exchange.request.body)
    if response.content_type == _JSON:
        document = Event(exact_json.loads(response.body))
        return Answer(response=response, request=request, mode="plain", events=[document])
    if response.content_type != _SSE:
        raise WireError(f"expected JSON or server-sent events, got {response.content_type or 'no content type'}")
    found, _ = sse.decode(response.body)
    events = [
        Event(exact_json.loads(event.data), None if event.event == "message" else event.event)
        for event in found
        if event.data != DONE
    ]
    done = len(events) < len(found)
    return Answer(response=response, request=request, mode="stream", events=events, done=done)


def write(answer: Answer) -> WireResponse:
    """Return the recorded response with the edited answer as its body."""
    if answer.mode == "plain":
        return msgspec.structs.replace(answer.response, body=exact_json.encode(answer.events[0].data))
    if not answer.framed:
        return msgspec.structs.replace(answer.response, body=b"".join(_lines(answer)))
    headers = answer.response.headers | {"content-type": aws_event_stream.CONTENT_TYPE}
    return msgspec.structs.replace(answer.response, headers=headers, body=b"".join(_frames(answer)))


def _lines(answer: Answer) -> Iterator[bytes]:
    for comment in answer.comments:
        yield f": {comment}\n\n".encode()
    for event in answer.events:
        yield sse.encode(exact_json.dumps(event.data), event.name)
    if answer.done:
        yield sse.encode(DONE)


def _frames(answer: Answer) -> Iterator[bytes]:
    for document in answer.documents:
        inner = base64.b64encode(exact_json.encode(document)).decode()
        yield aws_event_stream.event("chunk", exact_json.encode({"bytes": inner}))
