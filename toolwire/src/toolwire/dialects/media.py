"""Inline media: data URLs, and plain text.

A canonical file always has base64. In some dialects, plain text is sent without this encoding.
"""

import base64
import re
from typing import Final

_DATA_URL: Final = re.compile(r"data:([^;,\s]+);base64,(.*)", re.DOTALL)


def split_data_url(url: str) -> tuple[str, str] | None:
    """Return the media type and base64 text of a data URL; None for any other URL."""
    match = _DATA_URL.fullmatch(url)
    return (match[1], match[2]) if match else None


def data_url(media_type: str | None, data: str) -> str:
    """Return the data URL of base64 text."""
    return f"data:{media_type or 'application/octet-stream'};base64,{data}"


def encode_text(text: str) -> str:
    """Return the base64 of a text."""
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def decode_text(data: str) -> str | None:
    """Return the text that is encoded in base64; None if the bytes are not text."""
    try:
        return base64.b64decode(data, validate=True).decode("utf-8", "surrogatepass")
    except ValueError:
        return None
