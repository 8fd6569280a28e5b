"""Notes about values that only their own provider understands. Requests to another provider leave these values out."""

from collections.abc import Iterator, Sequence
from typing import Final

from toolwire.client.note import Note
from toolwire.model import (
    AddedTool,
    Approval,
    ApprovalRequest,
    Carried,
    Json,
    Message,
    Part,
    ProviderPart,
    Reasoning,
    Refusal,
    ToolResult,
    Unknown,
)
from toolwire.wire import pointer

_NAMES_ITSELF: Final = ("id", "continues")
"""The keys of provider data that only identify a part. No note reports that they are left out."""


def left_behind(messages: Sequence[Message]) -> Iterator[Note]:
    """Yield a note for each value in ``messages`` that a request to another provider leaves out or changes."""
    for n, message in enumerate(messages):
        yield from leftovers(message.carried, f"/{n}")
        for k, part in enumerate(message.parts):
            yield from _left_of(part, f"/{n}/parts/{k}")
            for j, inner in enumerate(part.parts if isinstance(part, ToolResult) else ()):
                yield from _left_of(inner, f"/{n}/parts/{k}/parts/{j}")


def _left_of(part: Part, where: str) -> Iterator[Note]:
    alone = "only the provider that sent this value can use it"
    match part:
        case Reasoning():
            yield Note(kind="dropped", where=where, why=f"reasoning: {alone}")
            return
        case ProviderPart() | Unknown():
            yield Note(kind="dropped", where=where, why=f"{part.kind}: {alone}")
            return
        case ApprovalRequest():
            why = f"the request for an approval of {part.name!r}: {alone}"
            yield Note(kind="dropped", where=where, why=why)
            return
        case Approval():
            why = f"the client's answer to the request for an approval {part.request_id!r}: {alone}"
            yield Note(kind="dropped", where=where, why=why)
            return
        case AddedTool():
            why = f"the tool {part.tool.name!r} is left out: offer it in the tools of the request"
            yield Note(kind="dropped", where=where, why=why)
        case Refusal():
            yield Note(kind="changed", where=where, why="the refusal is sent as text")
    yield from leftovers(part.carried, where)
    for key in getattr(part, "provider_data", {}):
        if key not in _NAMES_ITSELF:
            yield Note(kind="dropped", where=where, why=f"{key}: {alone}")


def leftovers(carried: Carried | None, where: str) -> Iterator[Note]:
    """Yield a note for each value in ``carried`` that is left out, except empty values."""
    if carried is not None:
        for place in _places(carried.rest, where):
            yield Note(kind="dropped", where=place, why="the provider's dialect has no field for this value")


def _places(value: Json, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, f"{where}/{pointer.escape(key)}")
    elif value not in (None, "", []):
        yield where
