"""Transforms that add, remove or change keys of objects."""

from copy import deepcopy
from typing import Final

import msgspec

from conformance.mutants.answer import Answer, At, Transform
from toolwire.json_value import Json
from toolwire.wire import exact_json, pointer

ABSENT: Final = "absent"
"""The value that represents a missing key in the fields of a transform."""


class Key(Transform, frozen=True, kw_only=True, tag="key"):
    """A transform that changes the values at the pointer ``at``.

    The last step of ``at`` is a key. The recorded object may lack this key.
    """

    at: At
    becomes: Json = None
    """The new value. ``absent`` removes the key."""
    copies: At | None = None
    """A pointer into the same document. Its value replaces the old value, and ``becomes`` is not used."""
    was: tuple[Json, ...] = ()
    """The old values that are changed, which may include ``absent``. If empty, every value is changed."""
    beside: str | None = None
    """Another key of the same object. Only objects with a non-empty value under this key are changed."""
    where: dict[str, Json] = msgspec.field(default_factory=dict)
    """Values by key. Only objects with all of these values are changed."""

    def change(self, answer: Answer) -> bool:
        parent, _, key = self.at.rpartition("/")
        changed = False
        for document in answer.documents:
            for place in pointer.values(document, parent):
                if isinstance(place, dict) and self._applies(place, key):
                    changed |= self._set(place, key, document)
        return changed

    def _applies(self, place: dict[str, Json], key: str) -> bool:
        if self.beside is not None and not place.get(self.beside):
            return False
        if any(not exact_json.same(place.get(name), value) for name, value in self.where.items()):
            return False
        value = place.get(key, ABSENT)
        return not self.was or any(exact_json.same(value, allowed) for allowed in self.was)

    def _set(self, place: dict[str, Json], key: str, document: Json) -> bool:
        before = place.get(key, ABSENT)
        after = next(iter(pointer.values(document, self.copies)), ABSENT) if self.copies else self.becomes
        if after == ABSENT:
            place.pop(key, None)
        else:
            place[key] = deepcopy(after)
        return not exact_json.same(before, after)


class Place(Transform, frozen=True, kw_only=True, tag="place"):
    """A transform that writes the index of each item into the item, under the key ``key``. The items are in the arrays
    at ``at``.
    """

    at: At
    key: str

    def change(self, answer: Answer) -> bool:
        changed = False
        for document in answer.documents:
            for items in pointer.values(document, self.at):
                for n, item in enumerate(items or ()):
                    changed |= item.get(self.key) != n
                    item[self.key] = n
        return changed


class Shift(Transform, frozen=True, kw_only=True, tag="shift"):
    """A transform that adds ``by`` to the numbers at ``at``.

    It changes only the first document with a non-empty value at ``behind``, and all documents after it.
    """

    at: At
    by: int
    behind: At

    def change(self, answer: Answer) -> bool:
        parent, _, key = self.at.rpartition("/")
        begun = changed = False
        for document in answer.documents:
            begun |= any(pointer.values(document, self.behind))
            for place in pointer.values(document, parent):
                if begun and isinstance(place.get(key), int):
                    place[key] += self.by
                    changed = True
        return changed
