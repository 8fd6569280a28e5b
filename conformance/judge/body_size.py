"""The limit of the size of the request and answer bodies that are compared."""

from typing import Final

_COMPARED: Final = 1024 * 1024
"""The size in bytes up to which a body is always compared. A comparison takes seconds for each megabyte."""


_EVENT: Final = 400
"""The number of bytes that a written stream may have for each byte of the recorded answer. A codec may write an event
for each character of the recorded answer.
"""


def too_large(body: bytes, recorded: int, *, stream: bool = False) -> str | None:
    """Return the reason why a body is not compared. None if it is compared.

    The limit is twice the size of the recorded body, or ``_EVENT`` times its size for a written stream, but at least
    ``_COMPARED`` bytes.

    ``recorded``: the size of the largest recorded body of this kind, in bytes. ``stream``: true for a written stream.
    """
    most = max(_COMPARED, (_EVENT if stream else 2) * recorded)
    if len(body) <= most:
        return None
    return f"expected a body of at most {most} bytes, got {len(body)} bytes: the body was not compared"
