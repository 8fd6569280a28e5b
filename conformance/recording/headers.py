"""The headers that a cassette keeps.

All other headers are dropped, and with them keys and cookies.
"""

import re
from typing import Any, Final

REQUEST: Final = frozenset({"accept", "anthropic-beta", "anthropic-version", "content-type"})
REQUEST_IDS: Final = frozenset({"request-id", "x-request-id"})
"""Headers whose value is an id of the request. The ids in the answer may contain this id."""
_TIMES: Final = frozenset({"openai-processing-ms", "server-timing"})
RESPONSE: Final = REQUEST_IDS | _TIMES | {"content-type", "openai-version", "retry-after", "x-amzn-errortype"}


def steady(name: str, value: str) -> str:
    """Return the value of a header. If the header has a duration, replace every digit with 1, as in ``1111 ms``."""
    return re.sub("[0-9]", "1", value) if name in _TIMES else value


def keep(headers: dict[str, Any], allowed: frozenset[str]) -> dict[str, Any]:
    """Return the headers that may be kept, with names in lower case, sorted by name."""
    kept = {name.lower(): _text(value) for name, value in headers.items() if name.lower() in allowed}
    return dict(sorted(kept.items()))


def _text(value: Any) -> Any:
    """Return a header's value as text. Bytes, which some clients keep, are decoded. Any other value is unchanged."""
    return value.decode("latin-1") if isinstance(value, bytes) else value
