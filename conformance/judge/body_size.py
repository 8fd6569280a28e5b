"""The size up to which bodies are compared."""

from typing import Final

_COMPARED: Final = 1024 * 1024
"""The size of a body in bytes up to which the body is always compared. A comparison takes seconds for each megabyte."""


def too_large(body: bytes, recorded: int) -> str | None:
    """Return the reason why a body is not compared. None if it is compared.

    ``recorded``: the size of the largest recorded body of this kind, in bytes.
    """
    most = max(_COMPARED, 2 * recorded)
    if len(body) <= most:
        return None
    return f"expected a body of at most {most} bytes, got {len(body)} bytes: the body was not compared"
