"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

from toolwire.dialects import finish, google_error
from toolwire.dialects import usage as counts
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, constant, kind, with_rest
from toolwire.dialects.gemini_interactions import outputs, steps
from toolwire.model import Finish, FinishReason, Json, Part, ProviderError, Response

USAGE: Final[counts.Names] = {
    "input": "total_input_tokens",
    "output": "total_output_tokens",
    "total": "total_tokens",
}
FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "completed": "stop",
    "requires_action": "tool_calls",
    "incomplete": "length",
    "budget_exceeded": "length",
    "requires_continuation": "pause",
    "failed": "error",
    "cancelled": "interrupted",
    "in_progress": "interrupted",
    "queued": "interrupted",
}
"""The finish reason that each ``status`` means.

Google's reference explains ``incomplete`` with the example of a token limit, and ``budget_exceeded`` with the token
budget. In the SDK, ``requires_continuation`` means that a request reached its limit. The answer then has a token with
which the client can continue.
"""
CUTS: Final = (*finish.CUTS, "pause")
"""The finish reasons after which the last call may be cut."""
_FAILED: Final = "failed"
_ERRORS: Final = "errors"


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body.

    A body that has ``error`` and no ``steps`` is read as an error. Raises ``WireError``.
    """
    fields = Fields(body, "")
    if fields.peek("error") is not None and not fields.has("steps"):
        return google_error.read_error(body, 200)
    if not isinstance(fields.peek("steps"), list | None) or not (fields.has("steps") or fields.has("status")):
        raise ShapeError(f"/steps: expected an array, got {kind(fields.peek('steps'))}")
    entries = fields.items("steps")
    parts: tuple[Part, ...] = tuple(part for n, step in enumerate(entries) for part in steps.read(step, f"/steps/{n}"))
    raw = fields.text("status")
    reason = finish.reason(raw, FINISH_WORDS, parts)
    fields.constant("object", "interaction")
    return Response(
        id=fields.filled("id"),
        model=fields.text("model"),
        parts=finish.mark_cut(parts, reason, CUTS),
        finish=Finish(reason=reason, raw=raw),
        usage=counts.read(fields.mapping("usage"), "/usage", USAGE),
        error=read_failure([*_listed(fields.peek(_ERRORS)), *map(outputs.error, entries)]) if raw == _FAILED else None,
        carried=fields.carried(),
    )


def read_failure(values: list[Json]) -> ProviderError | None:
    """Return the first error among ``values``, some of which may be null; None if there is no error."""
    known = [value for value in values if value is not None]
    return google_error.read_value(known[0], None) if known else None


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    check(response)
    if response.error is not None and is_error_body(response):
        return google_error.write_error(response, response.error)
    shown = response.parts
    if any(not call.complete for call in response.calls if call is not shown[-1]):
        raise Inexpressible(
            "a plain body of gemini_interactions can have an incomplete call only as its last part, but a part follows"
        )
    carried = response.carried
    out = head(response)
    word = status_word(response)
    if word is not None:
        out["status"] = word
    if shown or carried is None:
        out["steps"] = steps.write(shown, answer=True)
    if response.usage is not None:
        out["usage"] = counts.write(response.usage, USAGE)
    if response.error is not None and carried is None:
        out[_ERRORS] = [google_error.write_value(response.error)]
    return with_rest(out, carried)


def head(response: Response) -> dict[str, Json]:
    """Return the first keys of an interaction: ``id``, ``object`` and ``model``."""
    out: dict[str, Json] = {}
    if response.id is not None:
        out["id"] = response.id
    constant(out, response.carried, "object", "interaction")
    if response.model is not None:
        out["model"] = response.model
    return out


def check(response: Response) -> None:
    """Raise ``Inexpressible`` for a response that neither a body nor a stream can express."""
    if response.alternatives:
        raise Inexpressible("gemini_interactions can express only 1 answer to a request, got several")
    if response.finish.reason not in CUTS and not all(call.complete for call in response.calls):
        raise Inexpressible(
            "gemini_interactions cannot express an incomplete call in an answer that ends with "
            f"{response.finish.reason!r}"
        )


def is_error_body(response: Response) -> bool:
    """Return whether a response with an error is only the error: it has no parts, and the provider gave no status."""
    return response.finish.raw is None and not response.parts


def status_word(response: Response) -> Json:
    """Return the status; None if the response was read from the wire without a status. Raises ``Inexpressible``."""
    end = response.finish
    if end.raw is None and response.carried is not None:
        return None
    reason: FinishReason = "interrupted" if end.reason in finish.UNENDED else end.reason
    word = finish.word(Finish(reason=reason, raw=end.raw), FINISH_WORDS, response.parts)
    if word is None or (reason != "other" and word not in FINISH_WORDS):
        raise Inexpressible(f"gemini_interactions has no status for {end.reason!r}")
    return word
