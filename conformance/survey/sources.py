"""Finding exchanges in files: vcrpy cassettes, and JSON lines with one exchange each."""

import base64
import binascii
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final
from urllib.parse import urlsplit

import msgspec

from conformance.claims.evidence import Origin
from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.wire import exact_json
from conformance.wire.errors import JsonError
from conformance.wire.exchange import Exchange, WireRequest, WireResponse

_VCR_SUFFIXES: Final = (".yaml", ".yml", ".json", ".yaml.gz", ".yml.gz", ".json.gz")
_LINES_SUFFIXES: Final = (".jsonl", ".ndjson")
_BATCH: Final = 100


class Source(msgspec.Struct, frozen=True):
    """A piece of work: a vcrpy file, or some lines of a JSON lines file."""

    path: Path
    first: int = 0
    """First line, from 0."""
    lines: int | None = None
    """How many; None for a vcrpy file."""
    offset: int = 0
    """Where the first line begins, in bytes."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange in a file."""

    where: str
    folder: str
    """Exchanges of one folder may belong to one conversation."""
    exchange: Exchange
    has_request: bool = True
    known_calls: int | None = None
    """How many calls of the client's the record itself says there are."""
    origin: Origin | None = None
    """Where anybody finds the recording, where the record says so."""


class Unreadable(msgspec.Struct, frozen=True):
    """What could not be read, and why."""

    where: str
    why: str


def find(paths: list[Path]) -> Iterator[Source | Unreadable]:
    """The files below some paths; a file that is named is read whatever its name."""
    for path in paths:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                if file.is_file() and file.name.endswith(_VCR_SUFFIXES + _LINES_SUFFIXES):
                    yield from _split(file)
        elif path.is_file():
            yield from _split(path)
        else:
            yield Unreadable(str(path), "no file or folder" if path.exists() else "there is no such file or folder")


def _split(path: Path) -> Iterator[Source | Unreadable]:
    if not path.name.endswith(_LINES_SUFFIXES):
        yield Source(path)
        return
    starts: list[int] = []
    number, offset, blank = 0, 0, True
    try:
        with path.open("rb") as file:
            for number, line in enumerate(_lines(file), 1):
                if number % _BATCH == 1:
                    starts.append(offset)
                offset = file.tell()
                blank = blank and line is not None and not line.strip()
    except OSError as error:
        yield Unreadable(str(path), f"cannot be read: {error.strerror}")
        return
    if blank:
        yield Unreadable(str(path), "no exchange in it")
        return
    for n, start in enumerate(starts):
        yield Source(path, n * _BATCH, min(_BATCH, number - n * _BATCH), start)


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """The lines from here on; None for one that is too long."""
    while line := file.readline(exact_json.MAX_BYTES + 1):
        long = len(line) > exact_json.MAX_BYTES
        yield None if long else line
        while long and line and not line.endswith(b"\n"):
            line = file.readline(exact_json.MAX_BYTES)


def read(source: Source) -> Iterator[Found | Unreadable]:
    """The exchanges of a source."""
    if source.lines is None:
        yield from _read_vcr(source.path)
    else:
        yield from _read_lines(source, source.lines)


def _read_vcr(path: Path) -> Iterator[Found | Unreadable]:
    try:
        document = vcr_file.read_document(path)
    except CassetteError as error:
        yield Unreadable(str(path), f"{error.place}{': ' if error.place else ''}{error.why}")
        return
    for n, exchange in enumerate(vcr_file.exchanges(path, document)):
        where = f"{path}: interactions[{n}]"
        if isinstance(exchange, CassetteError):
            yield Unreadable(where, exchange.why)
        else:
            yield Found(where=where, folder=str(path.parent), exchange=exchange)


def _read_lines(source: Source, number: int) -> Iterator[Found | Unreadable]:
    with source.path.open("rb") as file:
        file.seek(source.offset)
        for n, line in enumerate(islice(_lines(file), number), source.first + 1):
            where = f"{source.path}: line {n}"
            if line is None:
                yield Unreadable(where, f"longer than the {exact_json.MAX_BYTES // 1024 // 1024} MB that are read")
            elif line.strip():
                yield _record(where, line)


def _record(where: str, line: bytes) -> Found | Unreadable:
    try:
        record = exact_json.loads(line)
    except JsonError as error:
        return Unreadable(where, str(error))
    if not isinstance(record, dict) or "response_body" not in record:
        return Unreadable(where, "no record of an exchange: response_body is missing")
    name = record.get("id")
    place = f"{where} ({name})" if isinstance(name, str) else where
    try:
        answer = _answer_body(record)
    except (ValueError, binascii.Error) as error:
        return Unreadable(place, f"response_body: {error}")
    try:
        url = str(record.get("url") or "")
        urlsplit(url)
    except ValueError as error:
        return Unreadable(place, f"url: {error}")
    request = record.get("request_body")
    content_type = record.get("response_content_type")
    status = record.get("status")
    calls = record.get("x_n_calls")
    path = str(record.get("source_path") or "")
    return Found(
        where=place,
        folder=f"{record.get('source_repo') or ''}/{path.rpartition('/')[0]}",
        origin=_origin(record),
        has_request=request is not None,
        known_calls=calls if isinstance(calls, int) else None,
        exchange=Exchange(
            request=WireRequest(
                url=url,
                method=str(record.get("method") or "POST"),
                body=b""
                if request is None
                else request.encode("utf-8", "surrogatepass")
                if isinstance(request, str)
                else exact_json.encode(request),
            ),
            response=WireResponse(
                status=status if isinstance(status, int) else 200,
                headers={"content-type": content_type} if isinstance(content_type, str) else {},
                body=answer,
            ),
        ),
    )


def _origin(record: dict[str, Any]) -> Origin | None:
    match record:
        case {"source_repo": str(repository), "source_path": str(path)} if repository and path:
            return Origin(repository=repository, path=path, commit=str(record.get("source_commit") or ""))
    return None


def _answer_body(record: dict[str, Any]) -> bytes:
    body = record["response_body"]
    if not isinstance(body, str):
        return exact_json.encode(body)
    if "base64" in str(record.get("x_response_encoding") or ""):
        return base64.b64decode(body)
    return body.encode("utf-8", "surrogatepass")
