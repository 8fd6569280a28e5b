"""Messages of a request, and its system prompt."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from conformance.model import Json, Message, Role, ToolResult
from conformance.normalizer.anthropic_messages import content
from conformance.normalizer.errors import Inexpressible, ShapeError
from conformance.normalizer.fields import Fields, spelling, with_rest

_ROLES: Final[dict[Json, Role]] = {"user": "user", "assistant": "assistant", "system": "system"}
_WORDS: Final[dict[Role, str]] = {
    "user": "user", "tool": "user", "assistant": "assistant", "system": "system", "developer": "system",
}  # fmt: skip
_PLACE: Final = "place"
_INLINE: Final = "messages"


def read_system(fields: Fields) -> tuple[Message, ...]:
    """The system prompt under ``system`` of a request, if there is one."""
    parts = content.read(fields, "system")
    return (Message(role="system", parts=parts, carried=Fields({}, "/system").carried()),) if parts else ()


def read(value: Json, where: str) -> Message:
    """One message of ``messages``; one of the user's that holds results has the role ``tool``."""
    fields = Fields(value, where)
    word = fields.text("role")
    if word not in _ROLES:
        raise ShapeError(f"{where}/role: {word!r} is no role of this dialect")
    role = _ROLES[word]
    parts = content.read(fields)
    if role == "user" and any(isinstance(part, ToolResult) for part in parts):
        role = "tool"
    if role == "system":
        fields.note(_PLACE, _INLINE)
    return Message(role=role, parts=parts, carried=fields.carried())


def write(messages: tuple[Message, ...]) -> tuple[Json, list[Json]]:
    """``system``, None where there is none, and ``messages``."""
    length = next((n for n, message in enumerate(messages) if not _is_prompt(message)), len(messages))
    prompt = tuple(part for message in messages[:length] for part in message.parts)
    return (content.write(prompt) if prompt else None), list(_write_all(messages[length:]))


def _is_prompt(message: Message) -> bool:
    return message.role in ("system", "developer") and spelling(message.carried, _PLACE) != _INLINE


def _write_all(messages: tuple[Message, ...]) -> Iterator[Json]:
    """Results by hand of one step, which may be several messages, go into one; others are written one for one."""
    for by_hand, group in groupby(messages, lambda message: message.role == "tool" and message.carried is None):
        if by_hand:
            yield _write(Message(role="tool", parts=tuple(part for message in group for part in message.parts)))
        else:
            yield from (_write(message) for message in group if not _is_empty_turn(message))


def _is_empty_turn(message: Message) -> bool:
    """Whether the model said nothing, as it may after results: the API refuses to read that again."""
    return message.role == "assistant" and message.carried is None and all(map(content.says_nothing, message.parts))


def _write(message: Message) -> Json:
    if message.name is not None:
        raise Inexpressible(f"anthropic_messages has no names for those who speak, as {message.name!r} is one")
    out: dict[str, Json] = {"role": _WORDS[message.role]}
    parts = message.parts
    if message.carried is None:
        # Results must come first. The sort is stable.
        parts = tuple(sorted(parts, key=lambda part: not isinstance(part, ToolResult)))
    if parts or message.carried is None:
        out["content"] = content.write(parts)
    return with_rest(out, message.carried)
