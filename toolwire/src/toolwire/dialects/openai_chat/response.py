"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind, with_rest
from toolwire.dialects.openai_chat import messages
from toolwire.model import Candidate, Carried, Finish, FinishReason, Json, Part, Response

USAGE: Final[counts.Names] = {"input": "prompt_tokens", "output": "completion_tokens", "total": "total_tokens"}
FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    "function_call": "tool_calls",
    "tool_call": "tool_calls",  # Azure's hosted DeepSeek R1
    "eos": "stop",  # Together
    "": "stop",  # Snowflake, on complete answers
    "error": "error",  # OpenRouter
}


class Variant(msgspec.Struct, frozen=True):
    """The differences between ``openai_chat`` and ``mistral_chat``, whose answers otherwise have the same form: the
    functions that read and write the parts of a message, and the finish reasons.
    """

    read_parts: Callable[[Fields], tuple[tuple[Part, ...], dict[str, Json]]]
    write_parts: Callable[[tuple[Part, ...], dict[str, Json], bool], dict[str, Json]]
    finish_words: Mapping[Json, FinishReason]


class _Choice(msgspec.Struct, frozen=True):
    """The answer in an entry of ``choices``, and the data of its message that must go back to the provider."""

    answer: Candidate
    provider_data: dict[str, Json]


OPENAI: Final = Variant(messages.read_parts, messages.write_parts, FINISH_WORDS)


def read_response(body: Json, variant: Variant = OPENAI) -> Response:
    """Return the canonical form of a plain body.

    A body that has ``error`` and no choices is read as an error. Raises ``WireError``.
    """
    fields = Fields(body, "")
    if isinstance(fields.peek("error"), dict) and not fields.peek("choices"):
        return read_error(body, 200)
    if not isinstance(fields.peek("choices"), list):
        raise ShapeError(f"/choices: expected an array, got {kind(fields.peek('choices'))}")
    choices = [_read_choice(choice, f"/choices/{n}", variant) for n, choice in enumerate(fields.items("choices"))]
    response = Response(
        id=fields.text("id"),
        model=fields.text("model"),
        usage=counts.read(fields.mapping("usage"), "/usage", USAGE),
        parts=(),
        finish=Finish(reason="other"),
        alternatives=tuple(choice.answer for choice in choices[1:]),
    )
    carried = fields.carried()
    if not choices:
        return msgspec.structs.replace(response, carried=carried)
    first = choices[0].answer
    assert first.carried is not None
    # OpenRouter puts the error of a failed request beside the partial answer. The error is read, and it stays in
    # `carried`, too.
    errors = [error for error in (carried.rest.get("error"), first.carried.rest.get("error")) if error is not None]
    return msgspec.structs.replace(
        response,
        parts=first.parts,
        finish=msgspec.structs.replace(first.finish, reason="error") if errors else first.finish,
        error=provider_error(errors[0], None) if errors else None,
        provider_data=choices[0].provider_data,
        carried=Carried(rest=carried.rest | {"choices": [first.carried.rest]}, spelling=first.carried.spelling),
    )


def _read_choice(value: Json, where: str, variant: Variant) -> _Choice:
    fields = Fields(value, where)
    message = fields.child("message") or Fields({}, where)
    message.constant("role", "assistant")
    parts, data = variant.read_parts(message)
    raw = fields.text("finish_reason")
    if raw is None and not fields.has("finish_reason"):
        fields.note("finish_reason", "absent")
    reason = finish.reason(raw, variant.finish_words, parts)
    answer = Candidate(
        parts=finish.mark_cut(parts, reason), finish=Finish(reason=reason, raw=raw), carried=fields.carried()
    )
    return _Choice(answer, data)


def write_response(response: Response, variant: Variant = OPENAI) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    with_choices = response.carried is not None and "choices" in response.carried.rest
    if response.error is not None and response.error.value is not None and not response.parts and not with_choices:
        body = with_rest({"error": response.error.value}, response.carried)
        return [body] if response.carried and response.carried.spelling.get("body") == "array" else body
    out: dict[str, Json] = {}
    if response.id is not None:
        out["id"] = response.id
    if response.model is not None:
        out["model"] = response.model
    if response.usage is not None:
        out["usage"] = counts.write(response.usage, USAGE)
    if response.carried is None:
        out |= {"object": "chat.completion", "created": 0}
    rest = dict(response.carried.rest) if response.carried else {}
    left = rest.pop("choices", [{}])
    if left or response.parts:
        spelling = response.carried.spelling if response.carried else {}
        carried = Carried(rest=left[0] if left else {}, spelling=spelling) if response.carried else None
        first = Candidate(parts=response.parts, finish=response.finish, carried=carried)
        choices = [_write_choice(first, response.provider_data, 0, variant)]
        choices += [_write_choice(answer, {}, n, variant) for n, answer in enumerate(response.alternatives, 1)]
        out["choices"] = choices
    else:
        out["choices"] = []
    return with_rest(out, Carried(rest=rest))


def _write_choice(answer: Candidate, data: dict[str, Json], index: int, variant: Variant) -> Json:
    carried = answer.carried
    out: dict[str, Json] = {}
    message = variant.write_parts(answer.parts, data, carried is None)
    if not (carried and carried.spelling.get("message.role") == "absent"):
        message["role"] = "assistant"
    out["message"] = message
    if carried is None:
        out["index"] = index
    if not (carried and carried.spelling.get("finish_reason") == "absent"):
        # The error beside an answer already shows the finish, so the provider's word is kept.
        is_beside_error = carried is not None and "error" in carried.rest
        raw = answer.finish.raw if is_beside_error else None
        out["finish_reason"] = raw or finish.word(answer.finish, variant.finish_words, answer.parts)
    return with_rest(out, carried)


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body ``{error: {message, type, param, code}}``.

    Gemini's endpoint for OpenAI's dialect sends an array with this object. Raises ``ShapeError`` for a malformed value.
    """
    in_array = isinstance(body, list) and len(body) == 1
    fields = Fields(body[0] if in_array else body, "")
    if in_array:
        fields.note("body", "array")
    value = fields.value("error")
    return Response(
        parts=(),
        finish=Finish(reason="error"),
        error=provider_error(value, status),
        carried=fields.carried(),
    )
