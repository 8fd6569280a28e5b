"""The reference normalizer as an adapter. It is judged like any other adapter."""

from collections.abc import Sequence
from typing import get_args

from conformance.adapters.codec import Exposed, Unsupported
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.dialect import DIALECTS, Dialect, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.dialects.transplant import fitted
from toolwire.model import Request, Response, Tool
from toolwire.providers import speaker
from toolwire.providers.addresses import provider_at
from toolwire.registry import text_format as format_named
from toolwire.text import FORMATS, TextStream
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse


class ReferenceAdapter:
    """The reference as a ``CodecAdapter`` and a ``TextReader``."""

    name = "reference"
    exposes = get_args(Exposed)
    capabilities = (
        "stored-answers",
        "conversations",
        "compaction",
        "hosted-mcp",
        "added-tools",
        "approvals",
        "background-answers",
    )
    text_formats = tuple(text_format.name for text_format in FORMATS)

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
    """Return the wire form of a request to ``provider``. If ``provider`` is None, the form fits every provider of the
    dialect. Raises ``Unsupported``.
    """
    try:
        return known(dialect).write_request(fitted(request, dialect, provider), base_url)
    except Inexpressible as error:
        raise Unsupported(str(error)) from None


def known(name: str) -> Dialect:
    """Return the dialect with this name. Raises ``Unsupported`` if the reference does not know the dialect."""
    if name not in DIALECTS:
        raise Unsupported(f"the reference does not speak {name}")
    return dialect(name)
