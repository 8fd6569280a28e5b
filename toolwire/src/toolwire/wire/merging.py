"""Merging of JSON objects."""

from typing import Any

from toolwire.model import Json


def merged(base: dict[str, Json], other: dict[str, Json]) -> dict[str, Any]:
    """Return an object with the members of both objects. If both have the same key, objects under this key are merged,
    too. Of any other values, the value of ``other`` is returned.
    """
    out = dict(base)
    for key, value in other.items():
        known = out.get(key)
        out[key] = merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return out
