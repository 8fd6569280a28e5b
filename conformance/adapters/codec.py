"""The codec door, in process: canonical requests to wire requests, wire responses to canonical responses."""

from typing import Literal, Protocol

from conformance.adapters.unsupported import Unsupported
from toolwire.model import Request, Response
from toolwire.wire.exchange import WireRequest, WireResponse

__all__ = ["CodecAdapter", "Exposed", "Unsupported"]


Exposed = Literal["id", "model", "usage", "error", "reasoning"]
"""Fields of an answer that not every codec reads: its id, its model, its usage; status, kind and code of an error; the
reasoning."""


class CodecAdapter(Protocol):
    """Anything that turns canonical requests into wire requests and wire answers into canonical responses.

    Each method may raise ``Unsupported``; any other exception counts as a failure of the adapter, and so does a value
    with a field of the wrong type. A failure in the last two methods fails round trips only.

    An adapter may have ``exposes``, a tuple of ``Exposed``: the optional fields that it reads. Where one of them is
    lost, that is a failure; of the others only a wrong value is. It may have ``capabilities``, a tuple of those that it
    claims: declining one of these is a failure.

    The provider refuses some of the requests. An adapter may send them unchanged, correct them first, or raise in
    ``encode``: none of this counts against it. The verdict is on its reading of the refusal.
    """

    @property
    def name(self) -> str: ...

    def __hash__(self) -> int: ...

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        """Return the wire form of a request."""
        ...

    def decode(self, dialect: str, response: WireResponse) -> Response:
        """Return the canonical form of an answer, plain or streamed.

        A refusal is an answer too, in plain JSON even if a stream was requested: ``error`` has the provider's message,
        and status, kind and code if the adapter exposes them; the finish reason is ``error``, and there are no parts.
        """
        ...

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        """Return the canonical form of a wire request; for round trips."""
        ...

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        """Return an answer's bytes; for round trips."""
        ...
