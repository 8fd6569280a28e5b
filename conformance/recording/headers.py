"""The headers that a cassette keeps. All other headers are dropped, so keys and cookies are dropped, too."""

import re
from typing import Any, Final

REQUEST: Final = frozenset({"accept", "anthropic-beta", "anthropic-version", "content-type"})
REQUEST_IDS: Final = frozenset({"request-id", "x-request-id"})
"""Headers with an id of the request. The answer may repeat this id inside its own ids."""
_TIMES: Final = frozenset({"openai-processing-ms", "server-timing"})
RESPONSE: Final = REQUEST_IDS | _TIMES | {"content-type", "openai-version", "retry-after", "x-amzn-errortype"}


def steady(name: str, value: str) -> str:
    """Return a header's value. If the value is a duration, set every digit to 1."""
    return re.sub("[0-9]", "1", value) if name in _TIMES else value


def keep(headers: dict[str, Any], allowed: frozenset[str]) -> dict[str, Any]:
    """Return the allowed headers, with names in lower case, sorted by name."""
    kept = {name.lower(): _text(value) for name, value in headers.items() if name.lower() in allowed}
    return dict(sorted(kept.items()))


def _text(value: Any) -> Any:
    """Return a header's value as text. Some clients keep it as bytes."""
    return value.decode("latin-1") if isinstance(value, bytes) else value
