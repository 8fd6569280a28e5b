"""The words by which pages are found, beside their titles: those of the APIs, and what people ask with."""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

_FILE: Final = Path(__file__).with_suffix(".yaml")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of ``words.yaml``."""

    ignored: str
    """Words of a question that no page is found by, between blanks."""
    spellings: dict[str, tuple[str, ...]]
    """Other spellings of a word."""
    capabilities: dict[str, tuple[str, ...]]
    """The APIs' words for a capability."""
    names: dict[str, tuple[str, ...]]
    """Other names of a provider or library."""


@cache
def words() -> Words:
    """Return all words."""
    return msgspec.yaml.decode(_FILE.read_bytes(), type=Words)
