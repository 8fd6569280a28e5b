"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, is_absent, kind, with_rest
from toolwire.dialects.openai_responses import items
from toolwire.model import Carried, Finish, FinishReason, Json, Part, ProviderError, Response, Text, Usage

USAGE: Final[counts.Names] = {"input": "input_tokens", "output": "output_tokens", "total": "total_tokens"}
FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "completed": "stop",
    "max_output_tokens": "length",
    "content_filter": "content_filter",
    "failed": "error",
    "incomplete": "interrupted",
    "cancelled": "interrupted",
    "in_progress": "interrupted",
    "queued": "interrupted",
}
"""The finish reason that each of the provider's words means.

The word is the ``status``. For the status ``incomplete``, the word is the reason in ``incomplete_details`` if a reason
is given.
"""
_STATUSES: Final = ("completed", "failed", "incomplete", "cancelled", "in_progress", "queued")
_WHOLE: Final = (None, "completed")
_DEFAULTS: Final[dict[str, Json]] = {
    "object": "response", "created_at": 0, "error": None, "instructions": None, "metadata": {},
    "parallel_tool_calls": True, "temperature": None, "tool_choice": "auto", "tools": [], "top_p": None,
}  # fmt: skip
"""The keys that a response always has, although they have no canonical form, each with its usual value."""
_USAGE_DEFAULTS: Final[dict[str, Json]] = {
    "input_tokens_details": {"cache_write_tokens": 0, "cached_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body.

    A body that has ``error`` and no ``output`` is read as an error. Raises ``WireError``.
    """
    fields = Fields(body, "")
    entries = fields.peek("output")
    if not isinstance(entries, list):
        if fields.peek("error") is not None:
            return read_error(body, 200)
        raise ShapeError(f"/output: expected an array, got {kind(entries)}")
    fields.items("output")
    raw = _read_word(fields)
    parts = read_output(entries, raw)
    error = fields.mapping("error")
    if entries and _shown(parts) == fields.peek("output_text"):
        fields.text("output_text")
        fields.note("output_text", "shown")
    return Response(
        id=fields.text("id"),
        model=fields.text("model"),
        parts=parts,
        finish=Finish(reason=finish.reason(raw, FINISH_WORDS, parts), raw=raw),
        usage=counts.read(fields.mapping("usage"), "/usage", USAGE),
        error=provider_error(error, None) if error is not None else None,
        carried=fields.carried(),
    )


def _read_word(fields: Fields) -> str | None:
    status = fields.text("status")
    if status is None:
        return None
    if status not in _STATUSES:
        fields.note("status", status)
    match fields.peek("incomplete_details"):
        case {"reason": str(reason)} if reason and status == "incomplete":
            details = fields.child("incomplete_details") or Fields({}, "")
            return details.text("reason")
    if not fields.has("incomplete_details"):
        fields.note("incomplete_details", "absent")
    return status


def read_word(response: dict[str, Json]) -> str | None:
    """Return the provider's word for the finish of a response: the ``status``, such as ``completed``. For the status
    ``incomplete``, return the reason in ``incomplete_details``, such as ``max_output_tokens``, if there is a reason.
    Return None if the response has no status.
    """
    return _read_word(Fields(response, "/response"))


def is_cut(raw: str | None) -> bool:
    """Return whether a response may be cut. ``raw`` is the provider's word for its finish. With ``completed``, or
    without a word (None), the response is not cut.
    """
    return raw not in _WHOLE


def read_output(entries: list[Json], raw: str | None) -> tuple[Part, ...]:
    """Return the parts of ``output``. ``raw`` is the provider's word for the finish of the response. Raises
    ``ShapeError`` for a malformed value.
    """
    final = len(entries) - 1
    return tuple(
        part
        for n, entry in enumerate(entries)
        for part in items.read(entry, f"/output/{n}", cut_short=is_cut(raw), is_last=n == final)
    )


def _shown(parts: tuple[Part, ...]) -> str:
    return "".join(part.text for part in parts if isinstance(part, Text))


def write_usage(usage: Usage) -> Json:
    """Return the value of ``usage`` with the token counts."""
    defaults = {} if usage.carried is not None else _USAGE_DEFAULTS
    return {**defaults, **counts.write(usage, USAGE)}


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    if response.alternatives:
        raise Inexpressible("openai_responses can express only 1 answer to a request, got several")
    carried = response.carried
    if response.error is not None and is_error_body(response):
        value = write_error(response.error)
        return value if is_absent(carried, "error") else with_rest({"error": value}, carried)
    out: dict[str, Json] = {} if carried is not None else dict(_DEFAULTS)
    if response.id is not None:
        out["id"] = response.id
    if response.model is not None:
        out["model"] = response.model
    if response.parts or carried is None or "output" not in carried.rest:
        out["output"] = items.write(response.parts, answer=True)
    out |= _write_finish(response)
    if response.usage is not None:
        out["usage"] = write_usage(response.usage)
    if response.error is not None:
        out["error"] = write_error(response.error)
    if carried is not None and "output_text" in carried.spelling:
        out["output_text"] = _shown(response.parts)
    return with_rest(out, carried)


def is_error_body(response: Response) -> bool:
    """Return whether a response is only an error, without an answer."""
    return response.error is not None and response.finish.raw is None and not response.parts


def _write_finish(response: Response) -> dict[str, Json]:
    carried = response.carried
    word = _word(response)
    if word is None:
        return {}
    own = carried.spelling.get("status") if carried else None
    if word in _STATUSES or word == own:
        out: dict[str, Json] = {"status": word}
        if carried is None or not ("incomplete_details" in carried.rest or is_absent(carried, "incomplete_details")):
            out["incomplete_details"] = None
        return out
    return {"status": "incomplete", "incomplete_details": {"reason": word}}


def _word(response: Response) -> str | None:
    """Return the word for the finish: a status, or the reason of an incomplete response.

    This is the word that was read from the wire, if it still fits the finish. Otherwise it is the first word that fits.
    If no word fits, return None for a response that was read without a word, and raise ``Inexpressible`` for any other
    response.
    """
    end, parts = response.finish, response.parts
    if isinstance(end.raw, str) and finish.reason(end.raw, FINISH_WORDS, parts) == end.reason:
        return end.raw
    if end.reason in finish.NORMAL:
        return "completed"
    reason = "interrupted" if end.reason in finish.UNENDED else end.reason
    for word, meaning in FINISH_WORDS.items():
        if meaning == reason:
            return str(word)
    if response.carried is not None and end.raw is None:
        return None
    raise Inexpressible(f"openai_responses has no status for {end.reason!r}")


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body ``{error: {message, type, param, code}}``.

    Some servers send the inner object as the whole body. Raises ``ShapeError`` for a malformed value.
    """
    fields = Fields(body, "")
    value = fields.value("error")
    if value is None:
        return Response(
            parts=(),
            finish=Finish(reason="error"),
            error=provider_error(body, status),
            carried=Carried(spelling={"error": "absent"}),
        )
    return Response(
        parts=(), finish=Finish(reason="error"), error=provider_error(value, status), carried=fields.carried()
    )


def write_error(error: ProviderError) -> Json:
    """Return the object under ``error``. An error that was read from the wire keeps its object. For any other error,
    return an object in the API's form.
    """
    if error.value is not None:
        return error.value
    return {"message": error.message, "type": error.kind, "param": None, "code": error.code}
