"""Messages of a request, and its system prompt."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from conformance.model import Json, Message, Role, ToolResult
from conformance.normalizer.bedrock_converse import content
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
    parts = content.read_message(fields) if role == "user" else content.read(fields)
    if any(isinstance(part, ToolResult) for part in parts):
        role = "tool"
    if role == "system":
        fields.note(_PLACE, _INLINE)
    return Message(role=role, parts=parts, carried=fields.carried())


def write(messages: tuple[Message, ...]) -> tuple[list[Json], list[Json]]:
    """``system``, empty where there is no prompt, and ``messages``."""
    length = next((n for n, message in enumerate(messages) if not _is_prompt(message)), len(messages))
    prompt = tuple(part for message in messages[:length] for part in message.parts)
    return content.write(prompt), list(_write_all(messages[length:]))


def _is_prompt(message: Message) -> bool:
    return message.role in ("system", "developer") and spelling(message.carried, _PLACE) != _INLINE


def _write_all(messages: tuple[Message, ...]) -> Iterator[Json]:
    """Neighbours by hand of one role go into one message: roles alternate in 287 of 287 recorded requests."""
    said = [message for message in messages if not _is_empty_turn(message)]
    for (by_hand, _), group in groupby(said, lambda message: (message.carried is None, _WORDS[message.role])):
        if by_hand:
            yield _write_by_hand(list(group))
        else:
            yield from map(_write, group)


def _is_empty_turn(message: Message) -> bool:
    """Whether the model said nothing, as it may after results: the API refuses to read that again."""
    return message.role == "assistant" and message.carried is None and all(map(content.says_nothing, message.parts))


def _write_by_hand(group: list[Message]) -> Json:
    """One message of them all. Results come first, as in every recorded message that has other blocks too."""
    parts = [part for message in group for part in message.parts]
    parts.sort(key=lambda part: not isinstance(part, ToolResult))
    name = next((message.name for message in group if message.name is not None), None)
    return _write(Message(role=group[0].role, parts=tuple(parts), name=name))


def _write(message: Message) -> Json:
    if message.name is not None:
        raise Inexpressible(f"bedrock_converse has no names for those who speak, as {message.name!r} is one")
    out: dict[str, Json] = {"role": _WORDS[message.role]}
    if message.parts or message.carried is None:
        out["content"] = content.write(message.parts)
    return with_rest(out, message.carried)
