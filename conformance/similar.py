"""Known names whose spelling is similar to an unknown name."""

from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from typing import Final

_ALIKE: Final = 0.6
_NEAR: Final = 0.1
"""The maximum difference between the similarity of a name (0 to 1) and that of the most similar name. Names with a
larger difference are left out.
"""
_MOST: Final = 3


def similar(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three names of ``known`` that are spelled like ``name``. The most similar name comes first."""
    likeness = {other: SequenceMatcher(None, name, other).ratio() for other in known}
    least = max(_ALIKE, max(likeness.values(), default=0) - _NEAR)
    return sorted((other for other in likeness if likeness[other] >= least), key=lambda other: -likeness[other])[:_MOST]


def hint(name: str, known: Collection[str]) -> str:
    """Return a hint for an unknown name, such as ``did you mean openai?``.

    If no known name is similar, the hint lists all known names.
    """
    close = similar(name, known)
    return f"did you mean {', '.join(close)}?" if close else f"expected one of: {', '.join(known)}"
