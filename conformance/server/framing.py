"""The framing of a stream that a provider chooses by the Accept header of the request.

Cohere, version 2: a client that accepts ``application/json`` alone gets the events of a stream as lines of JSON,
without the framing of server-sent events (a transcript of curl in M-Lai-ai/LLM-Provider-reference, Cohere/streaming.md;
a live test in rmusser01/tldw_chatbook#698; both read 2026-11-26). All recorded clients accept everything, and get
server-sent events. OpenAI's SDKs ask for JSON, too, and get events.
"""

from typing import Final

from toolwire.wire import payloads, sse
from toolwire.wire.exchange import WireRequest, WireResponse

_BY_ACCEPT: Final = ("cohere_v2",)
"""The dialects of which that is known."""
_DONE: Final = "[DONE]"
_EVENTS: Final = ("text/event-stream", "text/*", "*/*")


def gets_lines(dialect: str, request: WireRequest, response: WireResponse) -> bool:
    """Return True if the provider answers a request with lines of JSON where a stream was recorded as events."""
    accepted = request.headers.get("accept", "*/*")
    is_json = "application/json" in accepted and not any(kind in accepted for kind in _EVENTS)
    return dialect in _BY_ACCEPT and is_json and payloads.is_event_stream(response)


def as_lines(body: bytes) -> bytes:
    """Return a stream of events as lines of JSON; an event that is cut has no end of line."""
    events, rest = sse.decode(body)
    lines = [event.data for event in events if event.data != _DONE]
    return "".join((*(f"{line}\n" for line in lines), rest.data if rest else "")).encode()
