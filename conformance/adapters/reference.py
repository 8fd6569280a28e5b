"""The reference normalizer as an adapter: number one, judged like any other."""

from collections.abc import Sequence

from conformance.adapters.codec import Unsupported
from conformance.claims import speaker
from conformance.claims.addresses import provider_at
from conformance.model import Request, Response, Tool
from conformance.normalizer.assembly import Assembler
from conformance.normalizer.dialect import DIALECTS, Dialect, dialect
from conformance.normalizer.errors import Inexpressible
from conformance.normalizer.reading import read_answer
from conformance.normalizer.registry import text_format as format_named
from conformance.normalizer.text import FORMATS, TextStream
from conformance.normalizer.transplant import fitted
from conformance.wire import exact_json
from conformance.wire.exchange import WireRequest, WireResponse


class ReferenceAdapter:
    """See ``CodecAdapter`` and ``TextReader``."""

    name = "reference"
    text_formats = tuple(one.name for one in FORMATS)

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        host = provider_at(base_url)
        return written(dialect, request, base_url, speaker(host, dialect) if host else None)

    def decode(self, dialect: str, response: WireResponse) -> Response:
        return read_answer(known(dialect), response)

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        return known(dialect).read_request(request)

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        if stream:
            return known(dialect).write_stream(response)
        return exact_json.encode(known(dialect).write_response(response))

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        stream = TextStream(format_named(text_format), tools)
        assembler = Assembler()
        for piece in pieces:
            for event in stream.feed(piece):
                assembler.add(event)
        for event in stream.end():
            assembler.add(event)
        return assembler.response()


def written(dialect: str, request: Request, base_url: str, provider: str | None) -> WireRequest:
    """A request to a provider, or to anybody who speaks the dialect. Raises ``Unsupported``."""
    try:
        return known(dialect).write_request(fitted(request, dialect, provider), base_url)
    except Inexpressible as error:
        raise Unsupported(str(error)) from None


def known(name: str) -> Dialect:
    """The dialect of that name. Raises ``Unsupported``."""
    if name not in DIALECTS:
        raise Unsupported(f"the reference does not speak {name}")
    return dialect(name)
