"""The parts of a drift report: changes, the parties that moved, and the things that could not be compared."""

from typing import Literal

import msgspec

from conformance.recording.cassette import CassetteName

Mover = Literal["provider moved", "we are wrong", "SDK is behind"]
Weight = Literal["breaking", "additive", "cosmetic"]
WEIGHTS: tuple[Weight, ...] = ("breaking", "additive", "cosmetic")


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A difference of shape, in all answers of a provider's dialect in a mode."""

    provider: str
    dialect: str
    mode: str
    pointer: str
    """The place. ``*`` means every item, and ``*[kind]`` means the items of a kind. In streams, the place begins with
    the kind of the event."""
    description: str
    weight: Weight
    movers: tuple[Mover, ...]
    example: str
    """The first case that shows the change."""
    rules: tuple[str, ...] = ()
    """The rules and the fields of the mapping that refer to the place."""
    cells: tuple[str, ...] = ()
    """The capabilities whose cells in the matrix rest on the scenarios that show the change."""


class NotLookedAt(msgspec.Struct, frozen=True):
    """Something that could not be compared, and the reason. The report has no changes of it."""

    what: str
    why: str


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a comparison."""

    compared: tuple[CassetteName, ...]
    changes: tuple[Change, ...]
    not_looked_at: tuple[NotLookedAt, ...]
    new: tuple[CassetteName, ...] = ()
    """Fresh cassettes that cannot be compared, because no cassette of the case is committed."""

    @property
    def moved(self) -> bool:
        """True if anything differs between the recorded and the fresh answers."""
        return any(change.movers != ("SDK is behind",) for change in self.changes)
