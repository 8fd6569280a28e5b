"""Requests of OpenAI Responses that arrive as messages of a WebSocket.

A client sends ``response.create`` messages. Such a message has the body of a request, without ``stream``. Each event of
the answer is a message, with the same JSON as in a stream over HTTP. A refusal is a message of type ``error`` with the
HTTP status. Sources: developers.openai.com, WebSocket mode (read 2026-11-29); openai 3.54.0 (PyPI),
``ResponsesClientEvent`` and ``ResponseWsError``.
"""

from collections.abc import Iterator
from typing import Final

from conformance.standins import Answer
from toolwire.model import Json
from toolwire.wire import exact_json, payloads, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_CREATE: Final = "response.create"
_REFUSED: Final = 400
_ENDS: Final = ("response.completed", "response.incomplete", "response.failed", "error")


class NoRequest(Exception):
    """An error for a message that is not a request. ``str()`` has the reason."""


def request_of(message: str | bytes, url: str, headers: dict[str, str]) -> WireRequest:
    """Return the request in a client's message, in the form that it has over HTTP. Raises ``NoRequest``.

    ``url`` and ``headers`` are from the handshake.
    """
    try:
        body = exact_json.loads(message if isinstance(message, bytes) else message.encode())
    except JsonError as error:
        raise NoRequest(f"the message is not JSON: {error}") from None
    if not isinstance(body, dict) or body.get("type") != _CREATE:
        raise NoRequest(f"expected a message of type {_CREATE}")
    asked = {key: value for key, value in body.items() if key != "type"} | {"stream": True}
    sent = {name: value for name, value in headers.items() if not name.startswith("sec-websocket-")}
    return WireRequest(url=url, method="POST", body=exact_json.encode(asked), headers=sent)


def messages_of(answer: Answer) -> Iterator[tuple[int, str]]:
    """Yield the messages of an answer, each with its time: milliseconds after the request."""
    if answer.is_refusal:
        yield 0, error(_refusal(b"".join(chunk.data for chunk in answer.chunks)), answer.status)
        return
    decoder = sse.SseDecoder()
    for chunk in answer.chunks:
        yield from ((chunk.at, event.data) for event in decoder.feed(chunk.data) if event.data != payloads.DONE)


def is_end(message: str) -> bool:
    """Return whether a message ends an answer."""
    try:
        read = exact_json.loads(message)
    except JsonError:
        return False
    return isinstance(read, dict) and read.get("type") in _ENDS


def error(refusal: Json, status: int = _REFUSED) -> str:
    """Return the message for a refusal. ``refusal`` is the error object, or a text."""
    stated = refusal if isinstance(refusal, dict) else {"type": "invalid_request_error", "message": refusal}
    return exact_json.dumps({"type": "error", "status": status, "error": stated})


def _refusal(body: bytes) -> Json:
    """Return the error object of a refusal over HTTP, or the text of the refusal."""
    try:
        read = exact_json.loads(body)
    except JsonError:
        return body.decode(errors="replace").strip()
    return read.get("error", read) if isinstance(read, dict) else read
