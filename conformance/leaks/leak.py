"""The reports of the leak guard. A report names the place and the kind of a secret, and never shows the secret."""

from collections.abc import Sequence
from pathlib import Path

import msgspec


class Leak(msgspec.Struct, frozen=True, order=True):
    """A secret that was found in a file or a value."""

    place: str
    """The path to the secret, for example ``/body#[3]/delta``: the member ``delta`` of event 3 of the stream in
    ``/body``. ``#`` precedes a path in decoded content. ``[n]`` is the index of an event, a frame or a line.
    """
    kind: str

    def __str__(self) -> str:
        return f"{self.place}: {self.kind}" if self.place else self.kind


class Unseen(msgspec.Struct, frozen=True, order=True):
    """A value that could not be searched, and the reason."""

    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: cannot be searched: {self.why}" if self.place else f"cannot be searched: {self.why}"


class LeakError(Exception):
    """An error for a file that is not written, because it contains a secret or cannot be searched. ``str()`` never
    shows the secret.
    """

    def __init__(self, path: Path, found: Sequence[Leak | Unseen]) -> None:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        super().__init__(f"{path}: not written: {found[0]}{more}")
        self.path = path
        self.found = tuple(found)
