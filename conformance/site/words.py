"""The words by which the search finds pages, in addition to the pages' titles: words of the vendors' APIs, and words of
readers' questions.
"""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

_FILE: Final = Path(__file__).with_suffix(".yaml")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words in the file ``words.yaml``."""

    ignored: str
    """The words of a question that the search ignores, separated by blanks."""
    spellings: dict[str, tuple[str, ...]]
    """For each word, other spellings of the word."""
    capabilities: dict[str, tuple[str, ...]]
    """The words that the vendors' APIs use for each capability."""
    names: dict[str, tuple[str, ...]]
    """Other names of each provider and library."""


@cache
def words() -> Words:
    """Return the words in the file ``words.yaml``."""
    return msgspec.yaml.decode(_FILE.read_bytes(), type=Words)
