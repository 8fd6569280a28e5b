"""The reactions of libraries to deviations of form, with a file for each library."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from conformance import callers, kept_file
from conformance.data import DataError, consumers_folder
from conformance.judge.finding import Consumers
from conformance.judge.form import Tried
from conformance.mutants.answer import Mode
from conformance.recording.deviations import deviations

Outcome = Literal["accepts", "breaks", "not-read"]


class Reaction(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reaction of a library to one deviation in one mode."""

    deviation: str
    mode: Mode
    outcome: Outcome
    """The outcome. ``accepts``: the library reads the changed answer like the unchanged answer. ``breaks``: it raises
    an exception, or has a different reading. ``not-read``: it cannot read even the unchanged answer.
    """
    how: str = ""
    """The reason for the outcome. For ``breaks`` it is the exception, or the difference between the readings."""
    asked: callers.Mode | None = None
    """The mode in which the library breaks, synchronous or asynchronous, if it does not break in the other mode.
    Otherwise None.
    """
    rests: str
    """The digest of the unchanged and the changed answer. If these answers have a different digest today, the reaction
    must be measured again.
    """


class Consumer(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a library, and how it reacted to answers that deviate from the documented form."""

    name: str
    version: str
    language: str
    date: str
    installed: dict[str, str]
    """The packages that were named when the library was installed, with their versions."""
    reactions: tuple[Reaction, ...]

    @property
    def title(self) -> str:
        """The library's name and version."""
        return f"{self.name} {self.version}"

    def count(self, outcome: Outcome) -> int:
        """Return how many of the library's reactions have this outcome."""
        return sum(reaction.outcome == outcome for reaction in self.reactions)


def read(folder: Path | None = None) -> tuple[Consumer, ...]:
    """Read the files of all libraries in a folder, sorted by name. The default is our folder. Raises ``DataError``."""
    folder = folder or consumers_folder()
    return tuple(sorted(map(_read, folder.glob("*@*.json")), key=lambda consumer: consumer.name))


def _read(path: Path) -> Consumer:
    return kept_file.read_version(path, Consumer, "not a file of a library's reactions", DataError)


@cache
def tried(dialect: str, mode: Mode) -> tuple[Tried, ...]:
    """Return the deviations of a dialect that were tried with libraries in a mode. Raises ``DataError``.

    Each entry has the patterns of the findings that the deviation explains, the number of libraries that were tried
    with the deviation, and the libraries that break on it.
    """
    return tuple(
        Tried(deviation.patterns(mode), consumers)
        for deviation in deviations()
        if deviation.dialect == dialect
        if (consumers := _of(deviation.id, mode)) is not None
    )


def _of(deviation: str, mode: Mode) -> Consumers | None:
    """Return how many libraries were tried with a deviation in a mode, and the libraries that break. Return None if no
    library was tried with it.

    Libraries that cannot read the unchanged answer do not count.
    """
    outcomes = {
        consumer.title: reaction.outcome
        for consumer in _ours()
        for reaction in consumer.reactions
        if (reaction.deviation, reaction.mode) == (deviation, mode) and reaction.outcome != "not-read"
    }
    breaks = tuple(title for title, outcome in outcomes.items() if outcome == "breaks")
    return Consumers(asked=len(outcomes), breaks=breaks) if outcomes else None


@cache
def _ours() -> tuple[Consumer, ...]:
    return read()
