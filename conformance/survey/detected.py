"""What the answers in some files are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from conformance.normalizer.detection import Detection, detect, detect_exchange
from conformance.survey.sources import Found, Unreadable, are_lines, content, find, read, read_lines
from conformance.survey.text_records import TextRecord
from conformance.wire import limits
from conformance.wire.exchange import Exchange, WireRequest, WireResponse


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


def detected(path: Path) -> Iterator[Detected | Unreadable]:
    """What is in a file or folder: recordings as ``check`` reads them; a file that is none is an answer, or a text."""
    for source in find([path], TEXTS):
        if isinstance(source, Unreadable):
            yield source
            continue
        held = content(source)
        if isinstance(held, Unreadable):
            yield held
            continue
        is_text = source.path.name.endswith(TEXTS)
        recorded = [] if is_text else list(read(source, held))
        if is_text or (path.is_file() and all(isinstance(one, Unreadable) for one in recorded)):
            yield from detected_in(str(source.path), held)
        else:
            yield from map(_recorded, recorded)


def detected_in(where: str, data: bytes) -> Iterator[Detected | Unreadable]:
    """What some bytes are: records, where they are lines of JSON with one each; else an answer's body, or a text."""
    if are_lines(data):
        yield from map(_recorded, read_lines(where, data))
    else:
        yield _body(where, data)


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
