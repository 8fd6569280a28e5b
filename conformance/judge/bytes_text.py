"""Bytes as base64 text, in either of its two alphabets."""

from typing import Final

_STANDARD: Final = str.maketrans("-_", "+/")


def bare(text: str) -> str:
    """Return base64 text in the standard alphabet and without padding."""
    return text.translate(_STANDARD).rstrip("=")
