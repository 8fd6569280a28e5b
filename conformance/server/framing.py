"""The choice of a stream's framing, events or lines of JSON, for providers that follow the request's Accept header."""

from toolwire.providers import WireFormat
from toolwire.wire import payloads, sse
from toolwire.wire.exchange import WireRequest, WireResponse


def gets_lines(form: WireFormat, request: WireRequest, response: WireResponse) -> bool:
    """Return whether the provider would answer a request with lines of JSON, not with events.

    This is so if the request's Accept header asks for lines, and the answer is a stream: ``response``, which was
    recorded as events. Return False for dialects that have no streams of lines.
    """
    lines = form.streamed_as_lines
    return (
        lines is not None and lines.wanted(request.headers.get("accept", "*/*")) and payloads.is_event_stream(response)
    )


def as_lines(body: bytes) -> bytes:
    """Return the JSON of each event of a stream, as lines.

    If the last event is incomplete, its line has no line end. Line ends inside of an event's data are removed, because
    JSON has them only as white space between tokens.
    """
    events, rest = sse.decode(body)
    lines = [event.data.replace("\n", "") for event in events if event.data != payloads.DONE]
    left = rest.data.replace("\n", "") if rest and rest.data != payloads.DONE else ""
    return "".join((*(f"{line}\n" for line in lines), left)).encode()
