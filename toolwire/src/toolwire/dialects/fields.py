"""Reading a wire object key by key, and keeping what was not read."""

from typing import Final

from toolwire.dialects.errors import ShapeError
from toolwire.model import Carried, Json

_ABSENT: Final = "absent"


class Fields:
    """A wire object that knows which of its keys are still unread.

    A getter takes a key's value only if it has the type asked for and says something; null, another type, and
    for ``filled`` and ``items`` an empty value, stay unread, and so ride along in ``carried``.
    """

    __slots__ = ("_children", "_rest", "_spelling", "bare", "where")

    def __init__(self, value: Json, where: str) -> None:
        if not isinstance(value, dict):
            raise ShapeError(f"{where or '/'}: expected an object, got {kind(value)}")
        self.where = where
        self.bare = not value
        """Whether there was nothing to read."""
        self._rest = dict(value)
        self._spelling: dict[str, str] = {}
        self._children: dict[str, Fields] = {}

    def text(self, key: str) -> str | None:
        """A string, also an empty one."""
        return self._rest.pop(key) if isinstance(self._rest.get(key), str) else None

    def filled(self, key: str) -> str | None:
        """A string that is not empty."""
        return self.text(key) if self._rest.get(key) else None

    def integer(self, key: str) -> int | None:
        value = self._rest.get(key)
        return self._rest.pop(key) if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, key: str) -> bool | None:
        return self._rest.pop(key) if isinstance(self._rest.get(key), bool) else None

    def true(self, key: str) -> bool:
        """Whether the key is there and true; anything else stays unread."""
        return self._rest.get(key) is True and bool(self._rest.pop(key))

    def items(self, key: str) -> list[Json]:
        """An array that is not empty; else an empty list, and the key stays unread."""
        value = self._rest.get(key)
        return self._rest.pop(key) if isinstance(value, list) and value else []

    def mapping(self, key: str) -> dict[str, Json] | None:
        """An object, as it is."""
        return self._rest.pop(key) if isinstance(self._rest.get(key), dict) else None

    def value(self, key: str) -> Json:
        """Whatever is there but null; None where there is nothing."""
        return self._rest.pop(key) if self._rest.get(key) is not None else None

    def peek(self, key: str) -> Json:
        """The value of a key, which stays unread."""
        return self._rest.get(key)

    def has(self, key: str) -> bool:
        return key in self._rest

    def child(self, key: str) -> "Fields | None":
        """The object under a key; what is left unread of it rides along under the same key."""
        if not isinstance(self._rest.get(key), dict):
            return None
        child = Fields(self._rest.pop(key), f"{self.where}/{key}")
        self._children[key] = child
        return child

    def constant(self, key: str, word: Json) -> None:
        """A key that always says the same; its absence, or another word, is remembered."""
        if self._rest.get(key) == word:
            del self._rest[key]
        else:
            self._spelling[key] = _ABSENT

    def spelled(self, usual: str, *others: str) -> str:
        """Which of several legal keys for one thing is there; remembered unless it is the usual one."""
        for key in others:
            if key in self._rest and usual not in self._rest:
                self._spelling[usual] = key
                return key
        return usual

    def note(self, what: str, how: str) -> None:
        """Remember how something was spelled."""
        self._spelling[what] = how

    def carried(self) -> Carried:
        """What was not read."""
        rest = self._rest
        spelling = self._spelling
        for key, child in self._children.items():
            below = child.carried()
            if below.rest or child.bare:
                rest[key] = below.rest
            for name, how in below.spelling.items():
                spelling[f"{key}.{name}"] = how
        return Carried(rest=rest, spelling=spelling)


def members(fields: Fields, key: str) -> list[Json]:
    """The members of an array; one that is empty stays unread."""
    value = fields.peek(key)
    if value is not None and not isinstance(value, list):
        raise ShapeError(f"{fields.where}/{key}: expected an array, got {kind(value)}")
    return fields.items(key)


def kind(value: Json) -> str:
    """What a JSON value is, in words."""
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
    """The key that the wire used where ``usual`` is the usual one."""
    return carried.spelling.get(usual, usual) if carried else usual


def constant(out: dict[str, Json], carried: Carried | None, key: str, word: Json, *, under: str = "") -> None:
    """Write a key that always says the same, unless the wire left it out or had another word."""
    name = f"{under}.{key}" if under else key
    if not (carried and carried.spelling.get(name) == _ABSENT):
        out[key] = word


def is_absent(carried: Carried | None, key: str) -> bool:
    """Whether the wire left out a key that usually is there."""
    return bool(carried and carried.spelling.get(key) == _ABSENT)


def below(carried: Carried | None, key: str) -> Carried | None:
    """How the object under a key was spelled, as ``Fields.child`` noted it; what it left unread is merged above."""
    if carried is None:
        return None
    mark = f"{key}."
    inner = {name.removeprefix(mark): how for name, how in carried.spelling.items() if name.startswith(mark)}
    return Carried(spelling=inner)


def with_rest(out: dict[str, Json], carried: Carried | None) -> dict[str, Json]:
    """``out`` and what rides along; where both have a key, ``out`` stands."""
    return _merged(out, carried.rest) if carried and carried.rest else out


def _merged(out: dict[str, Json], rest: dict[str, Json]) -> dict[str, Json]:
    merged = dict(out)
    for key, value in rest.items():
        if key not in merged:
            merged[key] = value
        elif isinstance(value, dict) and isinstance(merged[key], dict):
            merged[key] = _merged(merged[key], value)
    return merged
