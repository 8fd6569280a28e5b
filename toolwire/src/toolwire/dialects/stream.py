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
    remain valid, and nothing after the bytes is read. A call without an end event is incomplete. If the bytes that
    cannot be read come before the first event, they are not a stream of the dialect, and ``WireError`` is raised.
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
        """True if no more bytes are read, because ``end`` was called or earlier bytes could not be read."""
        return self._over

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that ``chunk`` completes.

        Raises ``WireError`` if bytes cannot be read before the first event. Raises ``StreamOver`` if ``is_over`` is
        true.
        """
        if self._over:
            raise StreamOver("no more bytes can be read: end() was called, or earlier bytes could not be read")
        found: list[Event] = []
        self._take(self._decoder.feed(chunk), found, closing=False)
        return found

    def end(self) -> list[Event]:
        """Return the events of the stream's end. Return no events if ``is_over`` is already true.

        Raises ``WireError`` if the last bytes cannot be read and no event came before them.
        """
        found: list[Event] = []
        if not self._over:
            self._over = True
            self._take(self._decoder.close(), found, closing=True)
        return found

    def close(self) -> Response:
        """End the stream and return the response. The response may be incomplete.

        Raises ``WireError`` if bytes could not be read before the first event.
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
            # At the stream's end, no more bytes are read. The remaining events only end the parts that have begun.
            self._break_off(error, found, events if closing else self._decoder.close())
        self._begun = self._begun or bool(found)
        if self._over:
            del self._decoder  # frees the text that it keeps, because building the response needs memory

    def _break_off(self, error: WireError, found: list[Event], last: Iterator[Event]) -> None:
        self._kept.lift()
        for event in chain((Malformed(why=str(error)),), last):
            found.append(event)
            self._assembler.add(event)
