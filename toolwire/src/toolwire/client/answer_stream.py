"""The reader of an answer while the answer's bytes arrive."""

from collections.abc import Callable, Iterable, Iterator

from toolwire.client.answer import Answer, Reader
from toolwire.client.embedded import Embedded
from toolwire.client.listener import Listener
from toolwire.client.note import Note
from toolwire.client.segments import Segment, Segments
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.dialect import Dialect
from toolwire.dialects.kept import Kept
from toolwire.dialects.stream import ResponseStream
from toolwire.model import Event
from toolwire.wire.limits import LIMITS, Limits


class AnswerStream:
    """A reader of an answer whose bytes arrive in pieces of any size.

    ``feed`` returns segments, and ``close`` returns the answer. No method waits, so synchronous and asynchronous code
    can use the reader. If ``on_segment`` raises an error, reading continues. The answer gets a note for each different
    error text.
    """

    def __init__(
        self,
        dialect: Dialect,
        reader: Reader,
        embedded: Embedded | None = None,
        on_segment: Callable[[Segment], object] | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self._stream = ResponseStream(dialect, limits)
        self._reader = reader
        self._embedded = embedded
        kept = Kept(limits)
        kept.lift()  # _stream already counts the same parts against the limits
        self._assembler = Assembler(kept)
        """The assembler of the response for the application. In this response, calls that the model wrote into its text
        are parts. In the response of ``_stream``, they are still text.
        """
        self._segments = Segments(reader.call)
        self._listener = Listener(on_segment)
        self._answer: Answer | None = None

    def feed(self, chunk: bytes) -> list[Segment]:
        """Return the segments that ``chunk`` completes. If bytes cannot be read, all further bytes are ignored.

        Raises ``WireError`` if bytes cannot be read and nothing was read before them.
        """
        return (
            []
            if self._stream.is_over
            else self._notify(self._segments.take(self._looked_through(self._stream.feed(chunk))))
        )

    def end(self, why: str | None = None) -> list[Segment]:
        """Return the segments that the end of the bytes completes. ``why`` is the error that broke the connection.

        Raises the errors of ``feed``.
        """
        if self._answer is not None:
            return []
        found = self._notify(self._last(self._stream.end()))
        response = self._stream.close()
        notes = [*self._listener.notes]
        if why is not None:
            notes.append(Note(kind="interrupted", where="", why=why))
        if self._embedded is not None:
            response = self._assembler.response()
            notes += self._embedded.notes
        self._answer = self._reader.answer(response, notes)
        return found

    def close(self) -> Answer:
        """End the stream, and return the answer. If the answer was cut, return the part that arrived. Raises the errors
        of ``feed``.
        """
        self.end()
        assert self._answer is not None
        return self._answer

    def _last(self, events: Iterable[Event]) -> Iterator[Segment]:
        yield from self._segments.take(self._looked_through(events))
        if self._embedded is not None:
            yield from self._segments.take(self._assembled(self._embedded.over()))
        yield from self._segments.end()

    def _looked_through(self, events: Iterable[Event]) -> Iterable[Event]:
        return events if self._embedded is None else self._assembled(self._embedded.take(events))

    def _assembled(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            self._assembler.add(event)
            yield event

    def _notify(self, segments: Iterable[Segment]) -> list[Segment]:
        found = []
        for segment in segments:
            found.append(segment)
            self._listener.tell(segment)
        return found
