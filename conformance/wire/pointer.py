"""JSON pointers (RFC 6901), with ``*`` for every member of an array or object."""

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
_INDEX: Final = re.compile("0|[1-9][0-9]{0,8}")


def find(value: Json, pointer: str) -> Iterator[tuple[str, Json]]:
    """The places that ``pointer`` leads to, each with its exact pointer; none where a step is missing.

    Raises ``ValueError`` for what is no pointer.
    """
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"{pointer!r} is no pointer: it does not begin with a slash")
    yield from _find(value, pointer.split("/")[1:], "")


def values(value: Json, pointer: str) -> list[Json]:
    """The values that ``pointer`` leads to, in document order."""
    return [found for _, found in find(value, pointer)]


def escape(key: str) -> str:
    """A key as a step of a pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def place(path: str) -> list[int]:
    """Where an exact pointer leads, for sorting: the steps into arrays."""
    return [int(step) for step in path.split("/") if step.isdecimal()]


def _find(value: Json, steps: list[str], path: str) -> Iterator[tuple[str, Json]]:
    if not steps:
        yield path, value
        return
    step, rest = steps[0], steps[1:]
    if step == "*":
        members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in members:
            yield from _find(item, rest, f"{path}/{escape(str(key))}")
    elif isinstance(value, dict):
        key = step.replace("~1", "/").replace("~0", "~")
        if key in value:
            yield from _find(value[key], rest, f"{path}/{step}")
    elif isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
        yield from _find(value[int(step)], rest, f"{path}/{step}")
