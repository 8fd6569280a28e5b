"""The check of streams that a codec writes.

Each event must have a type that the vendor uses, and the text of a part must arrive before the event that ends the
part.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from conformance.judge import wording
from conformance.judge.finding import Finding
from conformance.judge.trial import ReplayedAnswer, Trial
from toolwire.model import Json
from toolwire.providers import WireFormat
from toolwire.wire import payloads

_WITHOUT_FIELDS: Final = {"anthropic_messages": ("message_stop", "ping")}
"""Types of events that the dialect's schema does not name, because these events have no fields."""


def off_form(trip: ReplayedAnswer, trial: Trial) -> Iterator[Finding]:
    """Yield the findings on the form of a stream that the adapter wrote. Yield none if the dialect's events have no
    types.
    """
    types = _types(trial.form)
    if not types:
        return
    known = types | {_type(payload) for payload in trial.documents()}
    for n, payload in enumerate(payloads.payloads(trip.written)):
        if (found := _type(payload)) not in known:
            message = f"expected a type of event that the vendor uses, got {wording.quoted(found)}"
            yield Finding(path=f"/{n}/type", message=message, effect="form")
    for part in trip.parts_at_once:
        message = "expected the part's text in an event before the event that ends the part, got both in the same event"
        yield Finding(path=f"parts/{part}", message=message, effect="form")


@lru_cache(maxsize=64)
def _types(form: WireFormat) -> frozenset[str]:
    """Return the types of events that the dialect's schema names. Empty if the dialect's events have no types."""
    schema = form.schema("event")
    if "type" not in schema.get("required", ()):
        return frozenset()
    return frozenset((*_named(schema), *_WITHOUT_FIELDS.get(form.dialect, ())))


def _named(schema: Any) -> Iterator[str]:
    """Yield the values that a schema, or a schema nested inside it, lists for the property ``type``."""
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
