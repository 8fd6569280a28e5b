"""Merging of JSON objects."""

from typing import Any

from toolwire.model import Json


def merged(base: dict[str, Json], other: dict[str, Json]) -> dict[str, Any]:
    """Return an object with the members of both objects. If both have the same key, and both values are objects, these
    objects are merged, too. Otherwise, the value in ``other`` is used.
    """
    out = dict(base)
    for key, value in other.items():
        known = out.get(key)
        out[key] = merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return out
