"""The header in which a provider expects its key."""

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
    """An error for a provider that needs a different authentication than a header with a key.

    ``str()`` describes the provider's authentication.
    """


def key_header(provider: str | None, key: str) -> dict[str, str]:
    """Return the header with a key, as ``provider`` expects it.

    The header is ``authorization: Bearer ...`` if the provider is unknown or needs no key. Raises ``NoKeyHeader`` if
    the provider needs a different authentication than a header with a key.
    """
    auth = load(provider).auth if provider else "bearer"
    if auth not in _HEADERS:
        raise NoKeyHeader(
            f"{provider} authenticates with {auth}: give the httpx client its own `auth`, and pass no key here"
        )
    name, scheme = _HEADERS[auth]
    return {name: scheme + key}
