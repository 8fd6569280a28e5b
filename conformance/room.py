"""A limit for the decompressed bytes of a document (the room), which all compressed parts of the document share.

A few bytes may become many megabytes when they are decompressed, and a document may have many such parts.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.wire.limited_file import MAX_FILE

_BLOCK: Final = 8192
"""The number of compressed bytes that are decompressed at once. They become at most 8 MB."""
_WITH_HEADER: Final = zlib.MAX_WBITS | 16
"""The ``wbits`` of zlib for gzip."""
_FIXED: Final = 10
"""The size in bytes of the first part of a gzip header, which has no text."""
_EXTRA: Final = 4
"""The flag of a header of gzip that has extra fields."""
_TEXTS: Final = (8, 16)
"""The flags of a header of gzip that has a file name, and of a header that has a comment."""
_ZEROS: Final = re.compile(b"\0*")


class NoRoom(ValueError):
    """An error: the decompressed bytes of a document exceed the limit. ``str()`` names the limit."""


class Member(NamedTuple):
    """A part of gzip data: its decompressed content, and the texts in its header."""

    header: str
    """The texts of the header in Latin-1: extra fields, the name of a file, and a comment."""
    content: bytes


class Room:
    """The number of bytes that may still be decompressed. Each decompression makes the number smaller."""

    def __init__(self) -> None:
        self.left = MAX_FILE

    def takes(self, size: int) -> bool:
        """Return whether ``size`` more bytes may be decompressed. If so, subtract ``size`` from the number of bytes
        that may still be decompressed.
        """
        has_room = size <= self.left
        self.left -= size if has_room else 0
        return has_room

    def members(self, data: bytes) -> Iterator[Member]:
        """Decompress gzip data, and yield each member (gzip data may consist of several). Zeros between the members are
        skipped.

        Raises ``NoRoom``, and ``ValueError`` if the data are broken.
        """
        at = 0
        while at < len(data):
            try:
                content, end = self.inflated(data, _WITH_HEADER, at)
            except zlib.error as error:
                raise ValueError(f"broken gzip: {error}") from None
            if end is None:
                raise ValueError("broken gzip: the data end before their end marker")
            yield Member(_header(data, at), content)
            at = _ZEROS.match(data, end).end()  # type: ignore[union-attr]

    def inflated(self, data: bytes, wbits: int, at: int = 0) -> tuple[bytes, int | None]:
        """Decompress the part of ``data`` that begins at the offset ``at``. Return the decompressed content, and the
        offset at which the compressed part ends.

        The offset is None if ``data`` end too early.

        ``wbits`` is the format of the compressed part, as in ``zlib``. Raises ``NoRoom``, and ``zlib.error`` if the
        part has another format.
        """
        decoder = zlib.decompressobj(wbits)
        found = bytearray()
        while not decoder.eof and (block := data[at : at + _BLOCK]):
            piece = decoder.decompress(block)
            if not self.left or not self.takes(len(piece)):
                self.left = 0
                raise NoRoom(f"more than {MAX_FILE >> 20} MB when decompressed, all compressed parts together")
            found += piece
            at += len(block)
        return bytes(found), at - len(decoder.unused_data) if decoder.eof else None


def _header(data: bytes, at: int) -> str:
    """Return the texts of the gzip header that begins at the offset ``at``. See ``Member.header``."""
    flags, begin = data[at + 3], at + _FIXED
    end = begin
    if flags & _EXTRA:
        end += 2 + int.from_bytes(data[end : end + 2], "little")
    for flag in _TEXTS:
        end = data.index(0, end) + 1 if flags & flag else end
    return data[begin:end].decode("latin-1")
