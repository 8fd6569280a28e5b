"""Reading any answer of a dialect: plain, streamed, or an error."""

from typing import Final

import msgspec

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.stream import ResponseStream
from toolwire.model import Response
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireResponse
from toolwire.wire.limits import LIMITS, Limits

_AT_ONCE: Final = 64 * 1024
"""How many bytes of a stream are read at once: their events stand in memory together."""
_KIND: Final = "x-amzn-errortype"
"""Where AWS says of which kind an error is; what stands behind a colon is for nobody."""


def read_answer(dialect: Dialect, response: WireResponse, limits: Limits = LIMITS) -> Response:
    """The canonical form of an answer. Raises ``WireError`` for bytes that are none of the dialect."""
    if response.is_refusal:
        return _of_its_kind(dialect.read_error(exact_json.loads(response.body, limits), response.status), response)
    if not dialect.is_stream(response):
        return dialect.read_response(exact_json.loads(response.body, limits))
    stream = ResponseStream(dialect, limits)
    for start in range(0, len(response.body), _AT_ONCE):
        if not stream.is_over:
            stream.feed(response.body[start : start + _AT_ONCE])
    return stream.close()


def _of_its_kind(read: Response, response: WireResponse) -> Response:
    """A refusal with the kind that a header says, where the body says none."""
    kind = response.headers.get(_KIND, "").partition(":")[0]
    if read.error is None or read.error.kind is not None or not kind:
        return read
    return msgspec.structs.replace(read, error=msgspec.structs.replace(read.error, kind=kind))
