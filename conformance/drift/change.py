"""The parts of a drift report: the changes, the cause of each change, and everything that could not be compared."""

from typing import Literal

import msgspec

from conformance.recording.cassette import CassetteName

Mover = Literal["provider moved", "we are wrong", "SDK is behind"]
Weight = Literal["breaking", "additive", "cosmetic"]
WEIGHTS: tuple[Weight, ...] = ("breaking", "additive", "cosmetic")


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A difference in shape between the recorded and the fresh answers of a provider, in a dialect and a mode.

    The shape is everything but the content, see ``conformance.drift.shape``.
    """

    provider: str
    dialect: str
    mode: str
    pointer: str
    """The path to the change in an answer, or "" if the change is about the whole answer.

    ``*`` means every item, and ``*[kind]`` the items of a kind. In streams, the path begins with the kind of the event.
    """
    description: str
    weight: Weight
    movers: tuple[Mover, ...]
    example: str
    """The first case that shows the change: ``scenario/mode``. "" if a key is missing or the order of keys changed."""
    rules: tuple[str, ...] = ()
    """The ids of the provider's rules, and the fields of the dialect's mapping, that refer to the changed value."""
    cells: tuple[str, ...] = ()
    """The capabilities whose scenarios show the change. The cells of these capabilities in the matrix may change."""


class NotLookedAt(msgspec.Struct, frozen=True):
    """Something that could not be compared, and the reason. The report has no changes for it."""

    what: str
    why: str


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a comparison of fresh answers with recorded answers and with the SDKs' types."""

    compared: tuple[CassetteName, ...]
    changes: tuple[Change, ...]
    not_looked_at: tuple[NotLookedAt, ...]
    new: tuple[CassetteName, ...] = ()
    """Fresh cassettes that cannot be compared, because no cassette of the case is committed."""

    @property
    def moved(self) -> bool:
        """True if anything differs between the recorded and the fresh answers.

        If only the SDK's types differ from the answers, it is False.
        """
        return any(change.movers != ("SDK is behind",) for change in self.changes)
