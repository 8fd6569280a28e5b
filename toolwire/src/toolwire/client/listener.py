"""A function of the application's that is told of segments, and may fail."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isawaitable, iscoroutine
from typing import Final

from toolwire.client.note import Note
from toolwire.client.segments import Segment

_LONGEST: Final = 200


class Listener:
    """Tells a function; what it raises is noted, once for each thing that it says, and breaks nothing."""

    def __init__(self, on_segment: Callable[[Segment], object] | None) -> None:
        self._on_segment = on_segment
        self._notes: dict[str, Note] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self._notes.values())

    def tell(self, segment: Segment) -> None:
        """Tell it; a coroutine, which nobody would await, is noted."""
        if self._on_segment is not None:
            with self._noting():
                given = self._on_segment(segment)
                if iscoroutine(given):
                    given.close()
                    raise TypeError("it gave a coroutine, and only aask awaits one")

    async def atell(self, segment: Segment) -> None:
        """Tell it, and await what it gives where that can be awaited."""
        if self._on_segment is not None:
            with self._noting():
                given = self._on_segment(segment)
                if isawaitable(given):
                    await given

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            said = f"{type(error).__name__}: {error}"[:_LONGEST]
            note = Note(kind="callback", where="", why=f"the function for segments raised {said}")
            self._notes.setdefault(said, note)
