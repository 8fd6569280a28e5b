"""The JSON documents of an answer."""

import re
from typing import Any, Final, TypeAlias

from conformance.wire import aws_event_stream, exact_json, sse
from conformance.wire.errors import JsonError
from conformance.wire.exchange import WireResponse

Json: TypeAlias = Any
_DONE: Final = "[DONE]"
_EVENTS: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:data|event|id|retry)?:")


def is_event_stream(response: WireResponse) -> bool:
    """Whether an answer is server-sent events: by its content type, or by its first bytes where that is missing."""
    if response.content_type:
        return response.content_type == "text/event-stream"
    return _EVENTS.match(response.body) is not None


def payloads(response: WireResponse) -> list[Json]:
    """The document of a plain answer, or all payloads of a stream: of events, of frames, of lines, or of one array.

    Raises ``WireError``.
    """
    body = response.body
    if aws_event_stream.is_event_stream(response):
        return [exact_json.loads(payload) for payload in aws_event_stream.payloads(body)]
    if response.content_type == "text/event-stream" or _EVENTS.match(body):
        events, unfinished = sse.decode(body)
        if events or unfinished:
            return [exact_json.loads(event.data) for event in events if event.data != _DONE]
    try:
        document = exact_json.loads(body)
    except JsonError:
        lines = [line for line in body.split(b"\n") if line.strip()]
        if len(lines) < 2:
            raise
        return [exact_json.loads(line) for line in lines]
    return document if isinstance(document, list) else [document]
