"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.anthropic_messages import container, content
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, constant, kind, spelling, with_rest
from toolwire.model import Finish, FinishReason, Json, Part, ProviderError, Response

KINDS: Final = ("type", "status")
USAGE: Final[counts.Names] = {"input": "input_tokens", "output": "output_tokens"}
FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "end_turn": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "refusal": "refusal",
    "pause_turn": "pause",
    "stop_sequence": "stop",
    "model_context_window_exceeded": "length",
    "compaction": "pause",  # beta
}


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body.

    A body that has an ``error`` and no ``content`` is read as an error. Raises ``WireError``.
    """
    fields = Fields(body, "")
    if isinstance(fields.peek("error"), dict) and not fields.has("content"):
        return read_error(body, 200)
    if not isinstance(fields.peek("content"), list):
        raise ShapeError(f"/content: expected an array, got {kind(fields.peek('content'))}")
    fields.constant("type", "message")
    fields.constant("role", "assistant")
    blocks = enumerate(fields.items("content"))
    parts: tuple[Part, ...] = tuple(content.read_answer_block(item, f"/content/{n}") for n, item in blocks)
    raw = fields.text("stop_reason")
    reason = finish.reason(raw, FINISH_WORDS, parts)
    return Response(
        id=fields.text("id"),
        model=fields.text("model"),
        parts=finish.mark_cut(parts, reason),
        finish=Finish(reason=reason, raw=raw),
        usage=counts.read(fields.mapping("usage"), "/usage", USAGE),
        provider_data=container.read_answer(fields.mapping(container.KEY) if fields.peek(container.KEY) else None),
        carried=fields.carried(),
    )


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible`` for a response that a plain body cannot express."""
    check(response)
    if response.error is not None:
        return _write_error(response, response.error)
    if any(not call.complete for call in response.calls if call is not response.parts[-1]):
        raise Inexpressible(
            "a plain body of anthropic_messages can have an incomplete call only as its last part, but a part follows"
        )
    out: dict[str, Json] = {}
    if response.id is not None:
        out["id"] = response.id
    constant(out, response.carried, "type", "message")
    constant(out, response.carried, "role", "assistant")
    if response.model is not None:
        out["model"] = response.model
    if response.parts or response.carried is None:
        out["content"] = [content.write_block(part) for part in response.parts]
    word = stop_word(response)
    if word is not None or response.carried is None:
        out["stop_reason"] = word
    if response.carried is None:
        out["stop_sequence"] = None
    if response.usage is not None:
        out["usage"] = counts.write(response.usage, USAGE)
    out |= container.read_answer(response.provider_data.get(container.KEY))
    return with_rest(out, response.carried)


def check(response: Response) -> None:
    """Raise ``Inexpressible`` for a response that neither a body nor a stream can express."""
    if response.alternatives:
        raise Inexpressible("anthropic_messages can express only 1 answer to a request, got several")
    if response.finish.reason not in finish.CUTS and not all(call.complete for call in response.calls):
        raise Inexpressible(
            "anthropic_messages cannot express an incomplete call in an answer that ends with "
            f"{response.finish.reason!r}"
        )


def stop_word(response: Response) -> Json:
    """Return the provider's word for the finish reason. Return None for ``other`` if the provider gave no word.

    Raises ``Inexpressible`` if the dialect has no word for the reason.
    """
    word = finish.word(response.finish, FINISH_WORDS, response.parts)
    if response.finish.reason != "other" and word not in FINISH_WORDS:
        raise Inexpressible(f"anthropic_messages has no stop reason for {response.finish.reason!r}")
    return word


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in the body of a refused request.

    The body is ``{type, error: {type, message}}``, or ``{message}`` from Bedrock, or an array with a single error from
    Vertex. Raises ``ShapeError`` for a malformed value.
    """
    listed = isinstance(body, list) and len(body) == 1
    fields = Fields(body[0] if listed else body, "")
    if listed:
        fields.note("body", "array")
    value = fields.value("error")
    if value is None:
        fields.note("error", "bare")
        value = body[0] if listed else body
    else:
        fields.constant("type", "error")
    return Response(
        parts=(),
        finish=Finish(reason="error"),
        error=provider_error(value, status, kinds=KINDS),
        carried=fields.carried(),
    )


def error_value(error: ProviderError) -> Json:
    """Return the object under ``error``. An error that was read from the wire keeps its object. For any other error,
    return an object in the API's form.
    """
    return error.value if error.value is not None else {"type": error.kind or "api_error", "message": error.message}


def _write_error(response: Response, error: ProviderError) -> Json:
    if response.parts:
        raise Inexpressible("a plain body of anthropic_messages can have an answer or an error, got both")
    out: Json = error_value(error)
    if spelling(response.carried, "error") != "bare":
        out = {"error": out}
        constant(out, response.carried, "type", "error")
        out = with_rest(out, response.carried)
    return [out] if spelling(response.carried, "body") == "array" else out
