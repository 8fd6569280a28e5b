"""Sessions of OpenAI's Realtime API over a WebSocket. The answers are texts and calls, never sound.

The server collects the client's events until the client asks for a response. Then the session is a request of OpenAI
Responses, which is answered and judged like any other. The events of the answer become server events. Sources: see
``toolwire.wire.realtime``; for Azure: learn.microsoft.com, Realtime API reference (read 2026-11-30), which follows
OpenAI's specification.
"""

from collections.abc import Iterator
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

import msgspec

from conformance.judge import connection
from conformance.recording import bounds, websocket
from conformance.recording.websocket import NoRequest, TooMuch
from conformance.standins import Answer, Chunk
from toolwire.model import Json
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest
from toolwire.wire.realtime import client_events
from toolwire.wire.realtime.session import Session as Asked
from toolwire.wire.realtime.session import UnknownItem
from toolwire.wire.realtime.writing import Writer

_RESPONSES: Final = "/responses"
"""The end of the path to which a request of OpenAI Responses is sent over HTTP."""


class Session:
    """The session of a client over a WebSocket."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        """Take the ``url`` and the ``headers`` of the handshake. The query of the URL names the model."""
        self.handshake = WireRequest(url=url, headers=headers, body=b"")
        self._name = token_hex(8)
        """A part of the ids that the server gives. Each session has a different part."""
        self._asked = Asked(parse_qs(urlsplit(url).query).get("model", [""])[0])
        self._writer = Writer(self._asked, self._name)
        self._items = 0
        """The number of items that the client has created."""
        self._size = 0
        """The size of all events that changed the session, in bytes."""

    def greeting(self) -> tuple[str, ...]:
        """Return the messages that the server sends before the client sends any."""
        return (exact_json.dumps(self._writer.event("session.created", session=self._asked.settings)),)

    def read(self, message: str | bytes) -> WireRequest | Answer:
        """Return the Responses request for an event that asks for a response. For any other event, return the server
        events that confirm it.

        An event that the API refuses becomes the body of the returned request unchanged, and ``connection.fault``
        judges it. Raises ``NoRequest`` for a valid event that cannot be answered from recordings.
        """
        sent = message if isinstance(message, bytes) else message.encode()
        try:
            event = exact_json.loads(sent)
        except JsonError:
            event = None
        if not isinstance(event, dict) or client_events.fault(event) is not None:
            return msgspec.structs.replace(self.handshake, body=sent)
        if client_events.is_about_others(event):
            raise NoRequest(f"this event of type {event['type']} cannot be answered from recordings")
        try:
            if event["type"] == client_events.CREATE:
                return self._request(event.get("response", {}))
            return self._confirmed(event, len(sent))
        except UnknownItem as unknown:
            raise NoRequest(f"expected the id of an item in the conversation, got {unknown}") from None

    def _request(self, response: dict[str, Any]) -> WireRequest:
        if not self._asked.asks_for_text(response):
            raise NoRequest('expected output_modalities ["text"], got other modalities: sound is not played')
        self._writer.begin(apart=response.get("conversation") == "none")
        address = urlsplit(self.handshake.url)
        path = address.path.removesuffix(connection.REALTIME) + _RESPONSES
        return WireRequest(
            url=urlunsplit(address._replace(path=path, query="")),
            method=self.handshake.method,
            headers=self.handshake.headers,
            body=exact_json.encode(self._asked.body(response)),
        )

    def _confirmed(self, event: dict[str, Any], size: int) -> Answer:
        """Change the session, and return the events that confirm the change.

        ``event``: the client's event. ``size``: its size in bytes. Raises ``TooMuch`` if all events of
        the session are too large together.
        """
        self._size += size
        if self._size > bounds.WARM:
            raise TooMuch(f"expected at most {bounds.WARM >> 20} MB in the events of a session, got more")
        if event["type"] == client_events.UPDATE:
            self._asked.update(event["session"])
            return _answer((0, self._writer.event("session.updated", session=self._asked.settings)))
        if event["type"] == client_events.DELETE_ITEM:
            self._asked.delete(event["item_id"])
            return _answer((0, self._writer.event("conversation.item.deleted", item_id=event["item_id"])))
        self._items += 1
        item = {"id": f"item_{self._name}_{self._items}", "object": "realtime.item", "status": "completed"}
        item |= event["item"]
        before = self._asked.create(item["id"], event["item"], event.get("previous_item_id"))
        kinds = ("conversation.item.added", "conversation.item.done")
        return _answer(*((0, self._writer.event(kind, previous_item_id=before, item=item)) for kind in kinds))

    def answered(self, answer: Answer) -> Answer:
        """Return a Responses answer as server events."""
        if answer.is_refusal:
            return _answer((0, self._error(websocket.refusal_of(answer.body))))
        written = [(at, made) for at, sent in websocket.messages_of(answer) for made in self._written(sent)]
        return msgspec.structs.replace(answer, chunks=_answer(*written).chunks)

    def _written(self, sent: str) -> Iterator[dict[str, Any]]:
        """Yield the server events for an event of a Responses stream. Yield nothing if it is not a JSON object."""
        with suppress(JsonError):
            event = exact_json.loads(sent)
            if isinstance(event, dict):
                yield from self._writer.written(event)

    def has_ended(self, message: str) -> bool:
        """Return whether an answer has ended. ``message``: the last message that was sent."""
        return not self._writer.is_busy

    def error(self, why: str, status: int = websocket.REFUSED) -> str:
        """Return the message that refuses an event. A server event has no status."""
        return exact_json.dumps(self._error(why))

    def _error(self, refusal: Json) -> dict[str, Any]:
        stated = refusal if isinstance(refusal, dict) else {"type": "invalid_request_error", "message": refusal}
        return self._writer.refused(stated)


def _answer(*events: tuple[int, dict[str, Any]]) -> Answer:
    """Return an answer with server events. Each event has its time in milliseconds after the request."""
    chunks = tuple(Chunk(at, sse.encode(exact_json.dumps(event))) for at, event in events)
    return Answer(status=200, headers={}, chunks=chunks, expected=None)
