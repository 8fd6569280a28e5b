"""The log of an endpoint: a file in which each line has a record and its seal.

A seal is a digest of the record and of all earlier records.
"""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, Self

import msgspec

from conformance.verify.errors import StudyError
from conformance.verify.record import Record
from toolwire.wire.limits import LIMITS

FILE: Final = "exchanges.jsonl"
_ENCODER: Final = msgspec.json.Encoder()


class _Line(msgspec.Struct, frozen=True):
    seal: str
    record: msgspec.Raw


_LINES: Final = msgspec.json.Decoder(_Line)
_RECORDS: Final = msgspec.json.Decoder(Record)


class Sealed(msgspec.Struct, frozen=True):
    """The number of lines in a log, and the seal of the last line."""

    lines: int
    seal: str


def seal_of(before: str, record: bytes) -> str:
    """Return the seal of a record: the SHA-256 digest of the previous seal and the record's bytes, in hexadecimal."""
    return hashlib.sha256(before.encode() + record).hexdigest()


def _line(seal: str, record: bytes) -> bytes:
    return b'{"seal":"' + seal.encode() + b'","record":' + record + b"}\n"


class Log:
    """A log to which records are appended. ``with`` opens it, and ``kept`` must be read to its end before ``append``.

    An incomplete last line, which a killed run left, is removed.
    """

    def __init__(self, folder: Path, first: str) -> None:
        """Prepare the log in a folder. ``first``: the digest with which the chain of seals starts."""
        self._path = folder / FILE
        self._first = first
        self._end = 0
        self._sealed = Sealed(0, first)
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        exists = self._path.exists()
        if exists and not self._path.is_file():  # opening a pipe could wait for ever
            raise StudyError(f"{self._path}: not a regular file")
        self._file = self._path.open("r+b" if exists else "w+b")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def kept(self) -> Iterator[Record]:
        """Yield the existing records, and then move to the end of the file to append. Raises ``StudyError``."""
        for end, sealed, data in _lines(self._path, self._first):
            self._end, self._sealed = end, sealed
            yield _RECORDS.decode(data)
        assert self._file is not None
        self._file.truncate(self._end)
        self._file.seek(self._end)

    def append(self, record: Record) -> None:
        """Write a record to the end of the file, and flush it to the operating system."""
        assert self._file is not None
        data = _ENCODER.encode(record)
        seal = seal_of(self._sealed.seal, data)
        self._file.write(_line(seal, data))
        self._file.flush()
        self._sealed = Sealed(self._sealed.lines + 1, seal)

    @property
    def sealed(self) -> Sealed:
        """The number of lines in the log so far, and the seal of the last line."""
        return self._sealed


def check(folder: Path, first: str) -> Sealed:
    """Check every line of a log. Return the number of lines, and the last seal. Raises ``StudyError``.

    ``first``: the seal before the first record.
    """
    last = Sealed(0, first)
    for _, sealed, _ in _lines(folder / FILE, first):
        last = sealed
    return last


def raw_records(folder: Path, first: str) -> Iterator[bytes]:
    """Check every line of a log, and yield its records as JSON. Raises ``StudyError``.

    ``first``: the seal before the first record.
    """
    for _, _, data in _lines(folder / FILE, first):
        yield data


def decoded(data: bytes) -> Record:
    """Return the record that ``data`` contains as JSON."""
    return _RECORDS.decode(data)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}") from None


def _lines(path: Path, first: str) -> Iterator[tuple[int, Sealed, bytes]]:
    """Yield three values for each line of the file: the position of its end in bytes, the line's number and seal, and
    its record as JSON.

    ``first``: the seal before the first record. An incomplete last line is ignored. Raises ``StudyError``.
    """
    try:
        is_regular = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}") from None
    if not is_regular:
        raise StudyError(f"{path}: not a regular file")
    sealed, end = Sealed(0, first), 0
    with _opened(path) as file:
        for number, line in enumerate(iter(lambda: file.readline(LIMITS.event + 1), b""), 1):
            if len(line) > LIMITS.event:
                raise StudyError(f"{path}:{number}: expected a line of at most {LIMITS.event >> 20} MB, got more")
            if not line.endswith(b"\n"):
                return
            end += len(line)
            try:
                read = _LINES.decode(line)
                data = bytes(read.record)
                decoded(data)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise StudyError(f"{path}:{number}: not a record: the file was changed") from None
            if seal_of(sealed.seal, data) != read.seal:
                raise StudyError(f"{path}:{number}: the seal is broken: this line or an earlier line was changed")
            if line != _line(read.seal, data):
                raise StudyError(f"{path}:{number}: expected only a record and its seal: the file was changed")
            sealed = Sealed(number, read.seal)
            yield end, sealed, data
