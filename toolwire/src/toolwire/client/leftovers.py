"""Values read from a wire that mean something there alone: they stay behind in a request to another provider."""

from collections.abc import Iterator, Sequence
from typing import Final

from toolwire.client.note import Note
from toolwire.model import Carried, Json, Message, Part, ProviderPart, Reasoning, Refusal, ToolResult, Unknown
from toolwire.wire import pointer

_NAMES_ITSELF: Final = ("id", "continues")
"""Keys of provider data that only identify a part."""


def left_behind(messages: Sequence[Message]) -> Iterator[Note]:
    """Yield a note for each value in messages that is left behind, or that the other provider gets in another form."""
    for n, message in enumerate(messages):
        yield from leftovers(message.carried, f"/{n}")
        for k, part in enumerate(message.parts):
            yield from _left_of(part, f"/{n}/parts/{k}")
            for j, inner in enumerate(part.parts if isinstance(part, ToolResult) else ()):
                yield from _left_of(inner, f"/{n}/parts/{k}/parts/{j}")


def _left_of(part: Part, where: str) -> Iterator[Note]:
    alone = "it means something to its own provider alone"
    match part:
        case Reasoning():
            yield Note(kind="dropped", where=where, why=f"reasoning: {alone}")
            return
        case ProviderPart() | Unknown():
            yield Note(kind="dropped", where=where, why=f"{part.kind}: {alone}")
            return
        case Refusal():
            yield Note(kind="changed", where=where, why="a refusal is text there")
    yield from leftovers(part.carried, where)
    for key in getattr(part, "provider_data", {}):
        if key not in _NAMES_ITSELF:
            yield Note(kind="dropped", where=where, why=f"{key}: {alone}")


def leftovers(carried: Carried | None, where: str) -> Iterator[Note]:
    """Yield a note for each value that is left behind, except empty ones."""
    if carried is not None:
        for place in _places(carried.rest, where):
            yield Note(kind="dropped", where=place, why="there is no word for it that both dialects have")


def _places(value: Json, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, f"{where}/{pointer.escape(key)}")
    elif value not in (None, "", []):
        yield where
