"""The search for exchanges in files: vcrpy cassettes, HTTP archives, and JSON lines with an exchange on each line."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from email.utils import parsedate_to_datetime
from functools import cache, partial
from http import HTTPStatus
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
import yaml

from conformance.files import LINES, RECORDINGS, ZIPPED_LINES, below, is_named
from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.room import Room
from conformance.survey import har
from conformance.survey.errors import RecordError
from conformance.survey.other_forms import as_vcrpy, forms
from conformance.survey.text_records import TextRecord, is_text_record, text_record
from toolwire.json_value import Json
from toolwire.providers import names, provider_at
from toolwire.providers.evidence import Origin
from toolwire.wire import exact_json, limited_file, limits
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse
from toolwire.wire.recognition import recognise

T = TypeVar("T")
_EMPTY: Final = "the file has no exchange"
_NO_RECORD: Final = "expected a record with response_body (an exchange) or raw_output (a model's output), got neither"
REALTIME: Final = "a frame of OpenAI's Realtime API, which cannot be read yet"
_OF_REALTIME: Final = ("session.", "conversation.", "input_audio_buffer.", "response.", "rate_limits.", "error")
"""The beginnings of the event types of OpenAI's Realtime API."""
_OF_CHAT: Final = frozenset({"messages", "input", "inputs", "contents", "prompt", "model", "modelId", "agent"})
"""Keys of requests with a conversation. A request with any of them may be in a known dialect."""
_POLLED: Final = re.compile("/(?:responses|interactions)/")
"""A pattern of the address of an answer in the background, which a request without a body asks for."""
_AT_ONCE: Final = 512 * 1024
"""The approximate size of a source of lines, in bytes. A source can be larger, because its last line is never
divided.
"""


class Source(msgspec.Struct, frozen=True):
    """A vcrpy file, an HTTP archive, or some lines of a JSON lines file."""

    path: Path
    size: int
    """The size of the source, in bytes."""
    first: int | None = None
    """The number of the first line, counted from 0, or None for a whole file."""
    offset: int = 0
    """The offset of the first line, in bytes."""
    named: bool = False
    """True if the user named the file itself, and not only a folder that contains it."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange in a file."""

    where: str
    folder: str
    """The folder of the file. Exchanges of the same folder may belong to the same conversation."""
    exchange: Exchange
    has_request: bool = True
    known_calls: int | None = None
    """The number of calls in the answer, or None if the record does not state it."""
    origin: Origin | None = None
    """The file in a public repository that contains the recording, or None if the record does not state it."""
    provider: str | None = None
    """The known provider that the record names, or None. It is used only if the address shows no provider."""
    day: str | None = None
    """The day of the exchange, or None if neither the record nor the answer states it."""


class Unreadable(msgspec.Struct, frozen=True):
    """A file or a record that could not be read, and the reason."""

    where: str
    why: str


class NotCovered(Unreadable, frozen=True):
    """A record of a known API that cannot be read yet."""


class Foreign(Unreadable, frozen=True):
    """A document or a record that could be read, but is neither an exchange of a known dialect nor a model output."""


class NoRecording(Foreign, frozen=True):
    """A document that could be read, but is not a recording."""


def find(paths: list[Path], besides: tuple[str, ...] = ()) -> Iterator[Source | Unreadable]:
    """Yield the sources in the files below some paths.

    Each file is read once, even if it is below several of the paths. If a path is a file, this file is always read,
    even if the ending of its name is not known. ``besides``: endings of the names of files that are read in folders, in
    addition to recordings.
    """
    seen: set[str] = set()

    def split(path: Path, *, named: bool = False) -> Iterator[Source | Unreadable]:
        place = os.path.abspath(path)  # noqa: PTH100 - it removes the dots of a path, and follows no links
        if place not in seen:
            seen.add(place)
            yield from _split(path, named=named)

    for path in paths:
        try:
            is_folder = limited_file.is_folder(path)
        except OSError as error:
            yield _unread(path, error)
            continue
        if is_folder:
            for file in below(path, (*RECORDINGS, *besides)):
                yield from [_unread(file.filename, file)] if isinstance(file, OSError) else split(file)
        elif path.is_file():
            yield from split(path, named=True)
        else:
            why = "neither a file nor a folder" if path.exists() else "there is no such file or folder"
            yield Unreadable(str(path), why)


def files_read(paths: Iterable[Path]) -> int:
    """Return the number of files that ``find`` reads."""
    every = {file for path in paths for file in ([path] if path.is_file() else below(path, RECORDINGS))}
    return sum(isinstance(file, Path) for file in every)


def passed_over(paths: Iterable[Path], besides: tuple[str, ...] = ()) -> Counter[str]:
    """Count the files that ``find`` leaves out, by the ending of their names. ``besides``: as for ``find``."""
    files = (file for path in paths for file in below(path) if isinstance(file, Path))
    return Counter(file.suffix or file.name for file in files if not is_named(file, (*RECORDINGS, *besides)))


def passed_over_line(passed: Counter[str], kinds: str = "not recordings") -> str:
    """Return a line that counts the files that were not read, by the endings of their names.

    ``passed``: the counts, as ``passed_over`` returns them. ``kinds``: a description of these files.
    """
    ends = ", ".join(f"{number} {ending}" for ending, number in passed.most_common())
    return f"files not read, because their endings show that they are {kinds}: {ends}"


def is_data(folder: Path) -> bool:
    """Return whether a folder has claims about providers, as the folders of ``--data`` have."""
    return next(folder.glob("providers/*/profile.yaml"), None) is not None


def _split(path: Path, *, named: bool) -> Iterator[Source | Unreadable]:
    """Yield the sources in a file.

    A file of JSON lines is split into several sources, so that several workers can share it.
    """
    sources: list[Source] = []
    number, start, blank = 0, 0, True
    try:
        if not is_named(path, LINES):
            yield Source(path, path.stat().st_size, named=named)
            return
        with path.open("rb") as file:
            while block := file.read(_AT_ONCE):
                lines = block.count(b"\n")
                while block and not block.endswith(b"\n"):
                    blank = blank and not block.strip()
                    block = file.readline(_AT_ONCE)
                    lines += block.endswith(b"\n")
                blank = blank and not block.strip()
                end = file.tell()
                sources.append(Source(path, end - start, number, start, named=named))
                number, start = number + lines, end
    except OSError as error:
        yield _unread(path, error)
        return
    if blank:
        yield Unreadable(str(path), _EMPTY)
        return
    yield from sources


def _unread(path: Path | str, error: OSError) -> Unreadable:
    return Unreadable(str(path), f"cannot be read: {error.strerror}")


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines from the current position of a file. For a line that is too long, yield None."""
    while line := file.readline(limits.LIMITS.event + 1):
        long = len(line) > limits.LIMITS.event
        yield None if long else line
        while long and line and not line.endswith(b"\n"):
            line = file.readline(limits.LIMITS.event)


def content(source: Source) -> bytes | Unreadable:
    """Return the bytes of a source, or an ``Unreadable`` if its file cannot be read.

    Of a line that is too long, only the beginning is returned. It still exceeds the limit, so the caller can reject it.
    """
    if source.first is None:
        try:
            return vcr_file.content(source.path)
        except CassetteError as error:
            return _refused(source.path, error)
    try:
        with source.path.open("rb") as file:
            file.seek(source.offset)
            most = min(source.size, _AT_ONCE + limits.LIMITS.event + 1)
            data = file.read(most)
    except OSError as error:
        return _unread(source.path, error)
    if len(data) < most:
        return Unreadable(str(source.path), f"the file became shorter while it was read, after {len(data)} bytes")
    return data


def read(source: Source, data: bytes) -> Iterator[Found | TextRecord | Unreadable]:
    """Yield the exchanges and the model outputs of a source, from its bytes."""
    if source.first is not None:
        yield from read_lines(str(source.path), data, source.first)
    elif is_named(source.path, ZIPPED_LINES):
        yield from read_lines(str(source.path), data)
        if not data.strip():
            yield Unreadable(str(source.path), _EMPTY)
    else:
        yield from _read_vcr(source.path, data)


def recorded(source: Source, data: bytes) -> Iterator[Found | TextRecord | Unreadable]:
    """Yield the exchanges and the model outputs of a source.

    If the user named the file of the source, a document in it that is not a recording is an error. In a folder, such a
    document is only noted (``NoRecording``).
    """
    for found in read(source, data):
        if source.named and isinstance(found, NoRecording):
            yield Unreadable(found.where, found.why)
        else:
            yield found


def _read_vcr(path: Path, data: bytes) -> Iterator[Found | TextRecord | Unreadable]:
    try:
        document = vcr_file.parsed(path, data)
    except CassetteError as error:
        yield _refused(path, error)
        return
    yield from _repeated(path, document)
    found = [*forms(document)]
    if len(found) > 1:
        named = " and ".join(map(repr, found))
        yield Unreadable(str(path), f"expected exchanges under a single key, got {named}: only {found[0]!r} is read")
    if har.is_archive(document):
        if not document["log"]["entries"]:
            yield Unreadable(str(path), _EMPTY)
        yield from _read_archive(path, document)
        return
    if isinstance(document, list) and document and all(map(_is_realtime, document)):
        yield from (NotCovered(f"{path}: [{n}]", REALTIME) for n in range(len(document)))
        return
    try:
        document = vcr_file.whole(path, as_vcrpy(document))
    except CassetteError as error:
        yield _refused(path, error, Unreadable if _is_cassette(document) else NoRecording)
        return
    for n, exchange in enumerate(vcr_file.exchanges(path, document)):
        where = f"{path}: interactions[{n}]"
        if isinstance(exchange, CassetteError):
            yield Unreadable(where, exchange.why)
        else:
            yield Found(where=where, folder=str(path.parent), exchange=exchange, day=_day(exchange))


def _is_cassette(document: Json) -> bool:
    """Return whether a document is a cassette of vcrpy, even a broken cassette. Such a document has the key
    ``interactions``.

    If the value of ``interactions`` is a mapping, as some other recorders write it, the document must also have the key
    ``version``.
    """
    match document:
        case {"interactions": dict()}:
            return "version" in document
        case {"interactions": _}:
            return True
    return False


def _repeated(path: Path, document: Json) -> Iterator[Unreadable]:
    """Yield an error for each repeated key in an archive or a cassette, including keys of the exchanges in it.

    The error states that only the last value of the key is read.
    """
    for place, why in vcr_file.repeated(document):
        yield Unreadable(f"{path}: {place}" if place else str(path), f"{why}: only its last value is read")


def _read_archive(path: Path, document: Json) -> Iterator[Found | TextRecord | Unreadable]:
    room = Room()
    for n, entry in enumerate(document["log"]["entries"]):
        where = f"{path}: entries[{n}]"
        if frames := har.frames(entry):
            yield from (_record(f"{where} frame {number}", frame) for number, frame in enumerate(frames))
        else:
            found = guarded(where, partial(_entry, path, where, entry, room))
            if isinstance(found, Unreadable) and _is_of_other_api(entry):
                found = Foreign(where, found.why)
            yield found


def _is_of_other_api(entry: Json) -> bool:
    """Return whether an entry of an HTTP archive that cannot be read is certainly not an exchange of a known dialect.

    A browser's archive also has images, scripts and blocked requests. Their address belongs to no known provider and no
    dialect. If they have a body, it has no conversation. If they have no body, their method is GET, HEAD or OPTIONS, or
    they were blocked and have no answer (status 0).
    """
    try:
        asked = har.request(entry, Room())
        address = urlsplit(asked.url)
        is_blocked = entry["response"].get("status") == 0
    except Exception:  # the entry may have anything
        return False
    has_dialect = recognise(Exchange(request=asked, response=WireResponse(body=b""))) is not None
    if not address.scheme or provider_at(asked.url) is not None or has_dialect or _POLLED.search(address.path):
        return False
    if not asked.body:
        return is_blocked or asked.method in ("GET", "HEAD", "OPTIONS")
    try:
        posted = exact_json.loads(asked.body)
    except JsonError:
        return asked.body.lstrip()[:1] not in (b"{", b"[")  # a cut conversation begins like one
    return isinstance(posted, dict) and _OF_CHAT.isdisjoint(posted)


def _entry(path: Path, where: str, entry: Json, room: Room) -> Found:
    exchange, day = har.exchange(entry, room)
    return Found(where=where, folder=str(path.parent), exchange=exchange, day=day or _day(exchange))


def guarded(where: str, read_record: Callable[[], T]) -> T | Unreadable:
    """Return the result of ``read_record``, or an ``Unreadable`` if it raises an exception. ``where``: the file and the
    line of the record.

    The caller can then continue with the next record.
    """
    try:
        return read_record()
    except Exception as error:
        name = "" if isinstance(error, TypeError | ValueError) else f"{type(error).__name__}: "
        return Unreadable(where, f"{name}{error}")


def _day(exchange: Exchange) -> str | None:
    """Return the day in the answer's ``date`` header, or None."""
    try:
        return parsedate_to_datetime(exchange.response.headers["date"]).date().isoformat()
    except (KeyError, ValueError, TypeError, IndexError, OverflowError):  # the header may have any text
        return None


def _refused(path: Path, error: CassetteError, kind: type[Unreadable] = Unreadable) -> Unreadable:
    return kind(str(path), f"{error.place}{': ' if error.place else ''}{error.why}")


def are_lines(data: bytes) -> bool:
    """Return whether the bytes are JSON lines with records. Only the first line is examined."""
    first = next((line for line in _lines(BytesIO(data.lstrip())) if line is None or line.strip()), None)
    try:
        record = exact_json.loads(first or b"")
    except JsonError:
        return False
    return isinstance(record, dict) and (is_text_record(record) or "response_body" in record)


def read_lines(file: str, data: bytes, first: int = 0) -> Iterator[Found | TextRecord | Unreadable]:
    """Yield the records in ``data``, which are JSON lines of a file.

    ``first`` is the number of lines before them in the file.
    """
    if not data.strip():
        return
    for n, line in enumerate(_lines(BytesIO(data)), first + 1):
        where = f"{file}: line {n}"
        if line is None:
            yield Unreadable(where, f"longer than {limits.LIMITS.event // 1024 // 1024} MB, which is the limit")
        elif line.strip():
            yield guarded(where, partial(_record, where, line))


def _is_realtime(record: Json) -> bool:
    """Return whether a record is a frame of OpenAI's Realtime API: an event whose type begins with an entry of
    ``_OF_REALTIME``.
    """
    match record:
        case {"event_id": str(), "type": str(kind)} | {"type": str(kind), "session": _}:
            return kind.startswith(_OF_REALTIME)
    return False


def _record(where: str, line: bytes) -> Found | TextRecord | Unreadable:
    try:
        record = exact_json.loads(line)
    except JsonError as error:
        return Unreadable(where, str(error))
    name = record.get("id") if isinstance(record, dict) else None
    place = f"{where} ({name})" if isinstance(name, str) else where
    if isinstance(record, dict) and is_text_record(record):
        try:
            return text_record(place, record)
        except RecordError as error:
            return Unreadable(place, str(error))
    if _is_realtime(record):
        return NotCovered(where, REALTIME)
    if not isinstance(record, dict) or "response_body" not in record:
        return NoRecording(where, _NO_RECORD)
    for why in vcr_file.repeats(record):
        return Unreadable(place, why)
    for key in ("url", "method", "response_content_type"):
        if not isinstance(record.get(key), str | None):
            return Unreadable(place, f"{key}: expected a string, got {type(record[key]).__name__}")
    try:
        answer = _answer_body(record)
    except ValueError as error:
        return Unreadable(place, f"response_body: {error}")
    try:
        url = str(record.get("url") or "")
        urlsplit(url)
    except ValueError as error:
        return Unreadable(place, f"url: {error}")
    request = record.get("request_body")
    content_type = record.get("response_content_type")
    status = vcr_file.status_code(record.get("status", HTTPStatus.OK.value))
    calls = record.get("x_n_calls")
    if calls is not None and type(calls) is not int:
        return Unreadable(place, f"x_n_calls: expected an integer, got {exact_json.dumps(calls)}")
    path = str(record.get("source_path") or "")
    return Found(
        where=place,
        folder=f"{record.get('source_repo') or ''}/{path.rpartition('/')[0]}",
        origin=_origin(record),
        provider=_provider(record.get("provider")),
        has_request=request is not None,
        known_calls=calls,
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
                status=status,
                headers={"content-type": content_type} if isinstance(content_type, str) else {},
                body=answer,
            ),
        ),
    )


def _provider(name: Json) -> str | None:
    """Return the known provider that a record names, or None.

    ``provider_names.yaml`` lists the names that records use in place of a provider's name.
    """
    if not isinstance(name, str):
        return None
    spelled = re.sub("[_.]", "-", name.lower())
    known = _other_names().get(spelled, spelled)
    return known if known in names() else None


@cache
def _other_names() -> dict[str, str]:
    data = yaml.load((files("conformance.survey") / "provider_names.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {other: provider for provider, others in data.items() for other in others}


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
        return vcr_file.unbased(body)
    return body.encode("utf-8", "surrogatepass")
