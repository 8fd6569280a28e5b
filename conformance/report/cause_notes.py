"""Notes on root causes, written after reading the library's source: why it is so, where, and how to repair it.

They are in the folder ``notes`` beside the files of libraries, ``<name>.yaml`` for each. A note is about a cause that
the library's file has: it says why, and never what. In its texts backticks stand around code, and all else is plain.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec

from conformance.report.adapters import Library
from toolwire.providers.claim_file import NonEmpty, read_yaml
from toolwire.providers.errors import DataError

FOLDER: Final = "notes"
"""The folder of notes, in the folder of libraries."""

Line = Annotated[
    str, msgspec.Meta(pattern=r"^\S+:[1-9][0-9]*$", description="a line of a file such as some/module.py:12")
]
"""A line of a file, as the library's package has it."""


class CauseNotesError(DataError):
    """An invalid file of notes; the message is one line that names the file and the place."""


class CauseNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The explanation of one root cause."""

    cause: NonEmpty
    """The id of the root cause."""
    source: Annotated[tuple[Line, ...], msgspec.Meta(min_length=1)]
    """The lines of the library that cause it, the decisive one first."""
    why: NonEmpty
    repair: NonEmpty
    """A repair that somebody suggests."""


class CauseNotes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The notes on the root causes of a library."""

    version: NonEmpty
    """The version of the library that was read."""
    notes: tuple[CauseNote, ...]

    def on(self, cause: str) -> CauseNote | None:
        """Return the note on a cause; None without one."""
        return next((note for note in self.notes if note.cause == cause), None)


def read_in(source: Iterable[str], notes: CauseNotes, library: Library) -> str:
    """Return the packages whose lines a note names, with their versions; that of the library where none is known."""
    itself = f"{library.name} {notes.version}"
    if notes.version != library.version:
        return itself
    found = dict.fromkeys(_package(line, library.installed) for line in source)
    return ", ".join(f"{name} {library.installed[name]}" for name in found if name) or itself


def _package(line: str, installed: Iterable[str]) -> str:
    """Return the package that has a line, by the names of folders; "" for none."""
    first, *others = _plain(line).partition(".")[0].split("-")
    words = {name: _plain(name).split("-") for name in installed}
    found = (name for name, parts in words.items() if first in parts and {*parts} <= {first, *others})
    return max(found, key=len, default="")


def _plain(name: str) -> str:
    """Return a package's name, or a path in one, with hyphens for all that stands between its words."""
    return name.removeprefix("@").replace("/", "-").replace("_", "-")


def file_of(name: str, folder: Path) -> Path:
    """Return the path of the notes on a library, below the folder of libraries."""
    return folder / FOLDER / f"{name}.yaml"


def read(folder: Path) -> dict[str, CauseNotes]:
    """Read the notes below a folder of libraries, by the library's name. Raises ``CauseNotesError``."""
    return {path.stem: read_file(path) for path in sorted((folder / FOLDER).glob("*.yaml"))}


def read_file(path: Path) -> CauseNotes:
    """Read a file of notes. Raises ``CauseNotesError``."""
    found = read_yaml(path, CauseNotes, CauseNotesError)
    for cause, number in Counter(note.cause for note in found.notes).items():
        if number > 1:
            raise CauseNotesError(f"{path}: notes: {number} notes for cause {cause}; a cause has one")
    return found


def spans(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the parts of a note's text on one line, each with True if it stands between backticks."""
    parts = " ".join(text.split()).split("`")
    return tuple((part, n % 2 == 1) for n, part in enumerate(parts) if part)


def stale(libraries: Iterable[Library], notes: Mapping[str, CauseNotes], folder: Path) -> Iterator[str]:
    """Yield a line for each note that is about nothing: its cause, or its library, is gone."""
    by_name = {library.name: library for library in libraries}
    for name, of_library in notes.items():
        path, library = file_of(name, folder), by_name.get(name)
        if library is None:
            yield f"{path}: no library is called {name}"
            continue
        there = {cause.id for cause in library.causes or ()}
        for note in of_library.notes:
            if note.cause not in there:
                yield f"{path}: note for cause {note.cause}: {name} {library.version} has no such cause"


def unexplained(library: Library, notes: CauseNotes | None) -> tuple[str, ...]:
    """Return the causes of a library that cost its users anything and have no note."""
    explained = {note.cause for note in notes.notes} if notes else set()
    return tuple(cause.id for cause in library.causes or () if not cause.is_harmless and cause.id not in explained)
