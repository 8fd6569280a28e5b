"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

from toolwire.dialects import finish
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, constant, is_absent, kind, with_rest
from toolwire.dialects.ollama_chat import messages
from toolwire.model import Finish, FinishReason, Json, Part, ProviderError, Response, Usage

FINISH_WORDS: Final[dict[Json, FinishReason]] = {"stop": "stop", "length": "length"}
"""The finish reason that each of Ollama's words means. ``load`` and ``unload`` are left out, because only answers to
requests without messages have them.
"""

_NO_TIME: Final = "1970-01-01T00:00:00Z"


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body.

    A body that has ``error`` and no ``message`` is read as an error. Raises ``WireError``.
    """
    fields = Fields(body, "")
    if fields.peek("error") is not None and not fields.has("message"):
        return read_error(body, 200)
    message = fields.child("message")
    if message is None:
        raise ShapeError(f"/message: expected an object, got {kind(fields.peek('message'))}")
    message.constant("role", "assistant")
    shown = messages.read_parts(message)
    end = read_finish(fields, shown)
    return Response(
        model=fields.text("model"),
        parts=finish.mark_cut(shown, end.reason),
        finish=end,
        usage=read_usage(fields),
        carried=fields.carried(),
    )


def read_finish(fields: Fields, shown: tuple[Part, ...]) -> Finish:
    """Return the finish that a body or a line of a stream reports.

    The finish is normal if the server sends ``done: true`` without ``done_reason``. It is ``interrupted`` if the server
    sends neither.
    """
    raw = fields.filled("done_reason")
    ended = raw is not None or fields.peek("done") is True
    if fields.peek("done") is ended:
        fields.flag("done")
    else:
        fields.note("done", "absent")
    if not ended:
        return Finish(reason="interrupted")
    if raw is None:
        fields.note("done_reason", "absent")
        return Finish(reason=finish.normal(shown))
    return Finish(reason=finish.reason(raw, FINISH_WORDS, shown), raw=raw)


def read_usage(fields: Fields) -> Usage | None:
    """Return the token counts, which are keys of a body or of a stream's last line. Return None if both are missing."""
    read, written = fields.integer("prompt_eval_count"), fields.integer("eval_count")
    return None if read is None and written is None else Usage(input_tokens=read, output_tokens=written)


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    if response.error is not None:
        if response.parts:
            raise Inexpressible("a plain body of ollama_chat can have a message or an error, got both")
        return with_rest({"error": error_value(response.error)}, response.carried)
    if response.alternatives:
        raise Inexpressible("ollama_chat can express only 1 answer to a request, got several")
    fresh = response.carried is None
    message = messages.write_parts(response.parts, with_content=fresh, numbered=True)
    constant(message, below(response.carried, "message"), "role", "assistant")
    return with_rest(head(response) | {"message": message} | write_end(response), response.carried)


def head(response: Response) -> dict[str, Json]:
    """Return the keys ``model`` and ``created_at``, with which a body and each line of a stream begin.

    Clients require ``created_at``. So it gets a fixed time if the response was not read from the wire. Otherwise the
    time from the wire is among the carried data. ``model`` is left out if it is unknown.
    """
    out: dict[str, Json] = {} if response.model is None else {"model": response.model}
    return out if response.carried is not None else out | {"created_at": _NO_TIME}


def write_end(response: Response) -> dict[str, Json]:
    """Return the keys with which a body, or the last line of a stream, ends: ``done``, ``done_reason`` and the token
    counts. Raises ``Inexpressible``.
    """
    out: dict[str, Json] = {}
    constant(out, response.carried, "done", response.finish.reason not in finish.UNENDED)
    raw = _finish_word(response)
    if raw is not None:
        out["done_reason"] = raw
    return out | write_usage(response.usage)


def write_usage(usage: Usage | None) -> dict[str, Json]:
    """Return the keys and values of the token counts. They are written into a body, or into the last line of a stream.
    Counts that are unknown are left out.
    """
    counts = {"prompt_eval_count": usage.input_tokens, "eval_count": usage.output_tokens} if usage else {}
    return {key: count for key, count in counts.items() if count is not None}


def _finish_word(response: Response) -> str | None:
    end = response.finish
    if end.reason in finish.UNENDED:
        return None
    if end.reason in finish.NORMAL:
        return None if end.raw is None and is_absent(response.carried, "done_reason") else "stop"
    word = finish.word(end, FINISH_WORDS, response.parts)
    if isinstance(word, str) and finish.reason(word, FINISH_WORDS, response.parts) == end.reason:
        return word
    raise Inexpressible(f"ollama_chat has no finish reason for {end.reason!r}")


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body ``{error: text}``. Raises ``ShapeError`` if the body has no error."""
    fields = Fields(body, "")
    value = fields.value("error")
    if value is None:
        raise ShapeError("/error: expected a string, got nothing")
    return Response(
        parts=(),
        finish=Finish(reason="error"),
        error=provider_error(value, status),
        carried=fields.carried(),
    )


def provider_error(value: Json, status: int | None) -> ProviderError:
    """Return the error for the value under ``error``.

    The value is a string, or from Ollama's cloud an object with a ``message``.
    """
    message = value.get("message") if isinstance(value, dict) else value
    return ProviderError(message=message if isinstance(message, str) else str(value), status=status, value=value)


def error_value(error: ProviderError) -> Json:
    """Return the value to write under the key ``error``: the value that was read there, or the error's message if no
    value was read.
    """
    return error.message if error.value is None else error.value
