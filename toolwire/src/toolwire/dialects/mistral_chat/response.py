"""Reading and writing of plain (not streamed) responses, and of the bodies of errors."""

from typing import Final

import msgspec

from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.mistral_chat import messages
from toolwire.dialects.openai_chat import response as chat
from toolwire.model import Finish, FinishReason, Json, ProviderError, Response

FINISH_WORDS: Final[dict[Json, FinishReason]] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "length": "length",
    "model_length": "length",  # the model's own limit, not the request's
    "error": "error",
}
_VARIANT: Final = chat.Variant(messages.read_parts, messages.write_parts, FINISH_WORDS)


def read_response(body: Json) -> Response:
    """Return the canonical form of a plain body, or of an error's body. Raises ``WireError``."""
    return read_error(body, 200) if is_error(body) else chat.read_response(body, _VARIANT)


def write_response(response: Response) -> Json:
    """Return the plain body of a response. Raises ``Inexpressible``."""
    if response.error is not None and response.error.value is not None and not (response.parts or response.carried):
        return response.error.value
    return chat.write_response(response, _VARIANT)


def is_error(body: Json) -> bool:
    """Return whether a body or a chunk has an error and no answer."""
    return isinstance(body, dict) and "choices" not in body and not {"message", "detail", "error"}.isdisjoint(body)


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body ``{object: error, message, type, param, code}``. If the request had a
    wrong shape, the body is ``{detail}``. Raises ``ShapeError`` for a body that is not an object.
    """
    if not isinstance(body, dict):
        raise ShapeError(f"/: expected an object, got {kind(body)}")
    return Response(parts=(), finish=Finish(reason="error"), error=read_provider_error(body, status))


def read_provider_error(body: dict[str, Json], status: int | None) -> ProviderError:
    """Return the error in a body or a chunk."""
    error = provider_error(body, status)
    message = _message(body)
    return error if message is None else msgspec.structs.replace(error, message=message)


def _message(body: Json) -> str | None:
    """Return the message of an error; None if the error has no message.

    If the error is a list of problems with the request's shape, the message names each problem and the path of the
    wrong value in the request.
    """
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
