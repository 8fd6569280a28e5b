"""Merging of JSON objects."""

from typing import Any

from toolwire.model import Json


def merged(one: dict[str, Json], other: dict[str, Json]) -> dict[str, Any]:
    """Both objects in one, and so for the objects in them; where both have a value, the second counts."""
    out = dict(one)
    for key, value in other.items():
        mine = out.get(key)
        out[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return out
