"""Odd values that the conversations of one seed get by turns: a few of them have what chance gives to hundreds."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


class Deal:
    """Chooses the values of conversation ``number``. The same seed and number give the same values."""

    def __init__(self, seed: int, number: int) -> None:
        self._seed, self._number = seed, number
        self._dealt: Counter[str] = Counter()

    def dealt(self, kind: str) -> int:
        """Return how many values of a kind the conversation has got."""
        return self._dealt[kind]

    def next(self, kind: str, values: Sequence[T], share: int) -> T:
        """Return the next of the values: each conversation begins in the middle of the share of the one before it.

        Not every conversation has room for its share.
        """
        place = self._number * share // 2 + self._dealt[kind]
        self._dealt[kind] += 1
        return values[_order(self._seed, kind, len(values))[place % len(values)]]

    def turn(self, kind: str, values: Sequence[T]) -> T:
        """Return one of the values, another one for each conversation in turn."""
        return values[_order(self._seed, kind, len(values))[self._number % len(values)]]

    def falls(self, kind: str, among: int) -> bool:
        """Return True for one of so many conversations in turn."""
        return self._number % among == crc32(f"{self._seed}/{kind}".encode()) % among


@lru_cache(maxsize=64)
def _order(seed: int, kind: str, count: int) -> tuple[int, ...]:
    return tuple(Random(f"{seed}/{kind}").sample(range(count), count))
