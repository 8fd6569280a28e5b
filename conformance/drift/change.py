"""What drift is told as: changes, who moved, and what could not be looked at."""

from typing import Literal

import msgspec

from conformance.recording.cassette import CassetteName

Mover = Literal["provider moved", "we are wrong", "SDK is behind"]
Weight = Literal["breaking", "additive", "cosmetic"]
WEIGHTS: tuple[Weight, ...] = ("breaking", "additive", "cosmetic")


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One difference of shape, in all answers of a provider's dialect in one mode."""

    provider: str
    dialect: str
    mode: str
    pointer: str
    """The place: ``*`` for every item, ``*[kind]`` for those of a kind; in streams, the kind of the event before it."""
    said: str
    weight: Weight
    movers: tuple[Mover, ...]
    example: str
    """The first case that shows it."""
    rules: tuple[str, ...] = ()
    """The rules and the fields of the mapping that speak of the place."""
    cells: tuple[str, ...] = ()
    """The capabilities whose cells in the matrix rest on what shows it."""


class NotLookedAt(msgspec.Struct, frozen=True):
    """What could not be compared, and why: nothing is said of it."""

    what: str
    why: str


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a comparison."""

    compared: tuple[CassetteName, ...]
    changes: tuple[Change, ...]
    not_looked_at: tuple[NotLookedAt, ...]
    new: tuple[CassetteName, ...] = ()
    """Fresh cassettes of cases of which none is committed: there is nothing to compare them with."""

    @property
    def moved(self) -> bool:
        """Whether anything differs between what was recorded and what is answered now."""
        return any(change.movers != ("SDK is behind",) for change in self.changes)
