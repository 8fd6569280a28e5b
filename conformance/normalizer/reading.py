"""Reading any answer of a dialect: plain, streamed, or an error."""

from conformance.model import Response
from conformance.normalizer.assembly import Assembler
from conformance.normalizer.dialect import Dialect
from conformance.wire import exact_json
from conformance.wire.exchange import WireResponse

_FIRST_ERROR_STATUS = 400


def read_answer(dialect: Dialect, response: WireResponse) -> Response:
    """The canonical form of an answer. Raises ``WireError`` for bytes that are none of the dialect."""
    if response.status >= _FIRST_ERROR_STATUS:
        return dialect.read_error(exact_json.loads(response.body), response.status)
    if not dialect.is_stream(response):
        return dialect.read_response(exact_json.loads(response.body))
    assembler = Assembler()
    decoder = dialect.stream_decoder()
    for event in decoder.feed(response.body):
        assembler.add(event)
    for event in decoder.close():
        assembler.add(event)
    return assembler.response()
