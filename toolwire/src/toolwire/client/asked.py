"""A request to a provider: canonical, in pieces of its document, and as it is sent."""

from typing import Any

import msgspec

from toolwire.client.note import Note
from toolwire.model import Request
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of the document of a request, and notes about what had to be dropped or changed for it."""

    body: dict[str, Any]
    """Keys of the document with their values, to be merged into it: ``{"tools": [...]}``."""
    notes: tuple[Note, ...] = ()
    without: tuple[str, ...] = ()
    """Keys of the document that must not stand beside it."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A canonical request, and notes about what stayed behind because it is another provider's."""

    request: Request
    notes: tuple[Note, ...] = ()
    beside: dict[str, Any] = {}
    """Further keys of the document, which the canonical request has no words for."""


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A request as it is sent, and notes about what had to be dropped or changed for it."""

    wire: WireRequest
    """Method, URL, headers without a key, and the body's bytes."""
    notes: tuple[Note, ...] = ()

    @property
    def body(self) -> dict[str, Any]:
        """The document."""
        found: dict[str, Any] = exact_json.loads(self.wire.body)
        return found
