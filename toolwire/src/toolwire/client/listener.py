"""A wrapper of the application's function for segments. Errors that the function raises become notes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isawaitable, iscoroutine
from typing import Final

from toolwire.client.note import Note
from toolwire.client.segments import Segment

_LONGEST: Final = 200


class Listener:
    """A wrapper of the application's function for segments.

    If the function raises an error, reading the answer continues. Each different error text becomes a note.
    """

    def __init__(self, on_segment: Callable[[Segment], object] | None) -> None:
        self._on_segment = on_segment
        self._notes: dict[str, Note] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self._notes.values())

    def tell(self, segment: Segment) -> None:
        """Call the function with a segment.

        If the function returns a coroutine, a note states that it is not awaited.
        """
        if self._on_segment is not None:
            with self._noting():
                result = self._on_segment(segment)
                if iscoroutine(result):
                    result.close()
                    raise TypeError("the function returned a coroutine, but only aask awaits coroutines")

    async def atell(self, segment: Segment) -> None:
        """Call the function with a segment, and await its result if it can be awaited."""
        if self._on_segment is not None:
            with self._noting():
                result = self._on_segment(segment)
                if isawaitable(result):
                    await result

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            message = f"{type(error).__name__}: {error}"[:_LONGEST]
            note = Note(kind="callback", where="", why=f"on_segment raised {message}")
            self._notes.setdefault(message, note)
