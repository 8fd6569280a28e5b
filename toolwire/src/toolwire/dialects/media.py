"""Inline media: data URLs, and plain text.

The data of a canonical file is always base64. Some dialects send plain text without this encoding.
"""

import base64
import re
from typing import Final

_DATA_URL: Final = re.compile(r"data:([^;,\s]+);base64,(.*)", re.DOTALL)


def split_data_url(url: str) -> tuple[str, str] | None:
    """Return the media type and the base64 text of a base64 data URL; None for any other URL."""
    match = _DATA_URL.fullmatch(url)
    return (match[1], match[2]) if match else None


def data_url(media_type: str | None, data: str) -> str:
    """Return the data URL of base64 text."""
    return f"data:{media_type or 'application/octet-stream'};base64,{data}"


def encode_text(text: str) -> str:
    """Return the base64 of a text."""
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def decode_text(data: str) -> str | None:
    """Return the text that ``data`` encodes in base64; None if ``data`` is not base64, or its bytes are not UTF-8."""
    try:
        return base64.b64decode(data, validate=True).decode("utf-8", "surrogatepass")
    except ValueError:
        return None
