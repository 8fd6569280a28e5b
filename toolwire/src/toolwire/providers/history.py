"""Where a dialect's requests hold calls and results: enough to check a history without reading the rest."""

from collections.abc import Iterator

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import Pointer
from toolwire.wire import pointer


class Picker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values to pick out of an item: of every place that ``at`` leads to and ``where`` allows, the one at ``take``."""

    at: Pointer = ""
    take: Pointer = ""
    where: dict[str, Json] = {}

    def pick(self, item: Json) -> list[Json]:
        """The values, in document order."""
        return [
            value
            for place in pointer.values(item, self.at)
            if self.allows(place)
            for value in pointer.values(place, self.take)
        ]

    def find(self, item: Json) -> Iterator[tuple[str, Json]]:
        """The values, each with its place."""
        for path, place in pointer.find(item, self.at):
            if self.allows(place):
                yield from ((path + below, value) for below, value in pointer.find(place, self.take))

    def allows(self, place: Json) -> bool:
        """Whether ``where`` allows a place."""
        return all(isinstance(place, dict) and place.get(key) == value for key, value in self.where.items())


class HistoryView(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """How to walk a request's history."""

    items: str
    """Pointer to the items, in order: messages, contents, or input items."""
    calls: tuple[Picker, ...]
    """What identifies a call: its id, or its name in a dialect without ids."""
    results: tuple[Picker, ...]
    """What identifies the call that a result answers."""
    role: str = "/role"
    result_roles: tuple[str, ...] = ()
    """Roles whose items hold results; empty where items have no role."""
    by: str = "id"
    """``id`` or ``name``: what pairs calls with results."""
