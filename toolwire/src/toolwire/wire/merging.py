"""Merging of JSON objects."""

from typing import Any

from toolwire.model import Json


def merged(base: dict[str, Json], other: dict[str, Json]) -> dict[str, Any]:
    """Return both objects as one object. Objects inside them are merged, too. If both have a different value under a
    key, the value of ``other`` wins.
    """
    out = dict(base)
    for key, value in other.items():
        known = out.get(key)
        out[key] = merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return out
