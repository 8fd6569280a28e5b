"""One request and its response, as bytes."""

from typing import Final

import msgspec

_FIRST_ERROR_STATUS: Final = 400


class WireRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request: method, whole URL, recorded headers (with lower-case names) and the body's bytes."""

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


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """A request and its response."""

    request: WireRequest
    response: WireResponse
