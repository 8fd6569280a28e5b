"""The codec door, in process: canonical in and wire out, bytes in and canonical out."""

from typing import Protocol

from conformance.adapters.unsupported import Unsupported
from toolwire.model import Request, Response
from toolwire.wire.exchange import WireRequest, WireResponse

__all__ = ["CodecAdapter", "Unsupported"]


class CodecAdapter(Protocol):
    """Anything that turns canonical requests into wire requests and wire answers into canonical responses.

    Each method may raise ``Unsupported``; any other exception counts as a failure of the adapter, and so does a value
    with a field that is not of its type. One that only the last two methods show fails round trips alone.

    Some requests are such that the provider refuses them. An adapter may send them as they are, mend them first, or
    raise in ``encode``: neither counts against it. What is judged is how it reads the refusal.
    """

    @property
    def name(self) -> str: ...

    def __hash__(self) -> int: ...

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        """The wire form of a request."""
        ...

    def decode(self, dialect: str, response: WireResponse) -> Response:
        """The canonical form of an answer, plain or streamed.

        A refusal is an answer too, in plain JSON whatever was asked: ``error`` has the provider's message, and status,
        kind and code where the adapter shows them; the finish reason is ``error``, and there are no parts.
        """
        ...

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        """The canonical form of a wire request; for round trips."""
        ...

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        """An answer's bytes; for round trips."""
        ...
