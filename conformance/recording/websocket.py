"""Requests of OpenAI Responses that arrive as messages of a WebSocket.

A client sends messages of the type ``response.create``. Such a message has the body of a request, without ``stream``.
Each event of the answer is a message, with the same JSON as in a stream over HTTP. A refusal is a message of type
``error`` with the HTTP status. A warm-up is a request with ``generate: false``: its answer has no output, and a later
request may continue it. Sources: developers.openai.com, WebSocket mode (read 2026-11-29); openai 3.54.0 (PyPI),
``ResponsesClientEvent`` and ``ResponseWsError``; for the answer to a warm-up router-for-me/CLIProxyAPI#6006.
"""

import codecs
from collections.abc import Iterator
from secrets import token_hex
from typing import Any, Final

import msgspec

from conformance.judge import connection
from conformance.recording import bounds
from conformance.standins import Answer, Chunk
from toolwire.model import Json
from toolwire.wire import exact_json, payloads, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_STEER: Final = "response.steer"
"""The type of a message with which a user's input is added while the provider writes an answer. Such messages are
refused, because recorded answers are already written.
"""
_PREVIOUS: Final = "previous_response_id"
REFUSED: Final = 400
"""The HTTP status of a request that is refused before it is judged."""
_ENDS: Final = ("response.completed", "response.incomplete", "response.failed", "error")


class NoRequest(Exception):
    """An error for a valid message that recordings cannot answer. ``str()`` has the reason."""


class TooMuch(NoRequest):
    """An error for a refused message: all warm-ups, or all events of a session, are too large together."""


class Session:
    """The requests of a client over a WebSocket."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        """Take the ``url`` and the ``headers`` of the handshake."""
        self.handshake = WireRequest(url=url, headers=headers, body=b"")
        self._name = token_hex(8)
        """A part of the ids of answers to warm-ups. Each WebSocket has a different part."""
        self._warm: dict[str, bytes] = {}
        """The warm-ups by the ids of their answers. They are kept as JSON, which takes less memory than parsed values.
        """
        self._size = 0
        """The size of all warm-ups in bytes."""

    def greeting(self) -> tuple[str, ...]:
        """Return the messages that the server sends before the client sends any. There are none."""
        return ()

    def read(self, message: str | bytes) -> WireRequest | Answer:
        """Return the request in a message as it would be sent over HTTP. If the message is a warm-up, return its
        answer.

        Repeated keys and a byte order mark are kept. If the message is not a request, it becomes the body of the
        returned request unchanged, and ``connection.fault`` judges it. Raises ``NoRequest`` for a valid message that
        cannot be answered from recordings.
        """
        sent = message if isinstance(message, bytes) else message.encode()
        try:
            body = exact_json.loads(sent)
        except JsonError:
            return self._request(sent)
        kind = body.get("type") if isinstance(body, dict) else None
        if kind == _STEER:
            raise NoRequest(f"messages of type {_STEER} cannot be answered from recordings")
        if not isinstance(body, dict) or kind != connection.CREATE:
            return self._request(sent)
        asked = self._continued(exact_json.RepeatedKeys(_without_last(body, "type", "stream")))
        if asked.get("generate") is False:
            return self._warmed(asked)
        mark = codecs.BOM_UTF8 if sent.startswith(codecs.BOM_UTF8) else b""
        members = exact_json.RepeatedKeys([*exact_json.pairs(asked), ("stream", True)])
        return self._request(mark + exact_json.encode(members))

    def answered(self, answer: Answer) -> Answer:
        """Return an answer in the form in which it is sent over the WebSocket: unchanged."""
        return answer

    def has_ended(self, message: str) -> bool:
        """Return whether an answer has ended. ``message``: the last message that was sent."""
        return is_end(message)

    def error(self, why: str, status: int = REFUSED) -> str:
        """Return the message that refuses a request."""
        return error(why, status)

    def _request(self, body: bytes) -> WireRequest:
        return msgspec.structs.replace(self.handshake, body=body)

    def _continued(self, asked: dict[str, Json]) -> dict[str, Json]:
        """Return a request together with the input of the warm-up that it continues. If it continues no warm-up of this
        WebSocket, return it unchanged.

        Only two members of the warm-up are kept: its input, and the id of the answer that the warm-up itself continues.
        Raises ``TooMuch`` if the inputs of consecutive warm-ups together exceed the limits of the JSON parser.
        """
        previous = asked.get(_PREVIOUS)
        if not isinstance(previous, str) or previous not in self._warm:
            return asked
        try:
            before = exact_json.loads(self._warm[previous])
        except JsonError as error:
            raise TooMuch(f"the warm-up cannot be continued: {error}") from None
        assert isinstance(before, dict)
        rest = {key: value for key, value in asked.items() if key != _PREVIOUS}
        further = {_PREVIOUS: before[_PREVIOUS]} if _PREVIOUS in before else {}
        return rest | further | {"input": _joined(before.get("input"), asked.get("input"))}

    def _warmed(self, asked: dict[str, Json]) -> Answer:
        """Keep a warm-up, and return the answer to it.

        Raises ``TooMuch`` if all warm-ups together are too large.
        """
        kept = exact_json.encode(asked)
        if self._size + len(kept) > bounds.WARM:
            raise TooMuch(f"expected at most {bounds.WARM >> 20} MB in the warm-ups of a WebSocket, got more")
        self._size += len(kept)
        name = f"resp_warmup_{self._name}_{len(self._warm)}"
        self._warm[name] = kept
        response: dict[str, Any] = {
            "id": name, "object": "response", "created_at": 0, "status": "in_progress",
            "model": asked.get("model"), "output": [], "error": None, "incomplete_details": None,
        }  # fmt: skip
        ended = response | {"status": "completed", "usage": {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}}
        events = (("response.created", response), ("response.completed", ended))
        chunks = tuple(
            Chunk(0, sse.encode(exact_json.dumps({"type": kind, "sequence_number": n, "response": stated})))
            for n, (kind, stated) in enumerate(events)
        )
        return Answer(status=200, headers={}, chunks=chunks, expected=None)


def _joined(first: Json, second: Json) -> Json:
    """Return two inputs, joined into a single input. An input is a text or a list of items."""
    if not first or not second:
        return first or second
    return [*_items(first), *_items(second)]


def _items(given: Json) -> list[Json]:
    return given if isinstance(given, list) else [{"role": "user", "content": given}]


def _without_last(body: dict[str, Json], *keys: str) -> list[tuple[str, Json]]:
    """Return the members of an object, in which a key may occur several times. For each of ``keys``, only the last
    member with this key is left out.
    """
    members = [*exact_json.pairs(body)]
    for key in keys:
        at = max((n for n, (name, _) in enumerate(members) if name == key), default=len(members))
        del members[at : at + 1]
    return members


def messages_of(answer: Answer) -> Iterator[tuple[int, str]]:
    """Yield the messages of an answer. Each message has its time in milliseconds after the request."""
    if answer.is_refusal:
        yield 0, error(refusal_of(answer.body), answer.status)
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


def error(refusal: Json, status: int = REFUSED) -> str:
    """Return the message that refuses a request. ``refusal`` is the error object, or a text."""
    stated = refusal if isinstance(refusal, dict) else {"type": "invalid_request_error", "message": refusal}
    return exact_json.dumps({"type": "error", "status": status, "error": stated})


def refusal_of(body: bytes) -> Json:
    """Return the member ``error`` in the body of a refusal over HTTP.

    Return the whole JSON value if it has no such member. Return the body as text if it is not JSON.
    """
    try:
        read = exact_json.loads(body)
    except JsonError:
        return body.decode(errors="replace").strip()
    return read.get("error", read) if isinstance(read, dict) else read
