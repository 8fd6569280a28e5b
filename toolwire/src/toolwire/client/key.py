"""The header in which a provider wants its key."""

from typing import Final

from toolwire.providers import load

_HEADERS: Final = {
    "bearer": ("authorization", "Bearer "),
    "none": ("authorization", "Bearer "),
    "api-key": ("api-key", ""),
    "x-api-key": ("x-api-key", ""),
    "x-goog-api-key": ("x-goog-api-key", ""),
}


class NoKeyHeader(Exception):
    """The provider wants more than a header with a key. ``str()`` states what it wants."""


def key_header(provider: str | None, key: str) -> dict[str, str]:
    """The header with a key, as ``provider`` wants it.

    It is a bearer's header if the provider is not known, or asks for none. Raises ``NoKeyHeader``.
    """
    auth = load(provider).auth if provider else "bearer"
    if auth not in _HEADERS:
        raise NoKeyHeader(f"{provider} signs in with {auth}: give the httpx client an auth of its own, and no key here")
    name, scheme = _HEADERS[auth]
    return {name: scheme + key}
