"""Notes on root causes, written by an author who has read the library's source code.

A note explains why a root cause exists, names the decisive lines of code, and suggests a repair. The library's file of
verdicts describes the fault itself. The folder of libraries has a folder ``notes``, with a file ``<name>.yaml`` for
each library. In the text of a note, code is between backticks, and everything else is plain text.
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
"""A line of a file in the library's package, such as ``some/module.py:12``."""


class CauseNotesError(DataError):
    """An error for an invalid file of notes. The message is a line that names the file and the place."""


class CauseNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The explanation of one root cause."""

    cause: NonEmpty
    """The id of the root cause."""
    source: Annotated[tuple[Line, ...], msgspec.Meta(min_length=1)]
    """The lines of code that cause the fault, the decisive line first."""
    why: NonEmpty
    repair: NonEmpty
    """A suggested repair."""


class CauseNotes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The notes on the root causes of a library."""

    version: NonEmpty
    """The version of the library whose source code the author has read."""
    notes: tuple[CauseNote, ...]

    def on(self, cause: str) -> CauseNote | None:
        """Return the note on a cause, or None if it has no note."""
        return next((note for note in self.notes if note.cause == cause), None)


def read_in(source: Iterable[str], notes: CauseNotes, library: Library) -> str:
    """Return the packages that the author of a note read, with their installed versions: ``some 1.2, other 3.4``.

    ``source``: the lines of code that the note names. Lines that are in no installed package are ignored. If the notes
    are about another version than the judged version, or if all lines are ignored, return the library's name and the
    version in ``notes`` instead.
    """
    itself = f"{library.name} {notes.version}"
    if notes.version != library.version:
        return itself
    found = dict.fromkeys(_package(line, library.installed) for line in source)
    return ", ".join(f"{name} {library.installed[name]}" for name in found if name) or itself


def _package(line: str, installed: Iterable[str]) -> str:
    """Return the installed package that contains a line of code: ``pydantic_ai/models/openai.py:12`` is in
    ``pydantic-ai``. Return "" if no package contains it.

    The path of the line must contain every word of the package's name, and must begin with such a word. If several
    packages fit, return the longest name.
    """
    first, *others = _plain(line).partition(".")[0].split("-")
    words = {name: _plain(name).split("-") for name in installed}
    found = (name for name, parts in words.items() if first in parts and {*parts} <= {first, *others})
    return max(found, key=len, default="")


def _plain(name: str) -> str:
    """Return the name of a package, or a path in a package, in a form for comparisons: ``@scope/a_b -> scope-a-b``."""
    return name.removeprefix("@").replace("/", "-").replace("_", "-")


def file_of(name: str, folder: Path) -> Path:
    """Return the path of the notes on a library, below the folder of libraries."""
    return folder / FOLDER / f"{name}.yaml"


def read(folder: Path) -> dict[str, CauseNotes]:
    """Return the notes below a folder of libraries, by the library's name. Raises ``CauseNotesError``."""
    return {path.stem: read_file(path) for path in sorted((folder / FOLDER).glob("*.yaml"))}


def read_file(path: Path) -> CauseNotes:
    """Return the notes in a file. Raises ``CauseNotesError``."""
    found = read_yaml(path, CauseNotes, CauseNotesError)
    for cause, number in Counter(note.cause for note in found.notes).items():
        if number > 1:
            raise CauseNotesError(f"{path}: notes: expected a single note for cause {cause}, got {number}")
    return found


def spans(text: str) -> tuple[tuple[str, bool], ...]:
    """Split the text of a note at its backticks.

    Each item is a part of the text, and True if the part was between backticks. Line ends become blanks.
    """
    parts = " ".join(text.split()).split("`")
    return tuple((part, n % 2 == 1) for n, part in enumerate(parts) if part)


def stale(libraries: Iterable[Library], notes: Mapping[str, CauseNotes], folder: Path) -> Iterator[str]:
    """Yield a message for each library that has notes but does not exist, and for each note on a root cause that its
    library does not have.
    """
    by_name = {library.name: library for library in libraries}
    for name, of_library in notes.items():
        path, library = file_of(name, folder), by_name.get(name)
        if library is None:
            yield f"{path}: unknown library: {name}"
            continue
        there = {cause.id for cause in library.causes or ()}
        for note in of_library.notes:
            if note.cause not in there:
                gone = f"note for cause {note.cause}: {name} {library.version} has no such cause"
                yield f"{path}: {gone}: correct the cause, or remove the note"


def unexplained(library: Library, notes: CauseNotes | None) -> tuple[str, ...]:
    """Return the ids of a library's causes that have no note. Causes that cost users nothing are left out."""
    explained = {note.cause for note in notes.notes} if notes else set()
    return tuple(cause.id for cause in library.causes or () if not cause.is_harmless and cause.id not in explained)
