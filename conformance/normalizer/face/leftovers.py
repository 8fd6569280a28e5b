"""What was read from a wire and has no canonical word: it stays behind when it goes to another provider."""

from collections.abc import Iterator

from conformance.model import Carried, Json
from conformance.normalizer.face.note import Note
from conformance.wire import pointer


def leftovers(carried: Carried | None, where: str) -> Iterator[Note]:
    """A note for each thing that is left behind; keys that say nothing are not worth one."""
    if carried is not None:
        for place in _places(carried.rest, where):
            yield Note(kind="dropped", where=place, why="there is no word for it that both dialects have")


def _places(value: Json, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, f"{where}/{pointer.escape(key)}")
    elif value is not None and value is not False and value not in ("", []):
        yield where
