"""The values that a document's members had before the dialect's operations removed or replaced them."""

import msgspec

from toolwire.model import Json


class Originals:
    """The original values of members of a document's objects."""

    def __init__(self) -> None:
        self._values: dict[int, tuple[dict[str, Json], dict[str, Json]]] = {}
        """The objects with their values, by ``id()`` of the object. The object is kept so that its id stays unique."""

    def keep(self, holder: dict[str, Json], key: str) -> None:
        """Keep the value of a member. If a value of this member is already kept, do nothing."""
        _, values = self._values.setdefault(id(holder), (holder, {}))
        values.setdefault(key, holder[key])

    def has(self, holder: dict[str, Json], key: str) -> bool:
        """Return whether a value of the member is kept."""
        return id(holder) in self._values and key in self._values[id(holder)][1]

    def value(self, holder: dict[str, Json], key: str) -> Json | msgspec.UnsetType:
        """Return the kept value of a member, or else its current value. ``UNSET`` if the member has neither."""
        return self._values[id(holder)][1][key] if self.has(holder, key) else holder.get(key, msgspec.UNSET)
