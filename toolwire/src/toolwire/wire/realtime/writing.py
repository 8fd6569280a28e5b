"""The conversion of Responses streams into server events of OpenAI's Realtime API."""

from collections.abc import Iterator
from typing import Any, Final

from toolwire.json_value import Json
from toolwire.wire.realtime.session import Session

_SHOWN: Final = ("message", "function_call")
"""The types of output items that the Realtime API has. Items of other types, such as reasoning, are not sent to the
client.
"""
_ENDS: Final = ("response.completed", "response.incomplete", "response.failed")
_TOKENS: Final = ("total_tokens", "input_tokens", "output_tokens")


class Writer:
    """A writer of a session's server events. It also adds the output items to the session's conversation."""

    def __init__(self, session: Session, name: str) -> None:
        """Start a writer for ``session``. The ids of its events contain ``name``, which must be different for each
        session.
        """
        self._session = session
        self._name = name
        self._written = 0
        self.is_busy = False
        """True if a response has begun and not ended."""
        self._response: str | None = None
        """The id of the response that is being written."""
        self._is_apart = False
        self._shown: dict[int, tuple[int, dict[str, Any]]] = {}
        """The output items that the client sees, each with the index that the client sees. The keys are the indexes in
        the Responses stream.
        """
        self._done: list[dict[str, Any]] = []
        """The complete output items that the client sees."""

    def event(self, kind: str, **members: Any) -> dict[str, Any]:
        """Return a server event of the type ``kind``, with a new id and the keys and values in ``members``."""
        self._written += 1
        return {"type": kind, "event_id": f"event_{self._name}_{self._written}", **members}

    def begin(self, *, apart: bool) -> None:
        """Begin a response. If ``apart`` is true, the output of the response is not added to the conversation."""
        self.is_busy, self._is_apart = True, apart
        self._shown, self._done = {}, []

    def refused(self, stated: Json) -> dict[str, Any]:
        """Return an ``error`` event with ``stated``, the error object. No response is in progress after it."""
        self.is_busy = False
        return self.event("error", error=stated)

    def written(self, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the server events for an event of a Responses stream."""
        match event:
            case {"type": "response.created", "response": {"id": str(name)}}:
                self._response = name
                yield self.event("response.created", response=self._response_object(event["response"]))
            case {"type": str(kind), "response": dict(response)} if kind in _ENDS:
                self.is_busy = False
                yield self.event("response.done", response=self._response_object(response))
            case {"type": "response.output_item.added", "output_index": int(index), "item": dict(item)}:
                if item.get("type") in _SHOWN:
                    self._shown[index] = len(self._shown), item
                    yield self._of_item("response.output_item.added", index, item=shown(item))
                    yield from self._in_conversation("conversation.item.added", item)
            case {"type": "response.output_item.done", "output_index": int(index), "item": dict(item)}:
                if index in self._shown:
                    self._done.append(item)
                    yield from self._in_conversation("conversation.item.done", item)
                    yield self._of_item("response.output_item.done", index, item=shown(item))
                if not self._is_apart:
                    self._session.answered(str(item.get("id")), item)
            case {"type": "error"}:
                stated = {key: event.get(key) for key in ("code", "message", "param")}
                yield self.refused({"type": "server_error", "event_id": None, **stated})
            case {"output_index": int(index), "item_id": str(item_id)} if index in self._shown:
                yield from self._inside(event, index, item_id)

    def _inside(self, event: dict[str, Any], index: int, item_id: str) -> Iterator[dict[str, Any]]:
        """Yield the server event for an event about the content of an output item. Yield nothing if the Realtime API
        has no such event.
        """
        kind, item = event["type"], self._shown[index][1]
        match event:
            case {"type": "response.content_part.added" | "response.content_part.done", "part": {"text": str(text)}}:
                members: dict[str, Any] = {"part": {"type": "text", "text": text}}
            case {"type": "response.output_text.delta", "delta": str(delta)}:
                members = {"delta": delta}
            case {"type": "response.output_text.done", "text": str(text)}:
                members = {"text": text}
            case {"type": "response.function_call_arguments.delta", "delta": str(delta)}:
                yield self._of_item(kind, index, item_id=item_id, call_id=item.get("call_id"), delta=delta)
                return
            case {"type": "response.function_call_arguments.done", "arguments": str(arguments)}:
                call = {"call_id": item.get("call_id"), "name": item.get("name"), "arguments": arguments}
                yield self._of_item(kind, index, item_id=item_id, **call)
                return
            case _:
                return
        yield self._of_item(kind, index, item_id=item_id, content_index=event.get("content_index", 0), **members)

    def _of_item(self, kind: str, index: int, **members: Any) -> dict[str, Any]:
        return self.event(kind, response_id=self._response, output_index=self._shown[index][0], **members)

    def _in_conversation(self, kind: str, item: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not self._is_apart:
            yield self.event(kind, previous_item_id=self._session.last, item=shown(item))

    def _response_object(self, response: dict[str, Any]) -> dict[str, Any]:
        stated = (item for item in response.get("output") or [] if item.get("type") in _SHOWN)
        return {
            "object": "realtime.response",
            "id": response["id"],
            "status": response.get("status"),
            "status_details": _details(response),
            "output": [shown(item) for item in self._done or stated],
            "conversation_id": None if self._is_apart else f"conv_{self._name}",
            "output_modalities": ["text"],
            "max_output_tokens": response.get("max_output_tokens") or "inf",
            "usage": _usage(response.get("usage")),
            "metadata": None,
        }


def shown(item: dict[str, Any]) -> dict[str, Any]:
    """Return an output item of Responses in the form of the Realtime API."""
    keys = ("role", "content") if item["type"] == "message" else ("name", "call_id", "arguments")
    made = {"id": item.get("id"), "object": "realtime.item", "type": item["type"], "status": item.get("status")}
    made |= {key: item.get(key) for key in keys}
    if item["type"] == "message":
        made["content"] = [{"type": "output_text", "text": part.get("text", "")} for part in item.get("content") or []]
    return made


def _details(response: dict[str, Any]) -> Json:
    """Return the value of ``status_details`` for an incomplete or failed response; None for any other response."""
    match response:
        case {"status": "incomplete"}:
            return {"type": "incomplete", "reason": (response.get("incomplete_details") or {}).get("reason")}
        case {"status": "failed"}:
            return {"type": "failed", "error": response.get("error")}
    return None


def _usage(usage: Json) -> Json:
    if not isinstance(usage, dict):
        return None
    cached = (usage.get("input_tokens_details") or {}).get("cached_tokens", 0)
    return {
        **{key: usage.get(key) for key in _TOKENS},
        "input_token_details": {"text_tokens": usage.get("input_tokens"), "audio_tokens": 0, "cached_tokens": cached},
        "output_token_details": {"text_tokens": usage.get("output_tokens"), "audio_tokens": 0},
    }
