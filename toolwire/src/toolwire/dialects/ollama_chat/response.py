"""Plain responses and error bodies."""

from typing import Final

from toolwire.dialects import cut, finish
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, constant, is_absent, kind, with_rest
from toolwire.dialects.ollama_chat import messages
from toolwire.model import Finish, FinishReason, Json, Part, ProviderError, Response, Usage

FINISH_WORDS: Final[dict[Json, FinishReason]] = {"stop": "stop", "length": "length"}
"""``load`` and ``unload`` answer requests without messages; they are no end of an answer."""


def read_response(body: Json) -> Response:
    """The canonical form of a plain body; one that holds ``error`` is an error response. Raises ``WireError``."""
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
        parts=cut.mark(shown, end.reason),
        finish=end,
        usage=read_usage(fields),
        carried=fields.carried(),
    )


def read_finish(fields: Fields, shown: tuple[Part, ...]) -> Finish:
    """Why the answer ended. Before there was a ``done_reason``, ``done`` alone meant a normal end."""
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
    """The counts, which stand among the other keys of the last line."""
    given, made = fields.integer("prompt_eval_count"), fields.integer("eval_count")
    return None if given is None and made is None else Usage(input_tokens=given, output_tokens=made)


def write_response(response: Response) -> Json:
    """The plain body of a response."""
    if response.error is not None:
        if response.parts:
            raise Inexpressible("a plain body of ollama_chat brings a message or an error, not both")
        return with_rest({"error": error_value(response.error)}, response.carried)
    if response.alternatives:
        raise Inexpressible("ollama_chat has one answer a request")
    fresh = response.carried is None
    message = messages.write_parts(response.parts, usual=fresh, numbered=True)
    constant(message, below(response.carried, "message"), "role", "assistant")
    return with_rest(head(response) | {"message": message} | write_end(response), response.carried)


def head(response: Response) -> dict[str, Json]:
    """What every line of an answer begins with."""
    return {} if response.model is None else {"model": response.model}


def write_end(response: Response) -> dict[str, Json]:
    """What says that an answer is whole, and what it cost."""
    out: dict[str, Json] = {}
    constant(out, response.carried, "done", response.finish.reason not in finish.UNENDED)
    raw = _finish_word(response)
    if raw is not None:
        out["done_reason"] = raw
    return out | write_usage(response.usage)


def write_usage(usage: Usage | None) -> dict[str, Json]:
    """The counts."""
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
    raise Inexpressible(f"ollama_chat has no word for the end {end.reason!r}")


def read_error(body: Json, status: int) -> Response:
    """An error body: ``{error: text}``."""
    fields = Fields(body, "")
    value = fields.value("error")
    if value is None:
        raise ShapeError("/error: expected a string")
    return Response(
        parts=(),
        finish=Finish(reason="error"),
        error=provider_error(value, status),
        carried=fields.carried(),
    )


def provider_error(value: Json, status: int | None) -> ProviderError:
    """What stands under ``error``: a string, or in front of Ollama's cloud an object with a ``message``."""
    message = value.get("message") if isinstance(value, dict) else value
    return ProviderError(message=message if isinstance(message, str) else str(value), status=status, value=value)


def error_value(error: ProviderError) -> Json:
    """What stands under ``error``."""
    return error.message if error.value is None else error.value
