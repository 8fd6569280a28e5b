"""Reading of a wire object key by key. Keys that are not read are kept."""

from typing import Final

from toolwire.dialects.errors import ShapeError
from toolwire.model import Carried, Json

_ABSENT: Final = "absent"


class Fields:
    """A wire object that keeps track of its unread keys.

    Each getter, such as ``text``, reads a key only if the value has the getter's type. Keys with null or a value of
    another type stay unread, and ``carried`` returns them. For ``filled`` and ``items``, keys with an empty value stay
    unread, too.
    """

    __slots__ = ("_children", "_rest", "_spelling", "bare", "where")

    def __init__(self, value: Json, where: str) -> None:
        if not isinstance(value, dict):
            raise ShapeError(f"{where or '/'}: expected an object, got {kind(value)}")
        self.where = where
        self.bare = not value
        """True if the wire object has no keys."""
        self._rest = dict(value)
        self._spelling: dict[str, str] = {}
        self._children: dict[str, Fields] = {}

    def text(self, key: str) -> str | None:
        """Read and return the string under a key, even an empty string. Return None for other values."""
        return self._rest.pop(key) if isinstance(self._rest.get(key), str) else None

    def filled(self, key: str) -> str | None:
        """Read and return the string under a key. Return None for an empty string and for other values."""
        return self.text(key) if self._rest.get(key) else None

    def integer(self, key: str) -> int | None:
        value = self._rest.get(key)
        return self._rest.pop(key) if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, key: str) -> bool | None:
        return self._rest.pop(key) if isinstance(self._rest.get(key), bool) else None

    def true(self, key: str) -> bool:
        """Return whether a key's value is true. If its value is not true, the key stays unread."""
        return self._rest.get(key) is True and bool(self._rest.pop(key))

    def items(self, key: str) -> list[Json]:
        """Read and return the array under a key. For an empty array and other values, return an empty list."""
        value = self._rest.get(key)
        return self._rest.pop(key) if isinstance(value, list) and value else []

    def mapping(self, key: str) -> dict[str, Json] | None:
        """Read and return the object under a key. Return None for other values."""
        return self._rest.pop(key) if isinstance(self._rest.get(key), dict) else None

    def value(self, key: str) -> Json:
        """Read and return the value of a key. Return None if the key is missing or its value is null."""
        return self._rest.pop(key) if self._rest.get(key) is not None else None

    def peek(self, key: str) -> Json:
        """Return the value of a key; None if the key is missing. The key stays unread."""
        return self._rest.get(key)

    def has(self, key: str) -> bool:
        return key in self._rest

    def child(self, key: str) -> "Fields | None":
        """Read the object under a key, and return a ``Fields`` for it. Return None for other values.

        The unread keys of that object are part of ``carried``, under the same key.
        """
        if not isinstance(self._rest.get(key), dict):
            return None
        child = Fields(self._rest.pop(key), f"{self.where}/{key}")
        self._children[key] = child
        return child

    def constant(self, key: str, word: Json) -> None:
        """Read a key that normally has the value ``word``.

        If the key is missing or has another value, note the key as absent, so that a writer does not set it to
        ``word``. Another value stays unread.
        """
        if self._rest.get(key) == word:
            del self._rest[key]
        else:
            self._spelling[key] = _ABSENT

    def spelled(self, usual: str, *others: str) -> str:
        """Return the key in ``others`` that the object has instead of ``usual``, and note this spelling.

        Return ``usual`` if the object has it, or if the object has none of these keys.
        """
        for key in others:
            if key in self._rest and usual not in self._rest:
                self._spelling[usual] = key
                return key
        return usual

    def note(self, name: str, spelling: str) -> None:
        """Remember the wire's spelling of a value, so that a writer can use the same spelling."""
        self._spelling[name] = spelling

    def carried(self) -> Carried:
        """Return the unread keys with their values, and the notes about spellings and absent keys."""
        rest = self._rest
        spelling = self._spelling
        for key, child in self._children.items():
            below = child.carried()
            if below.rest or child.bare:
                rest[key] = below.rest
            for name, noted in below.spelling.items():
                spelling[f"{key}.{name}"] = noted
        return Carried(rest=rest, spelling=spelling)


def members(fields: Fields, key: str) -> list[Json]:
    """Read and return the array under a key. Raises ``ShapeError`` for a value of another type.

    For a missing key, null and an empty array, return an empty list; the key stays unread.
    """
    value = fields.peek(key)
    if value is not None and not isinstance(value, list):
        raise ShapeError(f"{fields.where}/{key}: expected an array, got {kind(value)}")
    return fields.items(key)


def kind(value: Json) -> str:
    """Return the type of a JSON value in words, such as ``an array``."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case str():
            return "a string"
        case list():
            return "an array"
        case dict():
            return "an object"
    return "a number"


def spelling(carried: Carried | None, usual: str) -> str:
    """Return the spelling that was noted for the key ``usual`` when the object was read. If no spelling was noted,
    return ``usual``.
    """
    return carried.spelling.get(usual, usual) if carried else usual


def constant(out: dict[str, Json], carried: Carried | None, key: str, word: Json, *, under: str = "") -> None:
    """Set ``key`` of ``out`` to its usual value ``word``. If the object was read without this key or with another
    value, do nothing.

    ``carried`` belongs to ``out``. If it belongs to the object around ``out`` instead, ``under`` is the key that leads
    to ``out``.
    """
    name = f"{under}.{key}" if under else key
    if not (carried and carried.spelling.get(name) == _ABSENT):
        out[key] = word


def is_absent(carried: Carried | None, key: str) -> bool:
    """Return whether a key was noted as absent when the object was read. ``Fields.constant`` also notes keys with an
    unusual value as absent.
    """
    return bool(carried and carried.spelling.get(key) == _ABSENT)


def below(carried: Carried | None, key: str) -> Carried | None:
    """Return a ``Carried`` with only the notes about spellings in the object under ``key``.

    Return None if ``carried`` is None.
    """
    if carried is None:
        return None
    mark = f"{key}."
    inner = {name.removeprefix(mark): noted for name, noted in carried.spelling.items() if name.startswith(mark)}
    return Carried(spelling=inner)


def with_rest(out: dict[str, Json], carried: Carried | None) -> dict[str, Json]:
    """Return ``out`` with the unread keys in ``carried``.

    If both have the same key, and both values are objects, these objects are merged in the same way. Otherwise the
    value in ``out`` is used.
    """
    return _merged(out, carried.rest) if carried and carried.rest else out


def _merged(out: dict[str, Json], rest: dict[str, Json]) -> dict[str, Json]:
    merged = dict(out)
    for key, value in rest.items():
        if key not in merged:
            merged[key] = value
        elif isinstance(value, dict) and isinstance(merged[key], dict):
            merged[key] = _merged(merged[key], value)
    return merged
