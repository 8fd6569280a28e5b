"""Finding secrets: in values, in exchanges, in whole files."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.recording.leaks.leak import Leak, LeakError, Unseen
from conformance.recording.leaks.pieces import Piece, pieces
from conformance.recording.leaks.shapes import Span, is_allowed, is_placeholder, named, random_words, shaped

Json: TypeAlias = Any
_LINES: Final = (".jsonl", ".ndjson")
_DOCUMENTS: Final = (".yaml", ".yml", ".json", ".yaml.gz", ".yml.gz", ".json.gz")


class Secret(NamedTuple):
    """A secret, with what it is: nothing that is written or shown has it."""

    leak: Leak
    text: str

    def __repr__(self) -> str:
        return f"Secret({self.leak})"


def look(value: Json, place: str = "") -> Iterator[Secret | Unseen]:
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
    ids = {piece.text for piece in waiting if is_allowed(piece.name, piece.text)}
    for piece in waiting:
        yield from _secrets(piece, ids)
    for joined in lanes.values():
        if len(joined) > 1:
            yield from _across(joined)


def found(value: Json, place: str = "") -> tuple[Leak | Unseen, ...]:
    """What there is to say of a value: each secret by place and kind, once, and what could not be looked into."""
    said = (one.leak if isinstance(one, Secret) else one for one in look(value, place))
    return tuple(dict.fromkeys(said))


def told(text: str) -> str:
    """A text as it may be shown: itself or, where it may hold a secret, nothing of it."""
    return "what is to be said of it may hold a secret" if found(text) else text


def in_file(path: Path, data: bytes) -> tuple[Leak | Unseen, ...]:
    """The same of what a file holds, decompressed: YAML, JSON, JSON lines; any other text as it is."""
    if path.name.endswith(_LINES):
        return tuple(
            one for n, line in enumerate(data.splitlines(), 1) if line.strip() for one in found(line, f"line {n}")
        )
    try:
        document = vcr_file.parsed(path, data)
    except CassetteError as error:
        broken = (Unseen(error.place, error.why),) if path.name.endswith(_DOCUMENTS) else ()
        return *found(data), *broken
    return found(document) if isinstance(document, dict | list) else found(data)


def refuse(path: Path, data: bytes) -> None:
    """Let nothing pass that holds a secret. Raises ``LeakError``, before anything is written."""
    said = in_file(path, data)
    if said:
        raise LeakError(path, said)


def _secrets(piece: Piece, ids: set[str]) -> Iterator[Secret]:
    spans = list(shaped(piece.text))
    kind = named(piece.name, query=piece.query)
    if kind is not None and piece.text and not spans and not is_placeholder(piece.text):
        spans.append(Span(kind, 0, len(piece.text)))
    if not spans and "*" not in piece.opaque:
        spans += [
            span
            for span in random_words(piece.text)
            if (word := piece.text[span.start : span.end]) not in ids
            and word not in piece.opaque
            and not is_allowed(piece.name, word)
        ]
    for span in spans:
        yield Secret(Leak(piece.place, span.kind), piece.text[span.start : span.end])


def _across(joined: list[Piece]) -> Iterator[Secret]:
    """The secrets of known shapes that stand in several events of a stream, a part in each."""
    text = "".join(piece.text for piece in joined)
    whole = {span.kind for piece in joined for span in shaped(piece.text)}
    for span in shaped(text):
        if span.kind not in whole:
            yield Secret(Leak(f"{joined[0].place} and what follows it", span.kind), text[span.start : span.end])
