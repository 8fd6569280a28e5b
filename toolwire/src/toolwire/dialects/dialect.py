"""The names of the dialects, and the protocol that the package of each dialect follows."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, Protocol

from toolwire.dialects.kept import Kept
from toolwire.model import Event, Json, Request, Response
from toolwire.wire.exchange import WireRequest, WireResponse

DIALECTS: Final = (
    "openai_chat",
    "openai_responses",
    "anthropic_messages",
    "gemini_generate",
    "ollama_chat",
    "mistral_chat",
    "cohere_v2",
    "bedrock_converse",
    "gemini_interactions",
)
"""The dialects that the normalizer reads and writes."""


class StreamDecoder(Protocol):
    """A decoder of one streamed answer. It reads bytes in pieces of any size, and yields canonical events."""

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yield the events that ``chunk`` completes. Raises ``WireError`` for bytes that are not a stream of the
        dialect.

        If the caller stops after an event, the rest of ``chunk`` is not read.
        """
        ...

    def close(self) -> Iterator[Event]:
        """Yield the events of the stream's end, even if earlier bytes could not be read.

        Raises ``WireError`` only if the last bytes cannot be read and no event came before them.
        """
        ...


class Dialect(Protocol):
    """A reader and writer of a wire format.

    Each package in ``toolwire.dialects`` that has the name of a dialect follows this protocol.
    """

    def read_request(self, request: WireRequest) -> Request: ...
    def write_request(self, request: Request, base_url: str) -> WireRequest: ...
    def read_response(self, body: Json) -> Response: ...
    def write_response(self, response: Response) -> Json: ...
    def read_error(self, body: Json, status: int) -> Response: ...
    def is_stream(self, response: WireResponse) -> bool: ...
    def stream_decoder(self, kept: Kept | None = None) -> StreamDecoder: ...
    def write_stream(self, response: Response) -> bytes: ...


def dialect(name: str) -> Dialect:
    """Return the reader and writer of a dialect, by the dialect's name.

    The dialect's package is loaded at its first use. Raises ``KeyError`` for an unknown name.
    """
    if name not in DIALECTS:
        raise KeyError(f"unknown dialect: {name!r}; expected one of: {', '.join(DIALECTS)}")
    module: Any = import_module(f"toolwire.dialects.{name}")
    return module  # type: ignore[no-any-return]
