"""The leak guard of files: a search for secrets in whole files, and in files that will be written."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from conformance.files import DOCUMENTS, LINES, ZIPPED_LINES, is_named
from conformance.leaks import RANDOM, Known, Leak, LeakError, Unseen, find
from conformance.leaks.pieces import Piece, pieces
from conformance.leaks.search import Secret, look
from conformance.leaks.shapes import shaped
from conformance.leaks.words import Words
from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.room import Room
from toolwire.json_value import Json

_MARKS: Final = "\"'[]{}(),; "
"""Punctuation that may be around a value in YAML or JSON."""
_COMMENT: Final = re.compile(r"(?:^|\s)#(.*)")
_BINARY: Final = re.compile(r"\s*[A-Za-z0-9+/]{40,}={0,2}")
"""A pattern of a line of base64. The parser decodes its bytes, and ``find`` searches them."""
_NOTHING: Final = Known()


def at(path: Path) -> tuple[Leak | Unseen, ...]:
    """Return the leaks in a file. If the file is compressed with gzip, its gzip headers are also searched.

    A word in a gzip header that only looks random is not a leak, because the header may have the name of a file.

    Raises ``CassetteError`` if the file cannot be read.
    """
    members = vcr_file.members(path)
    headers = (leak for member in members for leak in find(member.header, "a header of gzip"))
    known = tuple(leak for leak in headers if not (isinstance(leak, Leak) and leak.kind == RANDOM))
    return *known, *in_file(path, b"".join(member.content for member in members))


def in_file(path: Path, data: bytes, known: Known = _NOTHING) -> tuple[Leak | Unseen, ...]:
    """Return the leaks in ``data``, the decompressed bytes of a file with YAML, JSON, JSON lines, or any other text.

    Also return an ``Unseen`` for each place that could not be searched.
    """
    if is_named(path, (*LINES, *ZIPPED_LINES)):
        room = Room()
        lines = ((f"line {n}", line) for n, line in enumerate(BytesIO(data), 1) if line.strip())
        return tuple(leak for place, line in lines for leak in find(line, place, known, room))
    try:
        document = vcr_file.parsed(path, data)
    except CassetteError as error:
        broken = (Unseen(error.place, error.why),) if is_named(path, DOCUMENTS) else ()
        return *find(data, known=known), *broken
    if not isinstance(document, dict | list):
        return find(data, known=known)
    return *find(document, known=known), *_unread(document, data)


def _unread(document: Json, data: bytes) -> Iterator[Leak]:
    """Yield the leaks in parts of a file that a parser drops: in comments, and in names of anchors."""
    found: list[tuple[Leak, str]] = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if _BINARY.fullmatch(line):
            continue
        shapes = [Secret(Leak("", span.kind), line[span.start : span.end]) for span in shaped(line)]
        comment = _COMMENT.search(line)
        for secret in (*shapes, *(look(comment[1]) if comment else ())):
            if isinstance(secret, Secret):
                found.append((Leak(f"line {number}", secret.leak.kind), secret.text.strip(_MARKS)))
    read = "\n".join(piece.text for piece in pieces(document) if isinstance(piece, Piece)) if found else ""
    in_document = Words(text for _, text in found).within([read])
    for leak, text in found:
        if text not in in_document:
            yield leak


def refuse(path: Path, what: bytes | Json, known: Known = _NOTHING) -> None:
    """Raise ``LeakError`` if the content of a file has a secret, or cannot be searched completely.

    ``what``: the content, as bytes or as a document.
    """
    leaks = in_file(path, what, known) if isinstance(what, bytes) else find(what, known=known)
    if leaks:
        raise LeakError(path, leaks)
