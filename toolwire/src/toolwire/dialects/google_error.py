"""The errors of Google's APIs: ``{error: {code, message, status}}``.

If the client asked for a stream in the form of an array of chunks, the body is an array that contains this object.
"""

from typing import Final

from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import Finish, Json, ProviderError, Response

_KINDS: Final = ("status",)
_ARRAY: Final = "error[]"


def read_error(body: Json, status: int) -> Response:
    """Return a response with the error in a body. Raises ``ShapeError`` if the body has no error."""
    in_array = isinstance(body, list) and len(body) == 1
    fields = Fields(body[0] if in_array else body, "")
    if in_array:
        fields.note(_ARRAY, "array")
    value = fields.value("error")
    if value is None:
        raise ShapeError("/error: expected an object, got nothing")
    return Response(
        parts=(),
        finish=Finish(reason="error"),
        error=read_value(value, status),
        carried=fields.carried(),
    )


def read_value(value: Json, status: int | None) -> ProviderError:
    """Return the error in the object under ``error``."""
    return provider_error(value, status, kinds=_KINDS)


def write_error(response: Response, error: ProviderError) -> Json:
    """Return the body of a response that is only an error."""
    body = with_rest({"error": write_value(error)}, response.carried)
    return [body] if response.carried and response.carried.spelling.get(_ARRAY) else body


def write_value(error: ProviderError) -> Json:
    """Return the object under ``error``. An error that was read from the wire keeps its object. For any other error,
    return an object in the API's form.
    """
    if error.value is not None:
        return error.value
    known = {"code": error.code or error.status, "message": error.message, "status": error.kind}
    return {key: word for key, word in known.items() if word is not None}
