"""The unread keys of wire objects, which canonical values keep in ``carried``.

This module lists the keys that nobody has reviewed, and measures the size of all unread keys.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
import yaml

from toolwire.model import (
    Carried,
    CustomTool,
    Json,
    ProviderPart,
    ProviderTool,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
)
from toolwire.wire import exact_json

_KINDS: Final[dict[type[msgspec.Struct], str]] = {
    ToolDefinition: "tool",
    CustomTool: "tool",
    ToolChoice: "choice",
    ToolCall: "call",
    ToolResult: "result",
}


@cache
def _reviewed() -> dict[str, dict[str, dict[str, str]]]:
    """Return the reasons why certain keys may stay unread, by dialect, kind of object, and key.

    A dot in a key means nesting: ``function.call_id`` is the key ``call_id`` in the object under ``function``.
    """
    data = yaml.load((files("toolwire.dialects") / "reviewed.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return msgspec.convert(data, dict[str, dict[str, dict[str, str]]])


def unreviewed(parts: Iterable[msgspec.Struct], dialect: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of a kind of object (tool, choice, call or result) and an unread key of such an object.

    The keys in ``reviewed.yaml`` are left out, and so are keys with null and empty values.
    """
    listed = _reviewed().get(dialect, {})
    for part in parts:
        kind = _KINDS.get(type(part))
        carried = getattr(part, "carried", None)
        if kind is not None and isinstance(carried, Carried):
            for key in _unlisted(carried.rest, listed.get(kind, {}), ""):
                yield kind, key


def _unlisted(rest: dict[str, Json], listed: dict[str, str], above: str) -> Iterator[str]:
    for key, value in rest.items():
        name = f"{above}{key}"
        if name in listed or _is_empty(value):
            continue
        if isinstance(value, dict) and any(other.startswith(f"{name}.") for other in listed):
            yield from _unlisted(value, listed, f"{name}.")
        else:
            yield name


def _is_empty(value: Json) -> bool:
    return value in (None, "", []) or (isinstance(value, dict) and all(map(_is_empty, value.values())))


def carried_bytes(parts: Iterable[msgspec.Struct]) -> int:
    """Return the size in bytes of the JSON that was kept unread: the content of each ``Carried`` in ``parts``, and the
    value of each ``ProviderPart``, ``ProviderTool`` and ``Unknown``.

    Structs inside these structs count only if they are in ``parts``, too, as in the output of ``walk``.
    """
    return sum(map(_bytes, parts))


def _bytes(part: msgspec.Struct) -> int:
    if isinstance(part, Carried):
        return len(exact_json.encode(part.rest)) - 2 if part.rest else 0
    if isinstance(part, ProviderPart | ProviderTool | Unknown):
        return len(exact_json.encode(part.value))
    return 0
