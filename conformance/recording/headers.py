"""The headers that a cassette keeps; all others, keys and cookies among them, are dropped."""

from typing import Any, Final

REQUEST: Final = frozenset({"accept", "anthropic-beta", "anthropic-version", "content-type"})
REQUEST_IDS: Final = frozenset({"request-id", "x-request-id"})
"""Those that name the request; the answer may repeat the name in its own ids."""
RESPONSE: Final = REQUEST_IDS | {
    "content-type",
    "openai-processing-ms",
    "openai-version",
    "retry-after",
    "server-timing",
    "x-amzn-errortype",
}


def keep(headers: dict[str, Any], allowed: frozenset[str]) -> dict[str, Any]:
    """The allowed ones, by lower-case name, sorted."""
    kept = {name.lower(): _text(value) for name, value in headers.items() if name.lower() in allowed}
    return dict(sorted(kept.items()))


def _text(value: Any) -> Any:
    """A value that a client keeps as bytes as text."""
    return value.decode("latin-1") if isinstance(value, bytes) else value
