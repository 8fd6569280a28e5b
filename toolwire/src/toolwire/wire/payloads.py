"""The JSON documents in the body of an answer."""

import re
from collections.abc import Iterable
from typing import Final

from toolwire.json_value import Json
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireResponse

DONE: Final = "[DONE]"
"""The data of the last event in OpenAI's streams. It is not JSON."""
_EVENTS: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:data|event|id|retry)?:")


def is_event_stream(response: WireResponse) -> bool:
    """Return whether an answer is server-sent events, according to its content type or the start of its body."""
    return response.content_type == "text/event-stream" or has_events(response.body)


def has_events(body: bytes) -> bool:
    """Return whether a body starts like server-sent events: with ``data:``, ``event:``, ``id:``, ``retry:`` or the
    colon of a comment. The content type is ignored.
    """
    return _EVENTS.match(body) is not None


def payloads(response: WireResponse) -> list[Json]:
    """Return a list with the document of a plain answer, or with all payloads of a stream. The text ``[DONE]`` is left
    out.

    A payload is the content of an event, the content of a frame, a line, or an item of an array that is the whole body.
    Raises ``WireError``.
    """
    return [frame for frame in frames(response) if frame != DONE]


def of_all(responses: Iterable[WireResponse]) -> tuple[Json, ...]:
    """Return the documents of several answers, in order. Raises ``WireError``."""
    return tuple(document for response in responses for document in payloads(response))


def frames(response: WireResponse) -> list[Json]:
    """Return the payloads of an answer as ``payloads`` does, but keep the text ``[DONE]`` if a stream has it.

    Raises ``WireError``.
    """
    body = response.body
    if aws_event_stream.is_event_stream(response):
        return [exact_json.loads(payload) for payload in aws_event_stream.payloads(body)]
    if is_event_stream(response):
        events, unfinished = sse.decode(body)
        if events or unfinished:
            data = [event.data for event in events]
            if unfinished and unfinished.data.strip() == DONE:
                data.append(DONE)  # the last event often lacks its blank line
            return [DONE if text.strip() == DONE else exact_json.loads(text) for text in data]
    try:
        document = exact_json.loads(body)
    except JsonError:
        lines = [line for line in body.split(b"\n") if line.strip()]
        if len(lines) < 2:
            raise
        return [exact_json.loads(line) for line in lines]
    return document if isinstance(document, list) else [document]
