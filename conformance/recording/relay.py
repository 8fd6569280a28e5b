"""Asking a genuine server on behalf of a caller, and timing what arrives."""

import http.client
import time
from typing import Final
from urllib.parse import urlsplit

from conformance.standins import Answer, Chunk
from conformance.wire.exchange import WireRequest

_HOP_BY_HOP: Final = frozenset({"connection", "content-length", "host", "keep-alive", "transfer-encoding"})
_SECONDS: Final = 120.0
_READ: Final = 65536


def ask(base_url: str, request: WireRequest) -> Answer:
    """Send ``request`` to the server at ``base_url`` and read all of its answer, chunk by chunk."""
    server = urlsplit(base_url)
    asked = urlsplit(request.url)
    connection = http.client.HTTPConnection(server.hostname or "", server.port, timeout=_SECONDS)
    headers = {name: value for name, value in request.headers.items() if name not in _HOP_BY_HOP}
    headers["accept-encoding"] = "identity"
    started = time.monotonic()
    try:
        path = asked.path + (f"?{asked.query}" if asked.query else "")
        connection.request(request.method, path, body=request.body, headers=headers)
        response = connection.getresponse()
        chunks = []
        while data := response.read1(_READ):
            chunks.append(Chunk(round((time.monotonic() - started) * 1000), data))
        kept = {name.lower(): value for name, value in response.getheaders() if name.lower() not in _HOP_BY_HOP}
        return Answer(status=response.status, headers=kept, chunks=tuple(chunks), expected=None)
    finally:
        connection.close()
