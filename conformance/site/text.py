"""Conversion of arbitrary text into a form that is safe to show.

Hidden characters get names, and long texts are cut.
"""

import re
from typing import Final

_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Control characters except tab and line feed, bidirectional controls, characters without width, lone surrogates, and
tag characters.
"""


def visible(text: str) -> str:
    """Return the text with names in place of its invisible characters: ``␍`` for CR, ``⟨U+202E⟩`` for any other."""
    return _HIDDEN.sub(_named, text)


def _named(found: re.Match[str]) -> str:
    return "␍" if found[0] == "\r" else f"⟨U+{ord(found[0]):04X}⟩"


def shortened(text: str, most: int) -> str:
    """Return the text. If it has more than ``most`` characters, return its beginning, and its length."""
    return text if len(text) <= most else f"{text[:most]} … ({len(text):,} characters in all)"
