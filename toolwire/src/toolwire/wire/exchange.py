"""A request and its response, as bytes."""

from typing import Final

import msgspec

_FIRST_ERROR_STATUS: Final = 400


class WireRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request: method, whole URL, headers (with lower-case names) and the body's bytes."""

    url: str
    body: bytes
    method: str = "POST"
    headers: dict[str, str] = {}


class WireResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A response. ``body`` has the bytes of the body after transfer and content encodings were removed."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = {}

    @property
    def is_refusal(self) -> bool:
        """True if the status shows that the request was refused or failed."""
        return self.status >= _FIRST_ERROR_STATUS

    @property
    def content_type(self) -> str:
        """The media type in lower case, without parameters; "" if unknown."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """The first response to a request that the provider answers in the background. It is not the answer yet."""

    response: WireResponse
    poll: WireRequest
    """The request that fetches the answer."""


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """A request and its response."""

    request: WireRequest
    response: WireResponse
    """The answer. If the provider answered in the background, it is the response to the last poll."""
    pending: Pending | None = None
    """The response to the request itself, if the provider answered in the background. Otherwise None."""

    @property
    def sent(self) -> tuple[tuple[WireRequest, WireResponse], ...]:
        """Pairs of each request on the wire and its response: first the request itself, then the last poll if the
        provider answered in the background.
        """
        if self.pending is None:
            return ((self.request, self.response),)
        return (self.request, self.pending.response), (self.pending.poll, self.response)
