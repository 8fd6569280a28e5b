"""The conversion of server events of OpenAI's Realtime API into Responses streams."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from toolwire.json_value import Json
from toolwire.wire import exact_json, sse

_NAMES: Final = {
    "response.output_audio_transcript.delta": "response.output_text.delta",
    "response.output_audio_transcript.done": "response.output_text.done",
    "response.text.delta": "response.output_text.delta",
    "response.text.done": "response.output_text.done",
    "response.audio_transcript.delta": "response.output_text.delta",
    "response.audio_transcript.done": "response.output_text.done",
}
"""The types of events that have another type in Responses. The transcript of a sound is its text. The types without
``output`` are those of the API's beta version.
"""
_SAME: Final = (
    "response.created", "response.output_item.added", "response.output_item.done", "response.content_part.added",
    "response.content_part.done", "response.output_text.delta", "response.output_text.done",
    "response.function_call_arguments.delta", "response.function_call_arguments.done",
)  # fmt: skip
_ENDS: Final = {
    "completed": "response.completed", "incomplete": "response.incomplete", "cancelled": "response.incomplete",
    "failed": "response.failed",
}  # fmt: skip
"""The types of the last event in Responses, by the status of the response."""


def bodies(frames: list[Json]) -> list[bytes]:
    """Return the body of a Responses stream for each response in the frames of a session. Return no bodies if any frame
    is not an object with a ``type``.

    ``frames`` may also have the client's events. Events without an ``event_id`` are left out, because each server event
    has an ``event_id``.
    """
    if not all(isinstance(frame, dict) and "type" in frame for frame in frames):
        return []
    events = [frame for frame in frames if isinstance(frame, dict) and "event_id" in frame]
    return [b"".join(sse.encode(exact_json.dumps(event)) for event in stream) for stream in streams(events)]


def streams(events: Iterable[Json]) -> Iterator[list[dict[str, Any]]]:
    """Yield, for each response of a session, the list of its events in the form of a Responses stream.

    Responses may overlap, so each event names its response. Events that belong to no response, such as errors, are left
    out, and so are events that Responses does not have.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        match event:
            case {"response_id": str(name)} | {"response": {"id": str(name)}}:
                if (made := read(event)) is not None:
                    found.setdefault(name, []).append(made)
    yield from found.values()


def read(event: dict[str, Any]) -> dict[str, Any] | None:
    """Return a server event in the form of a Responses stream. Return None if Responses has no such event."""
    match event:
        case {"type": "response.done", "response": dict(response)}:
            kind = _ENDS.get(str(response.get("status")), "response.completed")
            return {"type": kind, "response": _response(response)}
        case {"type": "response.created", "response": dict(response)}:
            return {"type": "response.created", "response": _response(response)}
        case {"type": str(kind)} if _NAMES.get(kind, kind) in _SAME:
            made = {key: value for key, value in event.items() if key not in ("event_id", "response_id", "transcript")}
            made["type"] = _NAMES.get(kind, kind)
            if "transcript" in event:
                made["text"] = event["transcript"]
            if isinstance(item := event.get("item"), dict):
                made["item"] = _item(item)
            if isinstance(part := event.get("part"), dict):
                made["part"] = _part(part)
            return made
    return None


def _response(response: dict[str, Any]) -> dict[str, Any]:
    made = {"id": response.get("id"), "object": "response", "status": response.get("status")}
    made["output"] = [_item(item) if isinstance(item, dict) else item for item in response.get("output") or []]
    match response.get("status_details"):
        case {"type": "failed", "error": dict(error)}:
            made["error"] = error
        case {"reason": str(reason)}:
            made["incomplete_details"] = {"reason": reason}
    if isinstance(usage := response.get("usage"), dict):
        made["usage"] = {key: value for key, value in usage.items() if key.endswith("_tokens")}
    return made


def _item(item: dict[str, Any]) -> dict[str, Any]:
    made = {key: value for key, value in item.items() if key != "object"}
    if isinstance(content := item.get("content"), list):
        made["content"] = [_part(part) if isinstance(part, dict) else part for part in content]
    return made


def _part(part: dict[str, Any]) -> dict[str, Any]:
    """Return a content part in the form of Responses, with its text. The text of a sound is its transcript."""
    text = part.get("text", part.get("transcript"))
    return {"type": "output_text", "text": text or "", "annotations": []}
