"""The even distribution of unusual values over the conversations of a seed.

A few conversations together then have all unusual values. If the values were drawn at random, hundreds of conversations
would be needed.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


class Deal:
    """The choice of unusual values for the conversation ``number``. The same seed and number always give the same
    values.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._seed, self._number = seed, number
        self._dealt: Counter[str] = Counter()

    def dealt(self, kind: str) -> int:
        """Return the number of values of a kind that the conversation has already got."""
        return self._dealt[kind]

    def next(self, kind: str, values: Sequence[T], share: int) -> T:
        """Return the next value of a kind for the conversation.

        ``values``: all values of the kind. They are used in a fixed order, and then again from the beginning.
        ``share``: the number of values that each conversation should get. Not every conversation can use its whole
        share. Therefore each conversation begins only half a share after the previous conversation, and most values are
        offered to two conversations.
        """
        place = self._number * share // 2 + self._dealt[kind]
        self._dealt[kind] += 1
        return values[_order(self._seed, kind, len(values))[place % len(values)]]

    def turn(self, kind: str, values: Sequence[T]) -> T:
        """Return the value of a kind for the conversation. ``values``: all values of the kind.

        Consecutive conversations get consecutive values, in a fixed order, and then again from the beginning.
        """
        return values[_order(self._seed, kind, len(values))[self._number % len(values)]]

    def falls(self, kind: str, among: int) -> bool:
        """Return whether the conversation is chosen for the feature ``kind``. Of any ``among`` consecutive
        conversations, exactly 1 is chosen.
        """
        return self._number % among == crc32(f"{self._seed}/{kind}".encode()) % among


@lru_cache(maxsize=64)
def _order(seed: int, kind: str, count: int) -> tuple[int, ...]:
    return tuple(Random(f"{seed}/{kind}").sample(range(count), count))
