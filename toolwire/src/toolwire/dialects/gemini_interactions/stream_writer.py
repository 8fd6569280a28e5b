"""Writing of a response as a stream."""

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import finish, google_error
from toolwire.dialects import usage as counts
from toolwire.dialects.fragments import fragments
from toolwire.dialects.gemini_interactions import calls, content, outputs, steps, thoughts
from toolwire.dialects.gemini_interactions.response import USAGE, check, head, is_error_body, status_word
from toolwire.model import Image, Json, Part, ProviderPart, Reasoning, Response, Text, ToolCall, Unknown, fresh
from toolwire.wire import exact_json, sse
from toolwire.wire.payloads import DONE

_STARTED: Final = "in_progress"


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. An incomplete call has ``step.stop`` only if it is the last part before a status.

    Raises ``Inexpressible``.
    """
    check(response)
    response = fresh(response)
    frames = [sse.encode(exact_json.dumps(event), str(event["event_type"])) for event in _events(response)]
    ends = response.error is not None or response.finish.reason not in finish.UNENDED
    return b"".join([*frames, sse.encode(DONE, "done")] if ends else frames)


def _events(response: Response) -> Iterator[dict[str, Json]]:
    ends = response.finish.reason not in finish.UNENDED and not _breaks_off(response)
    named = head(response)
    if not is_error_body(response) or response.error is None:
        yield {"interaction": named | {"status": _STARTED}, "event_type": "interaction.created"}
        yield {
            "interaction_id": response.id or "", "status": _STARTED, "event_type": "interaction.status_update",
        }  # fmt: skip
    for index, part in enumerate(response.parts):
        step, deltas = _step(part)
        yield {"index": index, "step": step, "event_type": "step.start"}
        for delta in deltas:
            yield {"index": index, "delta": delta, "event_type": "step.delta"}
        cut = isinstance(part, ToolCall) and not part.complete
        if not cut or (ends and part is response.parts[-1]):
            yield {"index": index, "event_type": "step.stop"}
    if response.error is not None and not ends:
        yield {"error": google_error.write_value(response.error), "event_type": "error"}
    if ends:
        end: dict[str, Json] = named | {"status": status_word(response)}
        if response.usage is not None:
            end["usage"] = counts.write(response.usage, USAGE)
        if response.error is not None:
            end["errors"] = [google_error.write_value(response.error)]
        yield {"interaction": end, "event_type": "interaction.completed"}


def _breaks_off(response: Response) -> bool:
    """Return whether the stream ends with an error and without a status of the interaction."""
    return response.error is not None and response.finish.raw is None


def _step(part: Part) -> tuple[Json, list[dict[str, Json]]]:
    """Return the step that starts a part, and the deltas with the rest of the part. Raises ``Inexpressible``."""
    match part:
        case Text():
            deltas: list[dict[str, Json]] = [
                {"text": piece, "type": "text"} for piece in (*fragments(part.text),) or ("",)
            ]
            notes = part.provider_data.get(content.NOTES)
            if notes:
                deltas.append({"annotations": notes, "type": "text_annotation_delta"})
            return {"type": outputs.OUTPUT}, deltas
        case Image():
            return {"type": outputs.OUTPUT}, [content.write_bare(part)]
        case Reasoning():
            return {"type": thoughts.THOUGHT}, _thought(part)
        case ToolCall():
            return calls.head(part) | {"arguments": {}}, [
                {"arguments": piece, "type": "arguments_delta"} for piece in fragments(part.arguments.text)
            ]
        case ProviderPart(value=dict(value)) | Unknown(value=dict(value)) if outputs.is_piece(part):
            return {"type": outputs.OUTPUT} | value, []
    return steps.write_step(part), []


def _thought(part: Reasoning) -> list[dict[str, Json]]:
    deltas: list[dict[str, Json]] = []
    for entry in thoughts.contents(part):
        pieces: list[Json] = [entry]
        if entry == {"type": "text", "text": part.text}:
            pieces = [{"text": piece, "type": "text"} for piece in fragments(part.text)]
        deltas += [{"content": piece, "type": "thought_summary"} for piece in pieces]
    if calls.SIGNED in part.provider_data:
        deltas.append({"signature": part.provider_data[calls.SIGNED], "type": "thought_signature"})
    return deltas
