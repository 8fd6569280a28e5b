"""The interface of codec adapters, which convert canonical requests to wire requests, and wire answers to canonical
responses.
"""

from typing import Literal, Protocol

from conformance.adapters.unsupported import Unsupported
from toolwire.model import Request, Response
from toolwire.wire.exchange import WireRequest, WireResponse

__all__ = ["CodecAdapter", "Exposed", "Unsupported"]


Exposed = Literal["id", "model", "usage", "error", "reasoning"]
"""An optional field of an answer. Some codecs do not read it. ``error`` means the status, the kind and the code of an
error.
"""


class CodecAdapter(Protocol):
    """An adapter that converts canonical requests to wire requests, and wire answers to canonical responses.

    Each method may raise ``Unsupported``. Any other exception counts as a failure of the adapter. A value with a field
    of the wrong type is a failure, too. A failure of ``decode_request`` or ``encode_response`` affects round trips
    only.

    An adapter may have ``exposes``, a tuple of ``Exposed``: the optional fields that it reads. If such a field is lost,
    that is a failure. For any other optional field only a wrong value is a failure. An adapter may have
    ``capabilities``, a tuple of the capabilities that it claims. If it declines a claimed capability, that is a
    failure.

    In some scenarios, the provider refuses the request. An adapter may send such a request unchanged, correct it first,
    or raise in ``encode``. None of these is a failure. The judge only checks how the adapter reads the refusal.
    """

    @property
    def name(self) -> str: ...

    def __hash__(self) -> int: ...

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        """Return the wire form of a request, in a dialect. ``base_url``: the provider's address."""
        ...

    def decode(self, dialect: str, response: WireResponse) -> Response:
        """Return the canonical form of an answer, plain or streamed.

        A refusal is an answer, too. A refusal is plain JSON even if a stream was requested. In the canonical form of a
        refusal, ``error`` has the provider's message, and the status, the kind and the code if the adapter exposes
        them. The finish reason is ``error``, and there are no parts.
        """
        ...

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        """Return the canonical form of a wire request. Round trips need this method."""
        ...

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        """Return the bytes of an answer, as a stream if ``stream`` is true. Round trips need this method."""
        ...
