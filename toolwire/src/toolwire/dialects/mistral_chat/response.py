"""Plain responses and error bodies."""

from typing import Final

import msgspec

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.mistral_chat import messages
from toolwire.dialects.openai_chat import response as chat
from toolwire.dialects.trouble import provider_error
from toolwire.model import Finish, FinishReason, Json, ProviderError, Response

FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "length": "length",
    "model_length": "length",  # the model's own limit, not the request's
    "error": "error",
}
_MANNER: Final = chat.Manner(messages.read_parts, messages.write_parts, FINISH_WORDS)


def read_response(body: Json) -> Response:
    """The canonical form of a plain body; an error's body is an error response. Raises ``WireError``."""
    return read_error(body, 200) if is_error(body) else chat.read_response(body, _MANNER)


def write_response(response: Response) -> Json:
    """The plain body of a response."""
    if response.error is not None and response.error.value is not None and not (response.parts or response.carried):
        return response.error.value
    return chat.write_response(response, _MANNER)


def is_error(body: Json) -> bool:
    """Whether a body or a chunk tells of an error, and of nothing else."""
    return isinstance(body, dict) and "choices" not in body and not {"message", "detail", "error"}.isdisjoint(body)


def read_error(body: Json, status: int) -> Response:
    """An error body: ``{object: error, message, type, param, code}``, or ``{detail}`` for a wrong shape."""
    if not isinstance(body, dict):
        raise ShapeError(f"/: expected an object, got {kind(body)}")
    return Response(parts=(), finish=Finish(reason="error"), error=told(body, status))


def told(body: dict[str, Json], status: int | None) -> ProviderError:
    """The error that a body or a chunk tells of."""
    error = provider_error(body, status)
    message = _message(body)
    return error if message is None else msgspec.structs.replace(error, message=message)


def _message(body: Json) -> str | None:
    """What the error says; problems with the request's shape are listed, each with its place."""
    match body:
        case str():
            return body
        case {"message": inner} | {"detail": inner} | {"error": inner}:
            return _message(inner)
        case [*problems] if problems and all(isinstance(problem, dict) for problem in problems):
            return "; ".join(f"{_place(problem.get('loc'))}: {problem.get('msg')}" for problem in problems)
    return None


def _place(steps: Json) -> str:
    return ".".join(map(str, steps)) if isinstance(steps, list) else str(steps)
