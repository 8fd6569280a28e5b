"""Streams that a codec writes: their events are the vendor's, and texts arrive before the events that end them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from conformance.judge import wording
from conformance.judge.finding import Finding
from conformance.judge.trial import Trial
from toolwire.dialects.dialect import dialect
from toolwire.dialects.stream import ResponseStream
from toolwire.model import Json, PartData, ReasoningDelta, RefusalDelta, TextDelta
from toolwire.providers import WireFormat
from toolwire.wire import aws_event_stream, payloads
from toolwire.wire.exchange import WireResponse

_DELTA: Final = TextDelta | ReasoningDelta | RefusalDelta
"""Arguments may come whole."""
_WITHOUT_FIELDS: Final = {"anthropic_messages": ("message_stop", "ping")}
"""Types of events that a schema need not name, as they have no fields."""


def off_form(written: WireResponse, trial: Trial) -> Iterator[Finding]:
    """Yield the findings on a stream that the adapter wrote of the recorded one, if its events have types."""
    types = _types(trial.form)
    if not types:
        return
    recorded = trial.recorded.response
    known = types | {_type(payload) for payload in payloads.payloads(recorded)}
    for n, payload in enumerate(payloads.payloads(written)):
        if (found := _type(payload)) not in known:
            message = f"expected a type of the vendor's events, got {wording.quoted(found)}"
            yield Finding(path=f"/{n}/type", message=message, effect="form")
    if not _at_once(recorded, trial):
        for part in sorted(_at_once(written, trial)):
            message = "expected its text before the event that ends it, got both in one event"
            yield Finding(path=f"parts/{part}", message=message, effect="form")


@lru_cache(maxsize=64)
def _types(form: WireFormat) -> frozenset[str]:
    """Return the types of events that the dialect's schema names; none if its events have no types."""
    schema = form.schema("event")
    if "type" not in schema.get("required", ()):
        return frozenset()
    return frozenset((*_named(schema), *_WITHOUT_FIELDS.get(form.dialect, ())))


def _named(schema: Any) -> Iterator[str]:
    """Yield each word that a schema, or one inside of it, has for ``type``."""
    match schema:
        case {"properties": {"type": {"const": str(word)}}}:
            yield word
        case {"properties": {"type": {"enum": [*words]}}}:
            yield from words
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _named(value)


def _type(payload: Json) -> str:
    match payload:
        case {"type": str(word)}:
            return word
    return ""


def _at_once(response: WireResponse, trial: Trial) -> set[int]:
    """Return the parts of which an event has text, and ends them."""
    stream = ResponseStream(dialect(trial.form.dialect))
    found: set[int] = set()
    for piece in _pieces(response):
        if stream.is_over:
            break
        events = stream.feed(piece)
        ended = {event.part for event in events if isinstance(event, PartData)}
        found |= ended & {event.part for event in events if isinstance(event, _DELTA)}
    return found


def _pieces(response: WireResponse) -> list[bytes]:
    """Return the bytes of a stream in pieces that complete an event at most."""
    if aws_event_stream.is_event_stream(response):
        return aws_event_stream.raw_frames(response.body)
    return response.body.splitlines(keepends=True)
