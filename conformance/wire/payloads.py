"""The JSON documents of an answer."""

from typing import Any, Final, TypeAlias

from conformance.wire import exact_json, sse
from conformance.wire.exchange import WireResponse
from conformance.wire.ndjson import NdjsonDecoder

Json: TypeAlias = Any
_DONE: Final = "[DONE]"


def payloads(response: WireResponse, framing: str) -> list[Json]:
    """One document for a plain answer, all payloads of a stream. Raises ``JsonError``.

    ``framing`` is the dialect's: ``sse`` or ``ndjson``.
    """
    body = response.body
    if response.content_type == "text/event-stream" or body.lstrip()[:6] in (b"data: ", b"event:"):
        return [exact_json.loads(event.data) for event in sse.decode(body)[0] if event.data != _DONE]
    if framing == "ndjson":
        decoder = NdjsonDecoder()
        lines = list(decoder.feed(body))
        last = decoder.unfinished()
        return [exact_json.loads(line) for line in (*lines, *((last,) if last else ()))]
    return [exact_json.loads(body)]
