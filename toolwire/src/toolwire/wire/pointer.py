"""JSON pointers (RFC 6901), with ``*`` for every member of an array or object. An exact pointer has no ``*``."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from toolwire.json_value import Json

Steps: TypeAlias = tuple[str | int, ...]
"""The path to a value: the keys of objects as texts, and the indices of arrays as numbers."""
_INDEX: Final = re.compile("0|[1-9][0-9]{0,8}")
_INDICES: Final = re.compile(r"(?<=/)\d+(?=/|$)")


def find(value: Json, pointer: str) -> Iterator[tuple[str, Json]]:
    """Yield each value to which ``pointer`` leads, as a pair of its exact pointer and the value.

    Yield nothing if a step is missing. Raises ``ValueError`` for a text that is not a pointer.
    """
    found = [("", value)]
    for step in _steps(pointer):
        if not found:
            return
        found = [(f"{path}/{escape(str(key))}", item) for path, place in found for key, item in _members(place, step)]
    yield from found


def values(value: Json, pointer: str) -> list[Json]:
    """Return the values to which ``pointer`` leads, in document order. Raises ``ValueError`` for a text that is not a
    pointer.
    """
    found = [value]
    for step in _steps(pointer):
        if len(found) == 1 and type(found[0]) is dict and step != "*":
            if step not in found[0]:
                return []
            found = [found[0][step]]
        else:
            found = [item for place in found for item in _items(place, step)]
    return found


def located(value: Json, pointer: str) -> list[tuple[Steps, Json]]:
    """Return each value to which ``pointer`` leads, as a pair of its steps and the value, in document order. Raises
    ``ValueError`` for a text that is not a pointer.
    """
    steps = _steps(pointer)
    if steps and type(value) is dict and steps[0] not in value and steps[0] != "*":
        return []  # the fast path for most documents of a stream, which have a single key
    found: list[tuple[Steps, Json]] = [((), value)]
    for step in steps:
        if not found:
            break
        found = [((*path, key), item) for path, place in found for key, item in _members(place, step)]
    return found


def within(value: Json) -> Iterator[Json]:
    """Yield a value and all values within it, in document order. Keys are not among them."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        yield item
        if isinstance(item, dict):
            waiting.extend(reversed(item.values()))
        elif isinstance(item, list):
            waiting.extend(reversed(item))


def written(steps: Steps) -> str:
    """Return the exact pointer that has these steps: ``("a", 3)`` -> ``/a/3``."""
    return "".join(f"/{escape(str(step))}" for step in steps)


def general(pointer: str) -> str:
    """Return an exact pointer with ``*`` in place of each index: ``/a/3/b`` -> ``/a/*/b``."""
    return _INDICES.sub("*", pointer)


def is_within(pointer: str, place: str) -> bool:
    """Return whether ``pointer`` leads to the same value as the pointer ``place``, or to a value inside that value."""
    return f"{pointer}/".startswith(f"{place}/")


def escape(key: str) -> str:
    """Return a key as a step of a pointer: ``a/b`` -> ``a~1b``."""
    return key.replace("~", "~0").replace("/", "~1")


def unescape(step: str) -> str:
    """Return the key that a step of a pointer means: ``a~1b`` -> ``a/b``."""
    return step.replace("~1", "/").replace("~0", "~")


def place(path: str) -> list[int]:
    """Return the indices in an exact pointer, as a sort key for pointers: ``/a/3/b/10`` -> ``[3, 10]``."""
    return [int(step) for step in path.split("/") if step.isdecimal()]


@lru_cache(maxsize=1024)
def _steps(pointer: str) -> tuple[str, ...]:
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"expected a pointer that begins with a slash, got {pointer!r}")
    return tuple(map(unescape, pointer.split("/")[1:]))


def _items(place: Json, step: str) -> Iterable[Json]:
    if isinstance(place, dict):
        return place.values() if step == "*" else (place[step],) if step in place else ()
    if step == "*":
        return place if isinstance(place, list) else ()
    return [item for _, item in _members(place, step)]


def _members(place: Json, step: str) -> Iterable[tuple[str | int, Json]]:
    if isinstance(place, dict):
        return place.items() if step == "*" else ((step, place[step]),) if step in place else ()
    if not isinstance(place, list):
        return ()
    if step == "*":
        return enumerate(place)
    return ((int(step), place[int(step)]),) if _INDEX.fullmatch(step) and int(step) < len(place) else ()
