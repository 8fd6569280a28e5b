"""The fragments in which our writers stream a text."""

from collections.abc import Iterator
from typing import Final

LENGTH: Final = 12
"""The length of a fragment, in characters."""


def fragments(text: str) -> Iterator[str]:
    """Yield the fragments of a text. An empty text has no fragments."""
    for start in range(0, len(text), LENGTH):
        yield text[start : start + LENGTH]
