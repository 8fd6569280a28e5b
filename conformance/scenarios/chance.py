"""A source of chance: picks, and texts that users send."""

import string
from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

_ODD_TEXTS: Final = (
    "null", "true", "False", "007", "14.0", "1e5", "-0", "NaN", "[]", "{}", '{"a": [1, "b"]}', '"quoted"',
    "2026-11-25", "<b>bold</b> &amp; &lt;tag&gt;", "<tool_call>", "</think>", "```json\n{}\n```", "%7B%20+", "$ref",
    "a\\nb \\u00e9 \\", " leading", "trailing ", "\ttab\n\nlines\r\nend", "caf\u00e9", "cafe\u0301", "\u4f60\u597d",
    "\u05e9\u05dc\u05d5\u05dd", "\U0001f469\u200d\U0001f680 \U0001f1eb\U0001f1f7", "a\u2028b\u2029c", "\u00a0x\ufeff",
    "x\x7f\x85y", "\ufb01 \u2126", "data: [DONE]", "event: ping", "'; DROP TABLE x; --", "C:\\new\\table", "a\tb",
)  # fmt: skip
"""Texts that readers take for something else, unescape, normalise, trim or cut."""
_LONG: Final = (
    ("0123456789abcdef", 300),
    ("caf\u00e9 \U0001f680 ", 800),
    ("line\n", 3_000),
    ('"\\', 9_000),
    ("x", 65_536),
)
"""Units of long texts, and how often each is repeated: past 4,096 characters, up to 64 KiB."""
_LETTERS: Final = string.ascii_letters + string.digits + "  .,:;!?-_/\n\"'\\<>&\u00e4\u00f1\u00df\u0416\u6f22\U0001f600"


class Chance:
    """Draws from a source of chance; the same from the same seed."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._is_long = self.of(0.15)
        """True until the long text of the conversation is drawn, if it has one."""

    def of(self, chance: float) -> bool:
        """Return True with that chance."""
        return self._random.random() < chance

    def pick(self, values: Sequence[T]) -> T:
        """Return one of some values."""
        return self._random.choice(values)

    def sample(self, values: Sequence[T], count: int) -> list[T]:
        """Return some of the values, each once."""
        return self._random.sample(values, count)

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Return the values in any order."""
        return self._random.sample(values, len(values))

    def between(self, low: int, high: int) -> int:
        """Return an integer between ``low`` and ``high``, both included."""
        return self._random.randint(low, high)

    def prose(self, *, long: bool = True) -> str:
        """Draw a text that is not blank: providers refuse messages that are."""
        text = self.text(long=long)
        return text if text.strip() else "a"

    def text(self, *, long: bool = True) -> str:
        """Draw a text: an odd one, one of any letters or, once in a conversation, a long one if ``long``."""
        if long and self._is_long and self.of(0.2):
            self._is_long = False
            unit, times = self.pick(_LONG)
            return unit * times
        if self.of(0.5):
            return self.pick(_ODD_TEXTS)
        return "".join(self._random.choices(_LETTERS, k=self.between(0, 40)))
