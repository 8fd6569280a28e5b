"""The WebSocket over which a request came.

Over a WebSocket, each request is a message. The judge recognizes the connection by the header ``sec-websocket-key``:
requests with the same key came over the same WebSocket, and requests without a key came over HTTP. So the server of the
suite gives each message the headers of the handshake, with a random key instead of the client's key, because a client
may use the same key for two connections. The server removes the header from requests over HTTP.
"""

from typing import Final
from urllib.parse import urlsplit

from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest
from toolwire.wire.realtime import client_events

CREATE: Final = "response.create"
"""The type of a message that is a request of OpenAI Responses."""
REALTIME: Final = "/realtime"
"""The end of the path of a session of OpenAI's Realtime API."""
KEY: Final = "sec-websocket-key"
"""The name of the header that distinguishes the connections."""

_IN_BACKGROUND: Final = "expected a request over HTTP, got a message: a WebSocket has no answers in the background"
"""The fault of a message that asks for an answer in the background (developers.openai.com, WebSocket events, read
2026-11-30).
"""


def is_same(first: WireRequest, second: WireRequest) -> bool:
    """Return whether two requests came over the same WebSocket. False if a request came over HTTP."""
    return is_websocket(first) and first.headers[KEY] == second.headers.get(KEY)


def is_websocket(request: WireRequest) -> bool:
    """Return whether a request came over a WebSocket, not over HTTP."""
    return KEY in request.headers


def fault(request: WireRequest) -> str | None:
    """Return the reason why a message of a WebSocket is not a valid request. None if it is valid, or if it came over
    HTTP.

    The server of the suite has already changed each message that is a request: it removed ``type``, and set ``stream``
    to true. Other messages are unchanged. The server has also converted the events of a Realtime session to a request
    of Responses, with the address of Responses. An event that the Realtime API refuses is unchanged.
    """
    if not is_websocket(request):
        return None
    try:
        body = exact_json.loads(request.body)
    except JsonError as error:
        return f"expected a JSON message, got text that is not JSON: {error}"
    if urlsplit(request.url).path.endswith(REALTIME):
        return client_events.fault(body)
    if isinstance(body, dict) and "type" not in body and body.get("stream") is True:
        return _IN_BACKGROUND if body.get("background") is True else None
    found = body.get("type") if isinstance(body, dict) else None
    return f"expected a message of type {CREATE}, got {f'the type {exact_json.dumps(found)}' if found else 'no type'}"
