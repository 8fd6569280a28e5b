"""The even distribution of unusual values over the conversations of a seed.

Together, a few conversations then have all unusual values. With random draws, this would take hundreds of
conversations.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


class Deal:
    """The choice of values for conversation ``number``. The same seed and number give the same values."""

    def __init__(self, seed: int, number: int) -> None:
        self._seed, self._number = seed, number
        self._dealt: Counter[str] = Counter()

    def dealt(self, kind: str) -> int:
        """Return the number of values of a kind that the conversation already has."""
        return self._dealt[kind]

    def next(self, kind: str, values: Sequence[T], share: int) -> T:
        """Return the next value of the conversation.

        ``share``: the number of values that a conversation should get. Each conversation's share begins halfway
        through the share of the previous conversation. Shares overlap, because not every conversation can use its
        whole share.
        """
        place = self._number * share // 2 + self._dealt[kind]
        self._dealt[kind] += 1
        return values[_order(self._seed, kind, len(values))[place % len(values)]]

    def turn(self, kind: str, values: Sequence[T]) -> T:
        """Return a value for the conversation. Conversations with consecutive numbers get the values in turn."""
        return values[_order(self._seed, kind, len(values))[self._number % len(values)]]

    def falls(self, kind: str, among: int) -> bool:
        """Return True for every ``among``-th conversation of the seed."""
        return self._number % among == crc32(f"{self._seed}/{kind}".encode()) % among


@lru_cache(maxsize=64)
def _order(seed: int, kind: str, count: int) -> tuple[int, ...]:
    return tuple(Random(f"{seed}/{kind}").sample(range(count), count))
