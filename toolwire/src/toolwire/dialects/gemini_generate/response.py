"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

import msgspec

from toolwire.dialects import finish, google_error
from toolwire.dialects import usage as counts
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, is_absent, kind, with_rest
from toolwire.dialects.gemini_generate import parts, repeated
from toolwire.model import (
    Candidate,
    Carried,
    Finish,
    FinishReason,
    Json,
    Part,
    Response,
    ToolCall,
)

USAGE: Final[counts.Names] = {
    "input": "promptTokenCount",
    "output": "candidatesTokenCount",
    "total": "totalTokenCount",
}
FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "content_filter",
    "RECITATION": "content_filter",
    "LANGUAGE": "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
    "IMAGE_SAFETY": "content_filter",
    "IMAGE_PROHIBITED_CONTENT": "content_filter",
    "IMAGE_RECITATION": "content_filter",
    "ESCALATION": "content_filter",
    "MODEL_ARMOR": "content_filter",
    "CONTINUATION": "pause",
    "MALFORMED_RESPONSE": "error",
    "MALFORMED_FUNCTION_CALL": "error",
    "UNEXPECTED_TOOL_CALL": "error",
    "TOO_MANY_TOOL_CALLS": "error",
    "MISSING_THOUGHT_SIGNATURE": "error",
    "OTHER": "other",
    # The numbers that enum-encoding=int gives. Only 1 was seen. From 6 on, the Gemini API and Vertex number the
    # reasons differently, but the numbers up to 8 are filters in both.
    1: "stop",
    2: "length",
    3: "content_filter",
    4: "content_filter",
    5: "other",
    6: "content_filter",
    7: "content_filter",
    8: "content_filter",
}
_BLOCKED: Final = "promptFeedback"
_ABSENT: Final = "absent"


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body.

    A body that has ``error`` and no candidates is read as an error. Raises ``WireError``.
    """
    fields = Fields(body, "")
    if fields.peek("error") is not None and not fields.peek("candidates"):
        return google_error.read_error(body, 200)
    if not isinstance(fields.peek("candidates"), list | None):
        raise ShapeError(f"/candidates: expected an array, got {kind(fields.peek('candidates'))}")
    if not any(fields.has(key) for key in ("candidates", _BLOCKED, "usageMetadata", "responseId")):
        raise ShapeError("/candidates: expected an array, got nothing")
    if not fields.has("candidates"):
        fields.note("candidates", _ABSENT)
    answers = [_read_candidate(item, f"/candidates/{n}") for n, item in enumerate(fields.items("candidates"))]
    response = Response(
        id=fields.text("responseId"),
        model=fields.text("modelVersion"),
        usage=counts.read(fields.mapping("usageMetadata"), "/usageMetadata", USAGE),
        parts=(),
        finish=Finish(reason="interrupted"),
        alternatives=tuple(answers[1:]),
    )
    if not answers:
        blocked = _read_block(fields)
        return msgspec.structs.replace(response, finish=blocked or response.finish, carried=fields.carried())
    first = answers[0]
    assert first.carried is not None
    carried = fields.carried()
    rest = carried.rest | {"candidates": [first.carried.rest]}
    return msgspec.structs.replace(
        response,
        parts=first.parts,
        finish=first.finish,
        carried=Carried(rest=rest, spelling=carried.spelling | first.carried.spelling),
    )


def _read_block(fields: Fields) -> Finish | None:
    """Return the finish if the response reports a refused prompt; None for other responses."""
    feedback = fields.child(_BLOCKED)
    raw = feedback.value("blockReason") if feedback else None
    if raw is None:
        return None
    fields.note("finish", _BLOCKED)
    return Finish(reason="content_filter", raw=raw)


def _read_candidate(value: Json, where: str) -> Candidate:
    fields = Fields(value, where)
    content = fields.child("content")
    if content is None:
        fields.note("content", _ABSENT)
        shown: tuple[Part, ...] = ()
    else:
        content.constant("role", "model")
        shown = parts.read_all(content, answer=True)
    raw = read_finish(fields.peek("finishReason"))
    if raw is not None:
        fields.value("finishReason")
    reason = finish_reason(raw, shown)
    return Candidate(parts=mark_cut(shown, reason), finish=Finish(reason=reason, raw=raw), carried=fields.carried())


def read_finish(value: Json) -> Json:
    """Return the provider's word for the finish, a name or a number; None if the provider gave no word.

    Raises ``ShapeError`` for any other value.
    """
    if value is None or _is_name(value):
        return value or None
    raise ShapeError(f"/finishReason: expected a string or a number, got {kind(value)}")


def finish_reason(raw: Json, shown: tuple[Part, ...]) -> FinishReason:
    """Return the finish reason that the provider's word means. If the provider gave no word, return ``interrupted``."""
    return "interrupted" if raw is None else finish.reason(raw, FINISH_WORDS, shown)


def allows_calls(reason: FinishReason) -> bool:
    """Return whether the calls of an answer with this finish reason may be run.

    They must not be run after ``error`` and ``other``: such calls are invalid, for example malformed, or calls of
    functions that the request did not declare.
    """
    return reason not in ("error", "other")


def mark_cut(shown: tuple[Part, ...], reason: FinishReason) -> tuple[Part, ...]:
    """Return the parts. If ``reason`` shows that the answer was cut, the last call is marked as incomplete. If calls
    must not be run after ``reason`` (see ``allows_calls``), every call is marked.
    """
    if allows_calls(reason):
        return finish.mark_cut(shown, reason)
    return tuple(finish.incomplete(part) if isinstance(part, ToolCall) else part for part in shown)


def finish_word(end: Finish, shown: tuple[Part, ...]) -> Json:
    """Return the provider's word for a finish; None if the answer did not end. Raises ``Inexpressible``."""
    if end.reason in finish.UNENDED:
        return None
    if end.reason in finish.NORMAL:
        return end.raw if _is_name(end.raw) and FINISH_WORDS.get(end.raw) == "stop" else "STOP"
    raw = finish.word(end, FINISH_WORDS, shown)
    if not _is_name(raw) or finish_reason(raw, shown) != end.reason:
        raise Inexpressible(f"gemini_generate has no finish reason for {end.reason!r}")
    return raw


def _is_name(raw: Json) -> bool:
    return isinstance(raw, str | int) and not isinstance(raw, bool)


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    if response.error is not None:
        if response.parts:
            raise Inexpressible("a plain body of gemini_generate can have parts or an error, got both")
        return google_error.write_error(response, response.error)
    carried = response.carried
    out = head(response)
    if response.usage is not None:
        out["usageMetadata"] = counts.write(response.usage, USAGE)
    rest = dict(carried.rest) if carried else {}
    left = rest.pop("candidates", None)
    if not response.parts and not left and carried and _is_still_empty(response, carried):
        if carried.spelling.get("finish") == _BLOCKED:
            out[_BLOCKED] = {"blockReason": response.finish.raw}
        if not is_absent(carried, "candidates"):
            out["candidates"] = left
        return with_rest(out, Carried(rest=rest))
    kept = Carried(rest=left[0] if left else {}, spelling=carried.spelling) if carried else None
    first = Candidate(parts=response.parts, finish=response.finish, carried=kept)
    out["candidates"] = [_write_candidate(answer, n) for n, answer in enumerate((first, *response.alternatives))]
    return with_rest(out, Carried(rest=rest))


def head(response: Response) -> dict[str, Json]:
    """Return the keys that each body or chunk of a response has: the model and the id."""
    named = {"modelVersion": response.model, "responseId": response.id}
    return {key: word for key, word in named.items() if word is not None}


def _is_still_empty(response: Response, carried: Carried) -> bool:
    """Return whether a response that was read without candidates can be written without candidates.

    This is possible only if the finish reason has not changed since the response was read.
    """
    blocked = carried.spelling.get("finish") == _BLOCKED
    return response.finish.reason == ("content_filter" if blocked else "interrupted")


def _write_candidate(answer: Candidate, index: int) -> Json:
    carried = answer.carried
    out: dict[str, Json] = {}
    inner = below(carried, "content")
    shown = parts.write_all(answer.parts, inner, {})
    if shown or not is_absent(carried, "content"):
        content: dict[str, Json] = {}
        if shown or carried is None:
            content["parts"] = repeated.write(shown, inner, "parts")
        if not is_absent(inner, "role"):
            content["role"] = "model"
        out["content"] = content
    raw = finish_word(answer.finish, answer.parts)
    if raw is not None:
        out["finishReason"] = raw
    if carried is None:
        out["index"] = index
    return with_rest(out, carried)
