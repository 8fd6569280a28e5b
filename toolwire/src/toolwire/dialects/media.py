"""Data URLs."""

import re
from typing import Final

_DATA_URL: Final = re.compile(r"data:([^;,\s]+);base64,(.*)", re.DOTALL)


def split(url: str) -> tuple[str, str] | None:
    """Media type and base64 text of a data URL; None for any other URL."""
    match = _DATA_URL.fullmatch(url)
    return (match[1], match[2]) if match else None


def join(media_type: str | None, data: str) -> str:
    """The data URL of base64 text."""
    return f"data:{media_type or 'application/octet-stream'};base64,{data}"
