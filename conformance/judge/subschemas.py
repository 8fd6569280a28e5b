"""The schemas within a JSON Schema."""

from collections.abc import Iterator

import msgspec

from toolwire.model import Json
from toolwire.wire import pointer


class Keys(msgspec.Struct, frozen=True, kw_only=True):
    """The keywords whose values contain schemas."""

    maps: tuple[str, ...]
    """Keywords whose value is an object with schemas by name."""
    lists: tuple[str, ...]
    single: tuple[str, ...]


def within(schema: Json, keys: Keys) -> Iterator[dict[str, Json]]:
    """Yield a schema and all schemas in it, in no fixed order. ``walk`` yields them with their places."""
    waiting = [schema]
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, dict):
            continue
        for key, inner in schema.items():
            if isinstance(inner, list) and key in keys.lists:
                waiting += inner
            elif isinstance(inner, dict):
                if key in keys.maps:
                    waiting += inner.values()
                if key in keys.single:
                    waiting.append(inner)
        yield schema


def walk(schema: Json, keys: Keys, path: str = "") -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield a schema and all schemas in it, each with its place.

    A name that equals a keyword, such as a property called ``items``, is not read as a keyword. ``path``: the place of
    the schema, with which all places begin.
    """
    waiting = [(path, schema)]
    while waiting:
        place, schema = waiting.pop()
        if not isinstance(schema, dict):
            continue
        for key in keys.maps:
            if isinstance(inner := schema.get(key), dict):
                waiting += [(f"{place}/{key}/{pointer.escape(name)}", value) for name, value in inner.items()]
        for key in keys.lists:
            if isinstance(inner := schema.get(key), list):
                waiting += [(f"{place}/{key}/{n}", value) for n, value in enumerate(inner)]
        waiting += [(f"{place}/{key}", schema[key]) for key in keys.single if key in schema]
        yield place, schema
