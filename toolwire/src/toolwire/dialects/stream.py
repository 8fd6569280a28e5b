"""Reading of a streamed answer of any dialect while its bytes arrive."""

from collections.abc import Iterator
from itertools import chain

from toolwire.dialects.assembly import Assembler
from toolwire.dialects.dialect import Dialect
from toolwire.dialects.errors import StreamOver
from toolwire.dialects.kept import Kept
from toolwire.model import Event, Malformed, Response
from toolwire.wire.errors import WireError
from toolwire.wire.limits import LIMITS, Limits


class ResponseStream:
    """A reader of a streamed answer, whose bytes arrive in pieces of any size.

    ``feed`` takes the bytes that arrived, and returns canonical events. ``end`` returns the events of the stream's end,
    and ``close`` returns the response. No method waits for bytes, so synchronous and asynchronous code can use the
    reader. The reader's memory stays within a small multiple of the answer's size, and within ``limits``.

    If bytes cannot be read or exceed ``limits``, a ``Malformed`` event has the reason. The events before these bytes
    stay, and nothing after the bytes is read. A call that has not ended is not complete. If even the first bytes cannot
    be read, they are not a stream of the dialect: ``WireError`` is raised.
    """

    def __init__(self, dialect: Dialect, limits: Limits = LIMITS) -> None:
        self._kept = Kept(limits)
        self._decoder = dialect.stream_decoder(self._kept)
        self._assembler = Assembler(self._kept)
        self._begun = False
        self._over = False
        self._response: Response | None = None
        self._error: WireError | None = None

    @property
    def is_over(self) -> bool:
        """True if the stream reads no more bytes: it has ended, or its bytes could not be read."""
        return self._over

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that ``chunk`` completes.

        Raises ``WireError`` if no bytes could be read so far. Raises ``StreamOver`` if ``is_over`` is true.
        """
        if self._over:
            raise StreamOver("no more bytes can be read: end() was called, or earlier bytes could not be read")
        found: list[Event] = []
        self._take(self._decoder.feed(chunk), found, closing=False)
        return found

    def end(self) -> list[Event]:
        """Return the events of the stream's end; no events if the stream is already over. Raises ``WireError`` as
        ``feed`` does.
        """
        found: list[Event] = []
        if not self._over:
            self._over = True
            self._take(self._decoder.close(), found, closing=True)
        return found

    def close(self) -> Response:
        """End the stream and return the response. The response may be incomplete.

        Raises ``WireError`` as ``feed`` does.
        """
        self.end()
        if self._error is not None:
            raise self._error
        if self._response is None:
            self._response = self._assembler.response()
        return self._response

    def _take(self, events: Iterator[Event], found: list[Event], *, closing: bool) -> None:
        """Append each event to ``found``, and add it to the response before the next event is read.

        So reading stops at the first event with which the response exceeds a limit.
        """
        add = self._assembler.add
        try:
            for event in events:
                found.append(event)
                add(event)
        except WireError as error:
            self._over = True
            if not found and not self._begun:
                self._error = error
                raise
            # At the end nothing is read any more, and the remaining events only complete what came before.
            self._break_off(error, found, events if closing else self._decoder.close())
        self._begun = self._begun or bool(found)
        if self._over:
            del self._decoder  # it also holds text, and building the response needs memory

    def _break_off(self, error: WireError, found: list[Event], last: Iterator[Event]) -> None:
        self._kept.lift()
        for event in chain((Malformed(why=str(error)),), last):
            found.append(event)
            self._assembler.add(event)
