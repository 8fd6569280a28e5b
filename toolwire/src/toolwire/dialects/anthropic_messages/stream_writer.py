"""Writing of a response as a stream."""

from collections.abc import Iterator

import msgspec

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.anthropic_messages import calls, container, content
from toolwire.dialects.anthropic_messages.response import USAGE, check, error_value, stop_word
from toolwire.dialects.fragments import fragments
from toolwire.model import Json, Part, ProviderPart, Reasoning, Response, Text, ToolCall
from toolwire.wire import exact_json, sse


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. An incomplete call has ``content_block_stop`` only if it is the last part before a
    stop reason.

    Raises ``Inexpressible``.
    """
    check(response)
    return b"".join(sse.encode(exact_json.dumps(event), event["type"]) for event in _events(response))


def _events(response: Response) -> Iterator[dict[str, Json]]:
    ends = response.error is None and response.finish.reason not in finish.UNENDED
    yield {"type": "message_start", "message": _message(response, ends=ends)}
    for index, part in enumerate(response.parts):
        block, deltas = _block(part)
        yield {"type": "content_block_start", "index": index, "content_block": block}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        cut = isinstance(part, ToolCall) and not part.complete
        if not cut or (ends and part is response.parts[-1]):
            yield {"type": "content_block_stop", "index": index}
    if response.error is not None:
        yield {"type": "error", "error": error_value(response.error)}
    elif ends:
        held = container.read_answer(response.provider_data.get(container.KEY))
        end: dict[str, Json] = {"delta": {"stop_reason": stop_word(response), "stop_sequence": None} | held}
        if response.usage is not None and response.usage.output_tokens is not None:
            end["usage"] = {"output_tokens": response.usage.output_tokens}
        yield {"type": "message_delta"} | end
        yield {"type": "message_stop"}


def _message(response: Response, *, ends: bool) -> dict[str, Json]:
    out: dict[str, Json] = {"type": "message", "role": "assistant", "content": []}
    if response.id is not None:
        out["id"] = response.id
    if response.model is not None:
        out["model"] = response.model
    out |= {"stop_reason": None, "stop_sequence": None}
    usage = response.usage
    if usage is not None:
        counted = usage.output_tokens
        if ends and counted is not None:
            usage = msgspec.structs.replace(usage, output_tokens=min(counted, 1))
        out["usage"] = counts.write(usage, USAGE)
    return out


def _block(part: Part) -> tuple[Json, list[dict[str, Json]]]:
    """Return the block that starts a part, and the deltas with the rest of the part. Raises ``Inexpressible``."""
    match part:
        case Text():
            citations = part.provider_data.get("citations", ())
            deltas: list[dict[str, Json]] = [{"type": "text_delta", "text": piece} for piece in fragments(part.text)]
            deltas += [{"type": "citations_delta", "citation": citation} for citation in citations]
            return {"type": "text", "text": ""}, deltas
        case Reasoning() if part.text or "data" not in part.provider_data:
            return _thinking(part)
        case ToolCall():
            return calls.head(part) | {"input": {}}, _input(part.arguments.text)
        case ProviderPart(value={"input": dict(given), **rest}) if given:
            return rest | {"input": {}}, _input(exact_json.dumps(given))
    return content.write_block(part), []


def _thinking(part: Reasoning) -> tuple[Json, list[dict[str, Json]]]:
    out: dict[str, Json] = {"type": "thinking", "thinking": ""}
    deltas: list[dict[str, Json]] = [{"type": "thinking_delta", "thinking": piece} for piece in fragments(part.text)]
    if "signature" in part.provider_data:
        out["signature"] = ""
        deltas.append({"type": "signature_delta", "signature": part.provider_data["signature"]})
    return out, deltas


def _input(text: str) -> list[dict[str, Json]]:
    """Return the deltas of a call's input. The first delta is empty, as in the API's streams. A call without arguments
    has no other delta.
    """
    return [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *fragments(text))]
