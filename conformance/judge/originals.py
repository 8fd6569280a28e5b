"""Values that operations remove from a document, or replace by an equal one, as they stand on the wire."""

import msgspec

from toolwire.model import Json


class Originals:
    """The original values of members of a document's objects."""

    def __init__(self) -> None:
        self._values: dict[int, tuple[dict[str, Json], dict[str, Json]]] = {}
        """By the identity of each object, which stays with its values, so that no other object gets its identity."""

    def keep(self, holder: dict[str, Json], key: str) -> None:
        """Keep the value of a member, unless an earlier one is kept."""
        _, values = self._values.setdefault(id(holder), (holder, {}))
        values.setdefault(key, holder[key])

    def has(self, holder: dict[str, Json], key: str) -> bool:
        """Return True if a value of the member is kept."""
        return id(holder) in self._values and key in self._values[id(holder)][1]

    def value(self, holder: dict[str, Json], key: str) -> Json | msgspec.UnsetType:
        """Return the kept value of a member, or else its value; unset without either."""
        return self._values[id(holder)][1][key] if self.has(holder, key) else holder.get(key, msgspec.UNSET)
