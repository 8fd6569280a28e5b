"""A function of the application's that is told of segments, and may fail."""

from collections.abc import Callable

from conformance.normalizer.face.note import Note
from conformance.normalizer.face.segments import Segment

_LONGEST = 200


class Listener:
    """Tells a function; what it raises is noted, once for each thing that it says, and breaks nothing."""

    def __init__(self, on_segment: Callable[[Segment], object] | None) -> None:
        self._on_segment = on_segment
        self._notes: dict[str, Note] = {}

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self._notes.values())

    def tell(self, segment: Segment) -> None:
        if self._on_segment is None:
            return
        try:
            self._on_segment(segment)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"[:_LONGEST]
            note = Note(kind="callback", where="", why=f"the function for segments raised {said}")
            self._notes.setdefault(said, note)
