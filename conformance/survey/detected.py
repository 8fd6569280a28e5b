"""What the answers in some files are."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from conformance.survey.bodies import bodies
from conformance.survey.sources import (
    Found,
    NoRecording,
    Source,
    Unreadable,
    are_lines,
    content,
    find,
    read,
    read_lines,
)
from conformance.survey.text_records import TextRecord
from toolwire.detection import Detection, detect, detect_exchange
from toolwire.wire import limits
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


class Detected(msgspec.Struct, frozen=True, kw_only=True):
    """One answer, and what it is."""

    where: str
    detection: Detection
    found: Found | None = None
    """Its exchange; None for a text that is no answer of a dialect."""

    @property
    def is_known(self) -> bool:
        """Whether it was recognised: as one thing, and not as one of several."""
        shown = (self.detection.dialect, self.detection.text_format)
        return any(one is not None and one.name is not None for one in shown)


TEXTS: Final = (".txt",)
"""With what the names of files end that are looked at in folders, recordings aside."""
_JSON: Final = (".json", ".json.gz", ".jsonl", ".ndjson")
"""With what the names of files end that may hold answers' bodies, where they hold no recording."""


def detected(path: Path) -> Iterator[Detected | Unreadable]:
    """What is in a file or folder: recordings as ``check`` reads them; a file that is none is answers, or a text."""
    files: dict[Path, list[Source]] = {}
    for source in find([path], TEXTS):
        if isinstance(source, Unreadable):
            yield source
        else:
            files.setdefault(source.path, []).append(source)
    for file, sources in files.items():
        recorded = [] if file.name.endswith(TEXTS) else [record for source in sources for record in _records(source)]
        if not _is_no_recording(file, recorded, named=path.is_file()):
            yield from map(_recorded, recorded)
            continue
        held = content(Source(file, sum(source.size for source in sources)))
        yield from [held] if isinstance(held, Unreadable) else detected_in(str(file), held)


def _records(source: Source) -> Iterable[Found | TextRecord | Unreadable]:
    held = content(source)
    return [held] if isinstance(held, Unreadable) else read(source, held)


def _is_no_recording(file: Path, recorded: list[Found | TextRecord | Unreadable], *, named: bool) -> bool:
    """Whether a file is something else: named, it may be anything; in a folder, a text, or JSON."""
    if not all(isinstance(one, Unreadable) for one in recorded):
        return False
    is_json = file.name.endswith(_JSON) and any(isinstance(one, NoRecording) for one in recorded)
    return named or is_json or not recorded


def detected_in(where: str, data: bytes) -> Iterator[Detected | Unreadable]:
    """What some bytes are: records, where they are lines of JSON with one each; else answers' bodies, or a text."""
    if are_lines(data):
        yield from map(_recorded, read_lines(where, data))
        return
    found = list(bodies(data))
    for line, body in found:
        yield _body(f"{where}: line {line}" if len(found) > 1 else where, body)


def _body(where: str, body: bytes) -> Detected | Unreadable:
    if len(body) > limits.LIMITS.event:
        return Unreadable(where, f"larger than the {limits.LIMITS.event // 1024 // 1024} MB that are read")
    detection = detect(body)
    exchange = Exchange(request=WireRequest(url="", body=b""), response=WireResponse(body=body))
    found = Found(where=where, folder="", exchange=exchange, has_request=False) if detection.dialect else None
    return Detected(where=where, detection=detection, found=found)


def _recorded(one: Found | TextRecord | Unreadable) -> Detected | Unreadable:
    if isinstance(one, TextRecord):
        return Detected(where=one.where, detection=detect(one.raw_output, one.tools))
    if isinstance(one, Found):
        return Detected(where=one.where, detection=detect_exchange(one.exchange), found=one)
    return one
