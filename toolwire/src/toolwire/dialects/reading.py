"""Reading of an answer in any dialect: a plain answer, a stream, or an error."""

from typing import Final

import msgspec

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.stream import ResponseStream
from toolwire.model import Response
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireResponse
from toolwire.wire.limits import LIMITS, Limits

_AT_ONCE: Final = 64 * 1024
"""The number of bytes of a stream that are read in a step. All events of a step are in memory at the same time."""
_KIND: Final = "x-amzn-errortype"
"""The header in which AWS names the kind of an error. The kind ends at a colon, if the header has a colon."""


def read_answer(dialect: Dialect, response: WireResponse, limits: Limits = LIMITS) -> Response:
    """Return the canonical form of an answer. Raises ``WireError`` for bytes that are not in the dialect."""
    if response.is_refusal:
        return _with_error_kind(dialect.read_error(exact_json.loads(response.body, limits), response.status), response)
    if not dialect.is_stream(response):
        return dialect.read_response(exact_json.loads(response.body, limits))
    stream = ResponseStream(dialect, limits)
    for start in range(0, len(response.body), _AT_ONCE):
        if not stream.is_over:
            stream.feed(response.body[start : start + _AT_ONCE])
    return stream.close()


def _with_error_kind(answer: Response, response: WireResponse) -> Response:
    """Return ``answer``. If its error has no kind, the error gets the kind that a header of the response names."""
    kind = response.headers.get(_KIND, "").partition(":")[0]
    if answer.error is None or answer.error.kind is not None or not kind:
        return answer
    return msgspec.structs.replace(answer, error=msgspec.structs.replace(answer.error, kind=kind))
