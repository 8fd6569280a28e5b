"""Reading and writing of plain (not streamed) responses, and of errors' bodies. Answers do not name the model."""

from typing import Final

from toolwire.dialects import finish
from toolwire.dialects.cohere_v2 import messages
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, constant, kind, with_rest
from toolwire.model import Carried, Finish, FinishReason, Json, Response, Usage

FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "COMPLETE": "stop",
    "TOOL_CALL": "tool_calls",
    "STOP_SEQUENCE": "stop",
    "MAX_TOKENS": "length",
    "ERROR": "error",
    "TIMEOUT": "error",
}


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body. If ``message`` is text, the body is read as an error. Raises
    ``WireError``.
    """
    fields = Fields(body, "")
    if isinstance(fields.peek("message"), str):
        return read_error(body, 200)
    message = fields.child("message")
    if message is None:
        raise ShapeError(f"/message: expected an object, got {kind(fields.peek('message'))}")
    message.constant("role", "assistant")
    parts, data = messages.read_parts(message)
    raw = fields.text("finish_reason")
    reason: FinishReason = "interrupted" if raw is None else finish.reason(raw, FINISH_WORDS, parts)
    usage = read_usage(fields.peek("usage"))
    if usage is not None:
        fields.mapping("usage")
    return Response(
        id=fields.text("id"),
        parts=finish.mark_cut(parts, reason),
        finish=Finish(reason=reason, raw=raw),
        usage=usage,
        provider_data=data,
        carried=fields.carried(),
    )


def read_usage(value: Json) -> Usage | None:
    """Return the counts of the tokens that the model read and wrote; None if ``value`` has no such counts.

    The counts of billed tokens, which are lower, stay unread and are kept in ``carried``.
    """
    if not isinstance(value, dict) or not isinstance(value.get("tokens"), dict):
        return None
    fields = Fields(value, "/usage")
    tokens = fields.child("tokens")
    assert tokens is not None
    read, written = tokens.integer("input_tokens"), tokens.integer("output_tokens")
    return Usage(input_tokens=read, output_tokens=written, carried=fields.carried())


def write_usage(usage: Usage) -> dict[str, Json]:
    """Return the object in which Cohere reports token counts."""
    counts = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    tokens = {key: count for key, count in counts.items() if count is not None}
    return with_rest({"tokens": tokens} if tokens else {}, usage.carried)


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    if response.error is not None:
        if response.parts:
            raise Inexpressible("a plain body of cohere_v2 can have a message or an error, got both")
        return _write_error(response)
    check(response)
    inner = below(response.carried, "message") or Carried()
    as_text = inner.spelling.get("content") == "text"
    carried = None if response.carried is None else inner
    message = messages.write_parts(response.parts, response.provider_data, carried, as_text=as_text)
    constant(message, inner, "role", "assistant")
    out: dict[str, Json] = {} if response.id is None else {"id": response.id}
    out["message"] = message
    if response.finish.reason not in finish.UNENDED:
        out["finish_reason"] = finish_word(response)
    if response.usage is not None:
        out["usage"] = write_usage(response.usage)
    return with_rest(out, response.carried)


def check(response: Response) -> None:
    """Raise ``Inexpressible`` for a response that neither a body nor a stream can express."""
    if response.alternatives:
        raise Inexpressible("cohere_v2 can express only 1 answer to a request, got several")


def finish_word(response: Response) -> Json:
    """Return the provider's word for the finish reason. Raises ``Inexpressible``."""
    word = finish.word(response.finish, FINISH_WORDS, response.parts)
    if word is None:
        raise Inexpressible(f"cohere_v2 has no finish reason for {response.finish.reason!r}")
    return word


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body ``{id, message}``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(body, "")
    error = provider_error(body, status)
    fields.text("message")
    return Response(
        id=fields.text("id"), parts=(), finish=Finish(reason="error"), error=error, carried=fields.carried()
    )


def _write_error(response: Response) -> Json:
    assert response.error is not None
    out: dict[str, Json] = {} if response.id is None else {"id": response.id}
    value = response.error.value
    if response.carried is None or (isinstance(value, dict) and isinstance(value.get("message"), str)):
        out["message"] = response.error.message
    return with_rest(out, response.carried)
