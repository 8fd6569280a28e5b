"""Finding secrets: in values, in exchanges, in whole files."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.recording.leaks.leak import Leak, LeakError, Unseen
from conformance.recording.leaks.pieces import URL, Piece, pieces
from conformance.recording.leaks.shapes import Span, is_allowed, is_placeholder, named, random_words, shaped
from conformance.recording.volatile import PADDINGS, is_id
from toolwire.json_value import Json

SENT: Final = "what was sent as a key"
"""The kind of a secret that is known for what it is."""
_LINES: Final = (".jsonl", ".ndjson")
_DOCUMENTS: Final = (".yaml", ".yml", ".json", ".yaml.gz", ".yml.gz", ".json.gz")


_FOLLOWS: Final = " and what follows it"
_FEW: Final = 4
"""The most letters in which an id would come in pieces; longer ones are ids each."""
_SHORTEST: Final = 20
_REPEATED: Final = 10
"""What is as long, and the same in one event after the other, is no piece of anything."""
_KNOWN: Final = 8
"""What is shorter may stand anywhere, and mean something else there."""


class Known(msgspec.Struct, frozen=True):
    """What is known of a recording of ours."""

    key: str = ""
    """The key that was sent: it must not stand there, whatever it looks like."""
    without_ids: Callable[[str], str] | None = None
    """Takes the aliases that ids have out of a text. None: ids are told by their looks."""
    said: str = ""
    """What we said ourselves, and therefore has no aliases."""


_NOTHING: Final = Known()


class Secret(NamedTuple):
    """A secret, with what it is: nothing that is written or shown has it."""

    leak: Leak
    text: str

    def __repr__(self) -> str:
        return f"Secret({self.leak})"


def look(value: Json, place: str = "", known: Known = _NOTHING) -> Iterator[Secret | Unseen]:
    """The secrets in a value of JSON or YAML, and what could not be looked into."""
    waiting: list[Piece] = []
    lanes: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces(value, place):
        if isinstance(piece, Unseen):
            yield piece
            continue
        waiting.append(piece)
        if piece.lane is not None:
            lanes[piece.lane].append(piece)
    guard = _Guard(known, waiting)
    whole = [secret for piece in waiting for secret in guard.secrets(piece)]
    yield from whole
    for lane in lanes.values():
        yield from _across(lane, guard, {secret.text for secret in whole})


def found(value: Json, place: str = "", known: Known = _NOTHING) -> tuple[Leak | Unseen, ...]:
    """What there is to say of a value: each secret by place and kind, once, and what could not be looked into."""
    said = (one.leak if isinstance(one, Secret) else one for one in look(value, place, known))
    return tuple(dict.fromkeys(said))


def told(text: str) -> str:
    """A text as it may be shown: itself or, where it may hold a secret, nothing of it."""
    return "what is to be said of it may hold a secret" if found(text) else text


def in_file(path: Path, data: bytes, known: Known = _NOTHING) -> tuple[Leak | Unseen, ...]:
    """The same of what a file holds, decompressed: YAML, JSON, JSON lines; any other text as it is."""
    if path.name.endswith(_LINES):
        return tuple(
            one
            for n, line in enumerate(data.splitlines(), 1)
            if line.strip()
            for one in found(line, f"line {n}", known)
        )
    try:
        document = vcr_file.parsed(path, data)
    except CassetteError as error:
        broken = (Unseen(error.place, error.why),) if path.name.endswith(_DOCUMENTS) else ()
        return *found(data, known=known), *broken
    return found(document if isinstance(document, dict | list) else data, known=known)


def refuse(path: Path, what: bytes | Json, known: Known = _NOTHING) -> None:
    """Let nothing pass that holds a secret: what a file is to hold, or what it is made of. Raises ``LeakError``, before
    anything is written.
    """
    said = in_file(path, what, known) if isinstance(what, bytes) else found(what, known=known)
    if said:
        raise LeakError(path, said)


class _Guard:
    """What is a secret in one recording."""

    def __init__(self, known: Known, there: list[Piece]) -> None:
        self._known = known
        by_looks = known.without_ids is None
        self._ids = {piece.text for piece in there if by_looks and is_allowed(piece.place, piece.text)}

    def secrets(self, piece: Piece) -> Iterator[Secret]:
        """Those in a text."""
        for span in self._spans(piece):
            yield Secret(Leak(piece.place, span.kind), piece.text[span.start : span.end])

    def _spans(self, piece: Piece) -> list[Span]:
        text = piece.text
        key = self._known.key
        at = text.find(key) if len(key) >= _KNOWN else -1
        spans = [*([Span(SENT, at, at + len(key))] if at >= 0 else []), *shaped(text)]
        kind = named(piece.name, query=piece.query)
        if kind is not None and text and not spans and not is_placeholder(text):
            spans.append(Span(kind, 0, len(text)))
        if not spans and "*" not in piece.opaque:
            spans += [span for span in random_words(text) if self._is_secret(piece, text[span.start : span.end])]
        return spans

    def _is_secret(self, piece: Piece, word: str) -> bool:
        if word in self._ids or word in piece.opaque or is_allowed(piece.place, word, aliased=False):
            return False
        without_ids = self._known.without_ids
        if without_ids is None or word in self._known.said:
            return not is_allowed(piece.place, word)
        return bool(random_words(without_ids(word)))

    def ends(self, piece: Piece) -> bool:
        """Whether a text is whole: an id, a seal, an address, something encoded. Nothing goes on behind it."""
        return bool(piece.opaque or URL.fullmatch(piece.text)) or any(
            is_allowed(piece.place, piece.text[span.start : span.end]) for span in random_words(piece.text)
        )


def _across(lane: list[Piece], guard: _Guard, whole: set[str]) -> Iterator[Secret | Unseen]:
    """The secrets that stand in several events of a stream, a part in each, whatever they are encoded in."""
    for parts in _continued(lane, guard):
        first = parts[0]
        joined = "".join(piece.text for piece in parts)
        for piece in pieces(joined, f"{first.place}{_FOLLOWS}", first.name):
            if isinstance(piece, Unseen):
                yield piece
                continue
            for secret in guard.secrets(piece):
                if not any(one in secret.text or secret.text in one for one in whole):  # that is said where it is whole
                    yield secret


def _continued(lane: list[Piece], guard: _Guard) -> Iterator[list[Piece]]:
    """The pieces of each text that goes on, without what every event says anew."""
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
