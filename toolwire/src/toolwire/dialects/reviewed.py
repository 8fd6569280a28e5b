"""What rides along unread: how much of it there is, and whether it may."""

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
    """Dialect, kind of object, key (dots for nesting): why it may ride along."""
    data = yaml.load((files("toolwire.dialects") / "reviewed.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return msgspec.convert(data, dict[str, dict[str, dict[str, str]]])


def unreviewed(parts: Iterable[msgspec.Struct], dialect: str) -> Iterator[tuple[str, str]]:
    """Keys inside tools, choices, calls and results that ride along and are on no list: what holds them, and the key.

    Null and empty values say nothing, and are left out.
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
        if name in listed or _says_nothing(value):
            continue
        if isinstance(value, dict) and any(other.startswith(f"{name}.") for other in listed):
            yield from _unlisted(value, listed, f"{name}.")
        else:
            yield name


def _says_nothing(value: Json) -> bool:
    return value in (None, "", []) or (isinstance(value, dict) and all(map(_says_nothing, value.values())))


def carried_bytes(parts: Iterable[msgspec.Struct]) -> int:
    """How many bytes of JSON ride along unread in the parts of canonical values."""
    return sum(map(_bytes, parts))


def _bytes(part: msgspec.Struct) -> int:
    if isinstance(part, Carried):
        return len(exact_json.encode(part.rest)) - 2 if part.rest else 0
    if isinstance(part, ProviderPart | ProviderTool | Unknown):
        return len(exact_json.encode(part.value))
    return 0
