"""Pointers to the calls and results in a dialect's requests.

With them, the calls and results of a request can be checked without reading the rest of the request.
"""

from collections.abc import Iterator

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import Pointer
from toolwire.wire import pointer


class Picker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A selection of values from an item of a document.

    ``at`` is a pointer to objects in the item. ``where`` has the values that such an object must have. ``take`` is a
    pointer from the object to the selected value.
    """

    at: Pointer = ""
    take: Pointer = ""
    where: dict[str, Json] = {}

    def pick(self, item: Json) -> list[Json]:
        """Return the selected values, in document order."""
        return [
            value
            for place in pointer.values(item, self.at)
            if self.allows(place)
            for value in pointer.values(place, self.take)
        ]

    def find(self, item: Json) -> Iterator[tuple[str, Json]]:
        """Yield the selected values, each with the JSON pointer to it."""
        for path, place in pointer.find(item, self.at):
            if self.allows(place):
                yield from ((path + below, value) for below, value in pointer.find(place, self.take))

    def allows(self, place: Json) -> bool:
        """Return whether ``place`` is an object with the values in ``where``. If ``where`` is empty, any value is
        allowed.
        """
        return all(isinstance(place, dict) and place.get(key) == value for key, value in self.where.items())


class HistoryView(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """The selection of calls and results from the history of a request."""

    items: str
    """A pointer to the items of the history, in order: messages, contents, or input items."""
    calls: tuple[Picker, ...]
    """The selections of the values that identify calls: ids, or the tools' names in a dialect without ids."""
    results: tuple[Picker, ...]
    """The selections of the values by which results name their calls: ids or tools' names, as in ``calls``."""
    role: str = "/role"
    result_roles: tuple[str, ...] = ()
    """The roles of items with results; empty if items have no role."""
    by: str = "id"
    """The value that pairs calls with results: ``id`` or ``name``."""
