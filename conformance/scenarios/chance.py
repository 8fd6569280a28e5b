"""A source of random values for generated scenarios. It also draws texts that are like the texts of users."""

import string
from collections.abc import Sequence
from random import Random
from typing import Final, Literal, TypeAlias, TypeVar

from conformance.scenarios.deal import Deal

T = TypeVar("T")

Place: TypeAlias = Literal["argument", "message", "thought", "answer", "result", "description"]
"""The part of a conversation that has a text. ``message`` represents a text before the first answer."""

_ODD_TEXTS: Final = (
    "null", "true", "False", "007", "14.0", "1e5", "-0", "NaN", "[]", "{}", '{"a": [1, "b"]}', '"quoted"',
    "2026-11-25", "<b>bold</b> &amp; &lt;tag&gt;", "<tool_call>", "</think>", "```json\n{}\n```", "%7B%20+", "$ref",
    "a\\nb \\u00e9 \\/ \\", " leading", "trailing ", "\ttab\n\nlines\r\nend", "caf\u00e9", "cafe\u0301", "\u4f60\u597d",
    "\u05e9\u05dc\u05d5\u05dd", "\U0001f469\u200d\U0001f680 \U0001f1eb\U0001f1f7", "a\u2028b\u2029c", "\u00a0x\ufeff",
    "x\x7f\x85y", "\ufb01 \u2126", "data: [DONE]", "event: ping", "'; DROP TABLE x; --", "C:\\new\\table", "a\tb",
    "100%% 5% %s %(a)d {name} {0} {{x}} $name ${name} @name #1 *b* _a_ [b](c) <!-- hidden --> &#39;&nbsp; two  spaces "
    "\u201ca\u201d \u2018it\u2019s\u2019 \u2013 a\u00adb \ufffd \ue000 \ufdd0\uffff \u2764\ufe0f \u263a x\U000e0061",
)  # fmt: skip
"""Texts that a faulty reader changes. It takes them for a template or a value of another type, or it unescapes,
normalises, trims or cuts them.
"""
_ODD_VALUES: Final = (
    *_ODD_TEXTS, "None", "undefined", "yes", "Off", "~", "12:30:00", "1_000", "0x1F", "2026-11-25T10:00:00+00:00",
    "last line\r\n", "ABCDEF12-3456-4789-8ABC-def012345678", "=1+1",
)  # fmt: skip
"""Values of arguments that a faulty reader takes for a value of another type."""
_ODD_RESULTS: Final = (
    *_ODD_VALUES, "", '{"temperature": 14.0, "ok": true}', "[1, 2]", "21", '"text"', '{"error": "none"}',
)  # fmt: skip
"""Results of tools that a faulty reader takes for a value of another type."""
_ODD: Final[dict[Place, tuple[str, ...]]] = {"argument": _ODD_VALUES, "result": _ODD_RESULTS}
"""The unusual texts of those parts of a conversation that get other texts than ``_ODD_TEXTS``."""
_LATER_CONTROLS: Final = ("\x1b[31mred\x1b[0m", "a\x0bb\x0cc\x1cd", "\r", "first\rsecond", "\u202eback\u202c", "]]>")
"""Unusual texts of later conversations (see ``LATER``): texts with control characters, and ``]]>``, which ends
a CDATA section of XML."""
_LATER_TEXTS: Final = (
    'The page shows `<tool_call>{"name": "handle", "arguments": {}}</tool_call>`, and I only read it.',
    'For example: {"name": "handle", "arguments": {}} and [handle()] are calls, and this text is not.',
    'Logged:\n```json\n{"tool_calls": [{"function": {"name": "handle", "arguments": "{}"}}]}\n```\nNothing else.',
    "The manual has:\n```\n<function=handle></function>\n```\nNothing else.", "<|im_end|> and <|eot_id|> are tokens.",
    "[TOOL_CALLS] begins a call in that format.", "<?xml?><![CDATA[a]]>",
    "Thought: I know.\nAction: handle\nAction Input: {}\nThat is a template.", *_LATER_CONTROLS,
)  # fmt: skip
"""Unusual texts of later conversations (see ``LATER``). Some of them are about calls, but none is a call."""
_LATER_VALUES: Final = (
    *_LATER_TEXTS, "Infinity", "-Infinity", "0", "1", "0.0", "00", "+1", "1.", ".5", "1,000", "\u0661\u0662", "on",
    "no", "NULL", "nil", "N/A", "'single'", "\\", "\\\\", "\\u0041", "\\n", '\\"', "\u00a0", "\u200b", "a" * 255,
    "\u0130i\u0131I",
)  # fmt: skip
"""Unusual values of arguments in later conversations (see ``LATER``)."""
_LATER_RESULTS: Final = (
    *_LATER_CONTROLS, '{"status": "error", "message": "not found"}', '{"type": "text", "text": "inner"}', "Error: none",
    '[{"type": "text", "text": "inner"}]', "{'a': 1}", "true\n", '{"a": 1}\n{"b": 2}', "a,b\r\n1,2\r\n", "0",
    '{"output": "inner"}', '{"result": "inner"}', "\u200b",
)  # fmt: skip
"""Unusual results of tools in later conversations (see ``LATER``)."""
_LATER_ODD: Final[dict[Place, tuple[str, ...]]] = {"argument": _LATER_VALUES, "result": _LATER_RESULTS}
"""The unusual texts of later conversations (see ``LATER``), for those parts of a conversation that get other texts than
``_LATER_TEXTS``.
"""
LATER: Final = 35
"""The number of the first later conversation of a seed. Later conversations have the unusual values that were added on
2026-11-30. The values of the conversations before them never change, so results and baselines can name these
conversations.
"""
_SHARES: Final[dict[Place, int]] = {
    "argument": 8, "message": 3, "thought": 8, "answer": 6, "result": 4, "description": 3,
}  # fmt: skip
"""The number of unusual texts that a conversation first gets in each part. Each later text is drawn at random, and may
also be unusual.
"""
_LONG: Final = (
    ("x", 65_536),
    ('"\\', 9_000),
    ("line\n", 3_000),
    ("caf\u00e9 \U0001f680 ", 800),
    ("0123456789abcdef", 300),
)
"""The long texts. Each is given as a short text, and the number of times that the short text is repeated.

A long text has more than 4,096 characters, and up to 64 KiB.
"""
_LONG_AT: Final[tuple[Place, ...]] = ("argument", "message", "answer", "result")
_LONG_TEXTS: Final = tuple((place, unit * times) for unit, times in _LONG for place in _LONG_AT)
_EVERY: Final = 2
"""Every ``_EVERY``-th conversation has a long text."""
_LETTERS: Final = string.ascii_letters + string.digits + "  .,:;!?-_/\n\"'\\<>&\u00e4\u00f1\u00df\u0416\u6f22\U0001f600"


class Chance:
    """The source of the values of the conversation ``number``. The same seed and number always give the same values.

    Most values are drawn at random. Unusual texts and long texts are distributed evenly over the conversations.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._random = Random(f"{seed}-{number}")
        self.deal = Deal(seed, number)
        self.is_later = number >= LATER
        turn, other = divmod(number, _EVERY)
        self._long = None if other else _LONG_TEXTS[turn % len(_LONG_TEXTS)]
        """The long text of this conversation, and the part that gets it. None if the conversation has no long text, or
        if the text has already been drawn.
        """

    def stock(self, first: T, later: T) -> T:
        """Return ``later`` for a later conversation (see ``LATER``), and ``first`` for any other."""
        return later if self.is_later else first

    def of(self, chance: float) -> bool:
        """Return True with the probability ``chance``."""
        return self._random.random() < chance

    def pick(self, values: Sequence[T]) -> T:
        """Draw a value from ``values`` at random."""
        return self._random.choice(values)

    def sample(self, values: Sequence[T], count: int) -> list[T]:
        """Draw ``count`` different values from ``values``."""
        return self._random.sample(values, count)

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Return the values in a random order."""
        return self._random.sample(values, len(values))

    def between(self, low: int, high: int) -> int:
        """Draw an integer between ``low`` and ``high``, both included."""
        return self._random.randint(low, high)

    def remaining(self, place: Place) -> int:
        """Return the number of unusual texts that the part ``place`` of the conversation still has to get."""
        return max(0, _SHARES[place] - self.deal.dealt(place))

    def prose(self, place: Place) -> str:
        """Draw a text for a part of the conversation. A blank text becomes ``a``, because providers refuse blank
        messages.
        """
        text = self.text(place)
        return text if text.strip() else "a"

    def text(self, place: Place) -> str:
        """Draw a text for a part of the conversation.

        If this part gets the conversation's long text, and the long text is not drawn yet, return the long text.
        Otherwise return unusual texts until the part has got its share. Then return an unusual text or random letters.
        """
        if self._long is not None and self._long[0] == place:
            _, text = self._long
            self._long = None
            return text
        if self.remaining(place) or self.of(0.5):
            return self.deal.next(place, self._odd(place), _SHARES[place])
        return "".join(self._random.choices(_LETTERS, k=self.between(0, 40)))

    def _odd(self, place: Place) -> tuple[str, ...]:
        """Return the unusual texts for a part of the conversation."""
        return self.stock(_ODD.get(place, _ODD_TEXTS), _LATER_ODD.get(place, _LATER_TEXTS))
