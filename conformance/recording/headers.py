"""The headers that a cassette keeps; all others, keys and cookies among them, are dropped."""

import re
from typing import Any, Final

REQUEST: Final = frozenset({"accept", "anthropic-beta", "anthropic-version", "content-type"})
REQUEST_IDS: Final = frozenset({"request-id", "x-request-id"})
"""Headers that name the request; the answer may repeat the name in its own ids."""
_TIMES: Final = frozenset({"openai-processing-ms", "server-timing"})
RESPONSE: Final = REQUEST_IDS | _TIMES | {"content-type", "openai-version", "retry-after", "x-amzn-errortype"}


def steady(name: str, value: str) -> str:
    """Return a header's value, with every digit of a duration set to 1."""
    return re.sub("[0-9]", "1", value) if name in _TIMES else value


def keep(headers: dict[str, Any], allowed: frozenset[str]) -> dict[str, Any]:
    """Return the allowed headers, by lower-case name, sorted."""
    kept = {name.lower(): _text(value) for name, value in headers.items() if name.lower() in allowed}
    return dict(sorted(kept.items()))


def _text(value: Any) -> Any:
    """Return a value as text; some clients keep it as bytes."""
    return value.decode("latin-1") if isinstance(value, bytes) else value
