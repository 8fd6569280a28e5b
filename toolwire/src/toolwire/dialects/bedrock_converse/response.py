"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.bedrock_converse import content
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, constant, kind, with_rest
from toolwire.model import Finish, FinishReason, Json, ProviderError, Response

USAGE: Final[counts.Names] = {"input": "inputTokens", "output": "outputTokens", "total": "totalTokens"}
METRICS: Final[dict[str, Json]] = {"latencyMs": 0}
"""The metrics that are written, because clients require the key ``metrics``. A plain body that was read from the wire
keeps its metrics instead.
"""
FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "end_turn": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "stop_sequence": "stop",
    "content_filtered": "content_filter",
    "guardrail_intervened": "content_filter",
    "model_context_window_exceeded": "length",
    "malformed_tool_use": "error",
    "malformed_model_output": "error",
}


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body. Raises ``WireError``."""
    fields = Fields(body, "")
    output = fields.child("output")
    message = output.child("message") if output else None
    if message is None:
        raise ShapeError(f"/output/message: expected an object, got {kind(output.peek('message') if output else None)}")
    message.constant("role", "assistant")
    if not isinstance(message.peek("content"), list):
        raise ShapeError(f"/output/message/content: expected an array, got {kind(message.peek('content'))}")
    parts = content.read(message)
    raw = fields.text("stopReason")
    reason = finish.reason(raw, FINISH_WORDS, parts)
    return Response(
        parts=finish.mark_cut(parts, reason),
        finish=Finish(reason=reason, raw=raw),
        usage=counts.read(fields.mapping("usage"), "/usage", USAGE),
        carried=fields.carried(),
    )


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible`` for a response that a plain body cannot express."""
    check(response)
    if response.error is not None:
        if response.parts:
            raise Inexpressible("a plain body of bedrock_converse can have an answer or an error, got both")
        return error_value(response.error)
    if any(not call.complete for call in response.calls if call is not response.parts[-1]):
        raise Inexpressible(
            "a plain body of bedrock_converse can have an incomplete call only as its last part, but a part follows"
        )
    message: dict[str, Json] = {}
    constant(message, below(below(response.carried, "output"), "message"), "role", "assistant")
    if response.parts or response.carried is None:
        message["content"] = [content.write_block(part) for part in response.parts]
    out: dict[str, Json] = {"output": {"message": message}}
    word = stop_word(response)
    if word is not None:
        out["stopReason"] = word
    if response.usage is not None:
        out["usage"] = counts.write(response.usage, USAGE)
    if response.carried is None:
        out["metrics"] = METRICS
    return with_rest(out, response.carried)


def check(response: Response) -> None:
    """Raise ``Inexpressible`` for a response that neither a body nor a stream can express."""
    if response.alternatives:
        raise Inexpressible("bedrock_converse can express only 1 answer to a request, got several")
    if response.finish.reason not in finish.CUTS and not all(call.complete for call in response.calls):
        raise Inexpressible(
            f"bedrock_converse cannot express an incomplete call in an answer that ends with {response.finish.reason!r}"
        )


def stop_word(response: Response) -> Json:
    """Return the provider's word for the finish reason. Return None for ``other`` and for an answer without an end, if
    the provider gave no word.

    Raises ``Inexpressible`` if the dialect has no word for the reason.
    """
    word = finish.word(response.finish, FINISH_WORDS, response.parts)
    if response.finish.reason not in ("other", *finish.UNENDED) and word not in FINISH_WORDS:
        raise Inexpressible(f"bedrock_converse has no stop reason for {response.finish.reason!r}")
    return word


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body ``{message}``. The kind of the error is not in the body but in a
    header. Raises ``ShapeError`` for a malformed value.
    """
    Fields(body, "")
    return Response(parts=(), finish=Finish(reason="error"), error=provider_error(body, status))


def error_value(error: ProviderError) -> Json:
    """Return the body of an error. An error that was read from the wire keeps its body. For any other error, return a
    body in the API's form.
    """
    return error.value if isinstance(error.value, dict) else {"message": error.message}
