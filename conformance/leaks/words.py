"""The search for many words in a text at once. Its time grows with the text, but not with the number of words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import AnyStr, Generic


class Words(Generic[AnyStr]):
    """Words that are searched together. Empty words are never found."""

    def __init__(self, words: Iterable[AnyStr]) -> None:
        self._words: frozenset[AnyStr] = frozenset(word for word in words if word)
        self._size = min(map(len, self._words), default=0)
        lengths: dict[AnyStr, set[int]] = defaultdict(set)
        for word in self._words:
            lengths[word[: self._size]].add(len(word))
        self._lengths: dict[AnyStr, list[int]] = {
            begin: sorted(every, reverse=True) for begin, every in lengths.items()
        }
        """The lengths of the words, longest first, by the beginning of the words. Each beginning is as long as the
        shortest word.
        """

    def places(self, text: AnyStr) -> Iterator[tuple[int, AnyStr]]:
        """Yield the start of each word in a text, and the word. At each start, the longest word comes first."""
        lengths, size = self._lengths, self._size
        for start in range(len(text) - size + 1) if lengths else ():
            for length in lengths.get(text[start : start + size], ()):
                word = text[start : start + length]
                if len(word) == length and word in self._words:
                    yield start, word

    def within(self, texts: Iterable[AnyStr]) -> frozenset[AnyStr]:
        """Return the words that occur in any of the texts."""
        return frozenset(word for text in texts for _, word in self.places(text))


def replaced(text: AnyStr, instead: Mapping[AnyStr, AnyStr]) -> AnyStr:
    """Return a text in which each key of ``instead`` is replaced with its value.

    If two words overlap, both are replaced, and the replacement of the later word loses its first characters: as many
    as the two words share. A word that is completely inside an earlier word is not replaced separately.
    """
    parts: list[AnyStr] = []
    at = 0
    for start, word in Words(instead).places(text):
        end = start + len(word)
        if end > at:
            parts += [text[at:start], instead[word][max(0, at - start) :]]
            at = end
    parts.append(text[at:])
    return text[:0].join(parts)
