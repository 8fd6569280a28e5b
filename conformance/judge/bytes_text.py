"""Bytes as text, in either alphabet of base64."""

from typing import Final

_STANDARD: Final = str.maketrans("-_", "+/")


def bare(text: str) -> str:
    """The same bytes as text, in one alphabet and without what fills it up."""
    return text.translate(_STANDARD).rstrip("=")
