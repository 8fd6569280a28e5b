"""The detection of the dialect or text format of each answer in files."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from conformance.files import LINES, ZIPPED_LINES, is_named
from conformance.survey.bodies import bodies
from conformance.survey.sources import (
    Found,
    NoRecording,
    Source,
    Unreadable,
    are_lines,
    content,
    find,
    guarded,
    read,
    read_lines,
)
from conformance.survey.text_records import TextRecord
from toolwire.detection import Detection, detect, detect_exchange
from toolwire.wire import limits
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


class Detected(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, with its dialect or text format."""

    where: str
    detection: Detection
    found: Found | None = None
    """The exchange of the answer. It is None for a bare output of a model, and for bytes of no known dialect."""

    @property
    def is_known(self) -> bool:
        """True if a single dialect or text format was recognised.

        False if none was recognised, or if several fit equally well.
        """
        shown = (self.detection.dialect, self.detection.text_format)
        return any(recognised is not None and recognised.name is not None for recognised in shown)


TEXTS: Final = (".txt",)
"""The endings of the names of text files. In folders, these files are read in addition to recordings."""
_JSON: Final = (".json", ".json.gz", *LINES, *ZIPPED_LINES)
"""The endings of the names of JSON files. If such a file is not a recording, it is read as the bodies of answers."""


def detected(path: Path) -> Iterator[Detected | Unreadable]:
    """Yield each answer in a file or folder, with its dialect or text format.

    A recording is read as ``conformance check`` reads it. A file that is not a recording is read as bodies of answers
    or as a text, if the user named this file, or if it is a text or JSON file in a folder. Any other file in a folder
    is yielded as ``Unreadable`` if its name has the ending of a recording. Otherwise it is left out.
    """
    files: dict[Path, list[Source]] = {}
    for source in find([path], TEXTS):
        if isinstance(source, Unreadable):
            yield source
        else:
            files.setdefault(source.path, []).append(source)
    for file, sources in files.items():
        records = iter(()) if is_named(file, TEXTS) else (record for source in sources for record in _records(source))
        recorded: list[Found | TextRecord | Unreadable] = []
        for record in records:
            recorded.append(record)
            if not isinstance(record, Unreadable):
                break
        if not _is_no_recording(file, recorded, named=path.is_file()):
            yield from map(_detect_safely, chain(recorded, records))
            continue
        held = content(Source(file, sum(source.size for source in sources)))
        yield from [held] if isinstance(held, Unreadable) else detected_in(str(file), held)


def _records(source: Source) -> Iterable[Found | TextRecord | Unreadable]:
    held = content(source)
    return [held] if isinstance(held, Unreadable) else read(source, held)


def _is_no_recording(file: Path, recorded: list[Found | TextRecord | Unreadable], *, named: bool) -> bool:
    """Return whether to read a file as bodies of answers or as a text, because it is not a recording.

    If the user named the file itself (``named``), its name may have any ending. In a folder, only text files and JSON
    files are read in this way.
    """
    if not all(isinstance(record, Unreadable) for record in recorded):
        return False
    is_json = is_named(file, _JSON) and any(isinstance(record, NoRecording) for record in recorded)
    return named or is_json or not recorded


def detected_in(where: str, data: bytes) -> Iterator[Detected | Unreadable]:
    """Yield each answer in some bytes, with its dialect or text format. ``where``: the file that contains the bytes.

    If the first line is a record, the bytes are read as JSON lines of records. Otherwise they are read as bodies of
    answers, or as a text.
    """
    if are_lines(data):
        yield from map(_detect_safely, read_lines(where, data))
        return
    found = list(bodies(data))
    for line, body in found:
        place = f"{where}: line {line}" if len(found) > 1 else where
        yield guarded(place, partial(_body, place, body))


def _body(where: str, body: bytes) -> Detected | Unreadable:
    if len(body) > limits.LIMITS.event:
        return Unreadable(where, f"larger than {limits.LIMITS.event // 1024 // 1024} MB, which is the limit")
    detection = detect(body)
    exchange = Exchange(request=WireRequest(url="", body=b""), response=WireResponse(body=body))
    found = Found(where=where, folder="", exchange=exchange, has_request=False) if detection.dialect else None
    return Detected(where=where, detection=detection, found=found)


def _detect_safely(record: Found | TextRecord | Unreadable) -> Detected | Unreadable:
    return guarded(record.where, partial(_recorded, record))


def _recorded(record: Found | TextRecord | Unreadable) -> Detected | Unreadable:
    if isinstance(record, TextRecord):
        return Detected(where=record.where, detection=detect(record.raw_output, record.tools))
    if isinstance(record, Found):
        return Detected(where=record.where, detection=detect_exchange(record.exchange), found=record)
    return record
