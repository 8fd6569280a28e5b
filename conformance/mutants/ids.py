"""Transforms that replace the recorded ids with ids in the form of another provider."""

import hashlib
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from conformance.mutants.answer import Answer, At, Transform, read
from toolwire.json_value import Json
from toolwire.wire import exact_json, pointer
from toolwire.wire.exchange import Exchange, WireResponse

Calls: TypeAlias = Sequence[Sequence[tuple[str | None, str]]]
"""The calls of each answer of a conversation. Each call is a pair of its id and its name."""

_FIELD: Final = re.compile(r"\{(\w*?)(\d*)\}")
_ALPHABETS: Final = {
    "alnum": string.ascii_letters + string.digits,
    "digits": string.digits,
    "hex": "0123456789abcdef",
    "lower": string.ascii_lowercase + string.digits,
}
_WORDS: Final = ("name", "turn", "place", "count", "uuid")


class Pattern:
    """The pattern of an id: a text with fields in braces.

    ``{alnum24}`` becomes 24 letters and digits. ``{digitsN}``, ``{hexN}`` and ``{lowerN}`` become N characters of other
    alphabets. ``{uuid}`` becomes a UUID, and ``{name}`` the name of the tool. ``{turn}`` becomes the index of the
    answer. ``{place}`` becomes the index of the call in the answer, and ``{place2}`` the same index with two digits.
    ``{count}`` becomes the index of the call in the conversation or, for ``ids-anew``, the number of the id in the
    answer, from 1.
    """

    def __init__(self, like: str) -> None:
        """Parse the text of the pattern. Raises ``ValueError`` for an unknown field."""
        for word, size in _FIELD.findall(like):
            if word not in _WORDS and not (word in _ALPHABETS and size):
                known = ", ".join([*_WORDS, *(f"{name}N" for name in _ALPHABETS)])
                raise ValueError(f"an id has no field {{{word}{size}}}; the fields are: {known}")
        self._like = like

    def make(self, old: str, words: Mapping[str, Json]) -> str:
        """Return the id that replaces the id ``old``. It is the same in every run.

        ``words``: the values of the fields that are not random, such as ``{"turn": 0}``.
        """
        return _FIELD.sub(lambda field: self._field(field[1], int(field[2] or 0), f"{field.start()}{old}", words),
                          self._like)  # fmt: skip

    @staticmethod
    def _field(word: str, size: int, seed: str, words: Mapping[str, Json]) -> str:
        if word in words:
            return str(words[word]).zfill(size)
        if word == "uuid":
            text = _characters(seed, "hex", 32)
            return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
        return _characters(seed, word, size)


def _characters(seed: str, alphabet: str, size: int) -> str:
    number = int.from_bytes(hashlib.shake_128(seed.encode()).digest(2 * size), "big")
    letters = _ALPHABETS[alphabet]
    made = []
    for _ in range(size):
        number, place = divmod(number, len(letters))
        made.append(letters[place])
    return "".join(made)


class _Like(msgspec.Struct, frozen=True, kw_only=True):
    like: str

    def __post_init__(self) -> None:
        Pattern(self.like)


class CallIds(_Like, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag="call-ids"):
    """A transform that replaces the ids of calls in the whole conversation."""

    def names(self, exchanges: Sequence[Exchange], calls: Calls) -> Iterator[tuple[str, str]]:
        """Yield each old id of a call with its new id."""
        pattern, count = Pattern(self.like), 0
        for turn, called in enumerate(calls):
            for place, (old, name) in enumerate(called):
                if old is not None:
                    words = {"name": name, "turn": turn, "place": place, "count": count}
                    yield old, pattern.make(old, words)
                count += 1


class Ids(_Like, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag="ids"):
    """A transform that finds ids at the pointers ``at`` of the answers, and replaces them in the whole conversation."""

    at: tuple[At, ...]
    prefix: str = ""
    """The prefix of the ids to replace."""

    def names(self, exchanges: Sequence[Exchange], calls: Calls) -> Iterator[tuple[str, str]]:
        """Yield each old id with its new id."""
        pattern = Pattern(self.like)
        for turn, exchange in enumerate(exchanges):
            for document in read(exchange).documents:
                for old in (value for at in self.at for value in pointer.values(document, at)):
                    if isinstance(old, str) and old.startswith(self.prefix):
                        yield old, pattern.make(old, {"turn": turn})


class IdsAnew(Transform, frozen=True, kw_only=True, tag="ids-anew"):
    """A transform that replaces the ids at the pointers ``at`` of an answer. Equal ids get different new ids."""

    like: str
    at: tuple[At, ...]

    def __post_init__(self) -> None:
        Pattern(self.like)

    def change(self, answer: Answer) -> bool:
        pattern, count = Pattern(self.like), 0
        for document in answer.documents:
            for at in self.at:
                parent, _, key = at.rpartition("/")
                for place in pointer.values(document, parent):
                    if isinstance(place, dict) and isinstance(place.get(key), str):
                        count += 1
                        place[key] = pattern.make(f"{count} {place[key]}", {"count": count})
        return count > 0


def renamed(exchange: Exchange, names: Mapping[str, str]) -> Exchange:
    """Return the exchange with the old ids replaced. ``names``: the new id of each old id."""
    if not names:
        return exchange
    quoted = {exact_json.encode(old): exact_json.encode(new) for old, new in names.items()}
    found = re.compile(b"|".join(re.escape(old) for old in sorted(quoted, key=len, reverse=True)))

    def change(body: bytes) -> bytes:
        return found.sub(lambda old: quoted[old[0]], body)

    def changed(response: WireResponse) -> WireResponse:
        return msgspec.structs.replace(response, body=change(response.body))

    pending = exchange.pending
    return Exchange(
        request=msgspec.structs.replace(exchange.request, body=change(exchange.request.body)),
        response=changed(exchange.response),
        pending=pending and msgspec.structs.replace(pending, response=changed(pending.response)),
    )
