"""Reading any answer of a dialect: plain, streamed, or an error."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from conformance.model import Event, Malformed, Response
from conformance.normalizer.assembly import Assembler
from conformance.normalizer.dialect import Dialect, StreamDecoder
from conformance.wire import exact_json
from conformance.wire.errors import WireError
from conformance.wire.exchange import WireResponse

_FIRST_ERROR_STATUS = 400
_KIND: Final = "x-amzn-errortype"
"""Where AWS says of which kind an error is; what stands behind a colon is for nobody."""


def read_answer(dialect: Dialect, response: WireResponse) -> Response:
    """The canonical form of an answer. Raises ``WireError`` for bytes that are none of the dialect."""
    if response.status >= _FIRST_ERROR_STATUS:
        return _of_its_kind(dialect.read_error(exact_json.loads(response.body), response.status), response)
    if not dialect.is_stream(response):
        return dialect.read_response(exact_json.loads(response.body))
    assembler = Assembler()
    for event in events(dialect.stream_decoder(), (response.body,)):
        assembler.add(event)
    return assembler.response()


def events(decoder: StreamDecoder, chunks: Iterable[bytes]) -> Iterator[Event]:
    """All events of a stream, however its bytes are cut. Where they can no longer be read, ``Malformed`` says so.

    Raises ``WireError`` where nothing could be read before that: such bytes are no stream of the dialect.
    """
    begun = False
    try:
        for chunk in chunks:
            for event in decoder.feed(chunk):
                begun = True
                yield event
    except WireError as error:
        if not begun:
            raise
        yield Malformed(why=str(error))
    yield from decoder.close()


def _of_its_kind(read: Response, response: WireResponse) -> Response:
    """A refusal with the kind that a header says, where the body says none."""
    kind = response.headers.get(_KIND, "").partition(":")[0]
    if read.error is None or read.error.kind is not None or not kind:
        return read
    return msgspec.structs.replace(read, error=msgspec.structs.replace(read.error, kind=kind))
