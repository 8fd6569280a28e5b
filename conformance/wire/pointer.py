"""JSON pointers (RFC 6901), with ``*`` for every member of an array or object."""

from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = Any


def find(value: Json, pointer: str) -> Iterator[tuple[str, Json]]:
    """The places that ``pointer`` leads to, each with its exact pointer; none where a step is missing."""
    yield from _find(value, pointer.split("/")[1:], "")


def values(value: Json, pointer: str) -> list[Json]:
    """The values that ``pointer`` leads to, in document order."""
    return [found for _, found in find(value, pointer)]


def escape(key: str) -> str:
    """A key as a step of a pointer."""
    return key.replace("~", "~0").replace("/", "~1")


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
    elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        yield from _find(value[int(step)], rest, f"{path}/{step}")
