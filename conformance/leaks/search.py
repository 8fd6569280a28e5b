"""The search for secrets in values and in names of files."""

import re
import string
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from conformance.leaks.escapes import layers
from conformance.leaks.leak import Leak, Unseen
from conformance.leaks.pieces import Level, Piece, pieces
from conformance.leaks.shapes import Span, is_allowed, kind_of, random_words, shaped
from conformance.leaks.words import Words
from conformance.room import Room
from conformance.volatile import PADDINGS, is_id
from toolwire.json_value import Json

SENT: Final = "the key that was sent"
"""The name of a kind of leak: the key that our own client sent."""
PART: Final = "a part of the key that was sent"
"""The name of a kind of leak: at least eight consecutive characters of this key, including a digit."""
HIDDEN: Final = "not shown: the text may contain a secret"
_FOLLOWS: Final = " and the next pieces of this text"
_FEW: Final = 4
"""The maximum length of a piece of an id that is split over several events. A longer value counts as a whole id."""
_SHORTEST: Final = 20
_REPEATED: Final = 10
"""The minimum length of a text that is skipped if consecutive events repeat it. A shorter text counts as a piece of a
split text.
"""
_PAGE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'<>\\/?]+/[^\s\"'<>\\?]*")
"""A pattern of an address with a host and a path. An address without a path does not match, because a password might
follow its host.
"""
SHORTEST_KEY: Final = 8
"""The minimum length of a key that the guard searches for. A shorter key is a placeholder, and may also be a normal
word of a text.
"""


_SMALL: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_LETTER: Final = re.compile("[a-z0-9]")
_NO_LETTERS: Final = re.compile("[^a-z0-9]+")


class Known(msgspec.Struct, frozen=True):
    """The facts about our own recording that the leak guard needs."""

    key: str = ""
    """The key that was sent. Neither the key nor a part of the key may occur in a file, even if the key has no known
    shape.
    """
    without_ids: Callable[[str], str] | None = None
    """A function that removes aliases from a text. A recording has an alias in place of each id. If the function is
    None, ids are recognised by their shape.
    """
    sent: str = ""
    """The body of our first request. Its words have no aliases. A part of the key that also occurs in this body is not
    a leak.
    """


_NOTHING: Final = Known()


class Secret(NamedTuple):
    """A secret with its text. The text is never written or shown."""

    leak: Leak
    text: str

    def __repr__(self) -> str:
        return f"Secret({self.leak})"


def look(value: Json, place: str = "", known: Known = _NOTHING, room: Room | None = None) -> Iterator[Secret | Unseen]:
    """Yield the secrets in a value of JSON or YAML, and the places that could not be searched.

    ``place``: the path to the value. ``known``: facts about our own recording. ``room``: the limit of decompressed
    bytes, which several searches may share.
    """
    level = Level(room=room or Room())
    waiting: list[Piece] = []
    lanes: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces(value, place, level=level):
        if isinstance(piece, Unseen):
            yield piece
            continue
        waiting.append(piece)
        if piece.lane is not None:
            lanes[piece.lane].append(piece)
    guard = _Guard(known, waiting)
    whole = [secret for piece in waiting for secret in guard.secrets(piece)]
    yield from whole
    across = [found for lane in lanes.values() for found in _across(lane, guard, level)]
    yield from (found for found in across if isinstance(found, Unseen))
    yield from _not_in(whole, [found for found in across if isinstance(found, Secret)])


def _not_in(whole: list[Secret], across: list[Secret]) -> Iterator[Secret]:
    """Yield the secrets in ``across`` that neither contain a secret in ``whole`` nor are part of such a secret."""
    reported = Words(secret.text for secret in whole)
    parts = Words(secret.text for secret in across).within(secret.text for secret in whole)
    yield from (secret for secret in across if secret.text not in parts and not reported.within([secret.text]))


def find(value: Json, place: str = "", known: Known = _NOTHING, room: Room | None = None) -> tuple[Leak | Unseen, ...]:
    """Return the leaks in a value, and the places that could not be searched, without repetitions.

    The arguments are as for ``look``.
    """
    leaks = (secret.leak if isinstance(secret, Secret) else secret for secret in look(value, place, known, room))
    return tuple(dict.fromkeys(leaks))


def safe(text: str) -> str:
    """Return a text that is safe to show: the text itself, or a fixed sentence if the text may contain a secret."""
    return HIDDEN if find(text) else text


def in_name(path: Path) -> tuple[Leak, ...]:
    """Return the leaks in a file's name, and in the names of the folders in its path."""
    *folders, file = path.parts
    names = (*(("the name of a folder", name) for name in folders), ("the name of the file", file))
    found = (Leak(place, span.kind) for place, name in names for plain in layers(name) for span in shaped(plain))
    return tuple(dict.fromkeys(found))


class _Guard:
    """A judge of the texts in a value. It decides which words of a text are secrets."""

    def __init__(self, known: Known, found: list[Piece]) -> None:
        self._known = known
        self._spellings = tuple(_spellings(known))
        by_shape = known.without_ids is None
        self._ids = {piece.text for piece in found if by_shape and is_allowed(piece.named_place, piece.text)}

    def secrets(self, piece: Piece) -> Iterator[Secret]:
        """Yield the secrets in ``piece``, a text of the searched value."""
        for span in self._spans(piece):
            yield Secret(Leak(piece.place, span.kind), piece.text[span.start : span.end])

    def _spans(self, piece: Piece) -> list[Span]:
        text = piece.text
        spans = [*_sent(text, self._known.key), *_parts(text, self._spellings), *shaped(text)]
        kind = kind_of(piece.name, text, query=piece.query)
        if kind is not None and not spans:
            spans.append(Span(kind, 0, len(text)))
        if not spans and "*" not in piece.opaque:
            spans += [span for span in random_words(text) if self._is_secret(piece, text[span.start : span.end])]
        return spans

    def _is_secret(self, piece: Piece, word: str) -> bool:
        if self._is_id(word) or word in piece.opaque or is_allowed(piece.named_place, word, aliased=False):
            return False
        without_ids = self._known.without_ids
        if without_ids is None or word in self._known.sent:
            return not is_allowed(piece.named_place, word)
        return bool(random_words(without_ids(word)))

    def _is_id(self, word: str) -> bool:
        """Return whether a word is an id of the searched value, or a path whose random steps are all such ids."""
        if word in self._ids:
            return True
        random_steps = [step for step in word.split("/") if random_words(step)]
        return bool(random_steps) and self._ids.issuperset(random_steps)

    def ends(self, piece: Piece) -> bool:
        """Return whether a text is complete, so that no piece in a later event continues the text.

        A document (such as JSON), media, an id, a signature, an address with a path, and a data URL are complete. Any
        other text may be a piece of encoded credentials, even if the text itself can be decoded.
        """
        head, comma, data = piece.text.rpartition(",")
        if "*" in piece.opaque or (head and comma and data in piece.opaque) or _PAGE.fullmatch(piece.text):
            return True
        place, text = piece.named_place, piece.text
        return any(is_allowed(place, text[span.start : span.end]) for span in random_words(text))


def _sent(text: str, key: str) -> Iterator[Span]:
    """Yield the first place of a key in a text, and the first place of the key written backwards. Nothing for a key
    shorter than ``SHORTEST_KEY``.

    In a text of ASCII characters, the search ignores case. In other texts, it finds only the key itself and the key in
    lower case.
    """
    if len(key) < SHORTEST_KEY:
        return
    keys = dict.fromkeys((key.lower(),) if text.isascii() else (key, key.lower()))
    searched = text.lower() if text.isascii() else text
    for spelled in (spelled for each in keys for spelled in (each, each[::-1])):
        at = searched.find(spelled)
        if at >= 0:
            yield Span(SENT, at, at + len(spelled))


def parts_of_key(text: str, key: str) -> frozenset[str]:
    """Return the parts of a key that occur in a text, with the spelling that they have in the text.

    Blanks and punctuation between the letters of a part are included.
    """
    spellings = tuple(_spellings(Known(key=key)))
    return frozenset(text[span.start : span.end] for span in _parts(text, spellings))


class _Spelling(NamedTuple):
    """A spelling of a key, and the parts of the spelling that must not occur in an answer."""

    text: str
    parts: frozenset[str]
    dense: bool
    """True if the spelling has only letters and digits. Then blanks and punctuation in an answer are skipped."""


def _spellings(known: Known) -> Iterator[_Spelling]:
    """Yield the spellings of the key in lower case: the key and its dense form, each forwards and backwards.

    A dense form has only the letters and digits of the key.
    """
    if len(known.key) < SHORTEST_KEY:
        return
    sent = known.sent.translate(_SMALL)
    for key in (known.key.lower(), known.key.lower()[::-1]):
        yield _Spelling(key, _parts_of(key, sent), dense=False)
        dense = _NO_LETTERS.sub("", key)
        yield _Spelling(dense, _parts_of(dense, _NO_LETTERS.sub("", sent)), dense=True)


def _parts_of(key: str, sent: str) -> frozenset[str]:
    """Return the parts of a key with exactly ``SHORTEST_KEY`` characters that include a digit. Parts that occur in
    ``sent`` are left out.
    """
    parts = (key[start : start + SHORTEST_KEY] for start in range(len(key) - SHORTEST_KEY + 1))
    return frozenset(part for part in parts if any(map(str.isdigit, part)) and part not in sent)


def _parts(text: str, spellings: tuple[_Spelling, ...]) -> Iterator[Span]:
    """Yield the places of parts of a key in a text.

    A part has a digit and at least ``SHORTEST_KEY`` characters. In the text, the part may have capitals or small
    letters, may be written backwards, and may have blanks and punctuation between its letters and digits.
    """
    if not spellings:
        return
    searched = text.translate(_SMALL)
    dense = _NO_LETTERS.sub("", searched)
    for spelling in spellings:
        runs = [*_runs(dense if spelling.dense else searched, spelling)]
        places = (
            [found.start() for found in _LETTER.finditer(searched)] if runs and spelling.dense else range(len(text))
        )
        for start, end in runs:
            yield Span(PART, places[start], places[end - 1] + 1)


def _runs(text: str, spelling: _Spelling) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each part of a key in a text.

    Each part begins with a text in ``spelling.parts``, and extends as far as the text equals the spelling of the key.
    """
    within = sorted(part for part in spelling.parts if part in text)
    if not within:
        return
    end = 0
    for found in re.finditer(f"(?=({'|'.join(map(re.escape, within))}))", text):
        if found.start() < end:
            continue
        end = found.start() + SHORTEST_KEY
        while end < len(text) and text[found.start() : end + 1] in spelling.text:
            end += 1
        yield found.start(), end


def _across(lane: list[Piece], guard: _Guard, level: Level) -> Iterator[Secret | Unseen]:
    """Yield the secrets in the texts that are split over several events of a stream, and the places that could not be
    searched. ``lane`` has texts of several events that may be pieces of a longer text, in the order of the events.
    """
    for parts in _continued(lane, guard):
        first = parts[0]
        joined = "".join(piece.text for piece in parts)
        for piece in pieces(joined, f"{first.place}{_FOLLOWS}", first.name, level):
            if isinstance(piece, Unseen):
                yield piece
            else:
                yield from guard.secrets(piece)


def _continued(lane: list[Piece], guard: _Guard) -> Iterator[list[Piece]]:
    """Yield the pieces of each text that is split over several events of a stream.

    ``lane``: the texts in the same field of all events (see ``Piece.lane``). Ids, padding and texts that consecutive
    events repeat are not pieces.
    """
    parts: list[Piece] = []
    before = ""
    for piece in lane:
        text = piece.text
        if piece.name in PADDINGS or (is_id(piece.name) and len(text) > _FEW):
            continue
        if len(text) >= _REPEATED and text == before:
            continue
        if len(text) >= _SHORTEST and guard.ends(piece):
            if len(parts) > 1:
                yield parts
            parts = []
        else:
            parts.append(piece)
        before = text
    if len(parts) > 1:
        yield parts
