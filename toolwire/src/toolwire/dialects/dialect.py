"""What a dialect's module offers, and finding it by name."""

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
)
"""The dialects that the normalizer reads and writes."""


class StreamDecoder(Protocol):
    """Bytes of one streamed answer in, canonical events out, however the bytes are cut."""

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """The events that ``chunk`` completes. Raises ``WireError`` for bytes that are no stream of the dialect.

        Whoever takes them may stop at any of them; nothing behind it was read then.
        """
        ...

    def close(self) -> Iterator[Event]:
        """The events that the end of the stream brings, also behind bytes that could not be read.

        Raises ``WireError`` only where nothing was read before, as in ``feed``.
        """
        ...


class Dialect(Protocol):
    """One wire format, both ways. Each module of ``toolwire`` that is named after a dialect is one."""

    def read_request(self, request: WireRequest) -> Request: ...
    def write_request(self, request: Request, base_url: str) -> WireRequest: ...
    def read_response(self, body: Json) -> Response: ...
    def write_response(self, response: Response) -> Json: ...
    def read_error(self, body: Json, status: int) -> Response: ...
    def is_stream(self, response: WireResponse) -> bool: ...
    def stream_decoder(self, kept: Kept | None = None) -> StreamDecoder: ...
    def write_stream(self, response: Response) -> bytes: ...


def dialect(name: str) -> Dialect:
    """The dialect of that name; loaded when first asked for."""
    if name not in DIALECTS:
        raise KeyError(f"no dialect is called {name!r}; there are: {', '.join(DIALECTS)}")
    module: Any = import_module(f"toolwire.dialects.{name}")
    return module  # type: ignore[no-any-return]
