"""A request to a provider in three forms: a canonical request, pieces of the JSON document, and the HTTP request."""

from typing import Any

import msgspec

from toolwire.client.note import Note
from toolwire.model import Request
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a request's JSON document, and notes about what was dropped or changed in it."""

    body: dict[str, Any]
    """The keys and values that are merged into the document, for example ``{"tools": [...]}``."""
    notes: tuple[Note, ...] = ()
    without: tuple[str, ...] = ()
    """The keys to remove from the document when this piece is merged into it."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A canonical request, and notes about what was dropped or changed because it was written for another provider."""

    request: Request
    notes: tuple[Note, ...] = ()
    beside: dict[str, Any] = {}
    """Further keys of the request's document. The canonical request has no fields for them."""


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A request in the form that is sent, and notes about what was dropped or changed in it."""

    wire: WireRequest
    """The method, the URL, the headers, and the bytes of the body. The header with the API key is left out."""
    notes: tuple[Note, ...] = ()

    @property
    def body(self) -> dict[str, Any]:
        """The body of the request, as a JSON document."""
        found: dict[str, Any] = exact_json.loads(self.wire.body)
        return found
