"""Decoding of bodies with the content encoding ``gzip`` or ``deflate``, piece by piece."""

import zlib
from typing import Final

_ANY: Final = zlib.MAX_WBITS | 32
"""The ``wbits`` of zlib for data with a header. zlib finds out whether it is a header of gzip or of zlib."""
_BARE: Final = -zlib.MAX_WBITS
"""The ``wbits`` of zlib for data without any header. Some servers send such data as ``deflate``."""


class BrokenEncoding(Exception):
    """An error: the body is not complete, or does not have the encoding that its headers state. ``str()`` has the
    reason.
    """


class Inflated:
    """A decoder of a body. A body of ``gzip`` may have several members, and zeros after them."""

    def __init__(self) -> None:
        self._decoder = zlib.decompressobj(_ANY)
        self._head: bytes | None = b""
        """The data received so far, until it is known whether the data have a header. None afterwards."""

    def more(self, piece: bytes, most: int) -> bytes:
        """Return the decoded content of the next piece, at most ``most`` bytes. The rest is discarded. Raises
        ``BrokenEncoding``.
        """
        found = bytearray()
        while piece and len(found) < most:
            if self._decoder.eof and not (piece := piece.lstrip(b"\0")):
                break
            if self._decoder.eof:
                self._decoder = zlib.decompressobj(_ANY)
            found += self._decoded(piece, most - len(found))
            piece = self._decoder.unused_data if self._decoder.eof else self._decoder.unconsumed_tail
        return bytes(found)

    def end(self) -> None:
        """Raise ``BrokenEncoding`` if the body is not complete. An empty body is complete."""
        if self._head != b"" and not self._decoder.eof:
            raise BrokenEncoding("expected a whole compressed answer, got only its beginning")

    def _decoded(self, piece: bytes, most: int) -> bytes:
        head, self._head = self._head, None
        try:
            found = self._decoder.decompress(piece, most)
        except zlib.error as error:
            if head is None:
                raise BrokenEncoding(f"expected a compressed answer, got other data: {error}") from None
            self._decoder = zlib.decompressobj(_BARE)
            return self._decoded(head + piece, most)
        if head is not None and not found and not self._decoder.eof:
            self._head = head + piece
        return found
