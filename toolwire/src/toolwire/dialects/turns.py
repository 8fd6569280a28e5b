"""System prompts and turns of the dialects anthropic_messages and bedrock_converse.

In both dialects, the system prompt is under ``system``, outside of ``messages``, and results are in the user's turns.
"""

from typing import Final

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, spelling
from toolwire.model import AddedTool, Json, Message, Part, Role, ToolResult

_ROLES: Final[dict[Json, Role]] = {"user": "user", "assistant": "assistant", "system": "system"}
WORDS: Final[dict[Role, str]] = {
    "user": "user", "tool": "user", "assistant": "assistant", "system": "system", "developer": "system",
}  # fmt: skip
"""The word on the wire for each role."""
_PLACE: Final = "place"
_INLINE: Final = "messages"


def prompt(parts: tuple[Part, ...]) -> tuple[Message, ...]:
    """Return a message with the parts of the system prompt under ``system``. Return no message if ``parts`` is
    empty.
    """
    return (Message(role="system", parts=parts, carried=Fields({}, "/system").carried()),) if parts else ()


def read_role(fields: Fields) -> Role:
    """Return the role of a message. Raises ``ShapeError`` for an unknown role."""
    word = fields.text("role")
    if word not in _ROLES:
        raise ShapeError(f"{fields.where}/role: expected user, assistant or system, got {word!r}")
    return _ROLES[word]


def message(fields: Fields, role: Role, parts: tuple[Part, ...]) -> Message:
    """Return the message with ``role`` and ``parts``. A user's message with results gets the role ``tool``.

    The carried data of a system message gets a note: the message was in ``messages``, and not under ``system``.
    """
    if role == "user" and any(isinstance(part, ToolResult) for part in parts):
        role = "tool"
    if role == "system":
        fields.note(_PLACE, _INLINE)
    return Message(role=role, parts=parts, carried=fields.carried())


def split(messages: tuple[Message, ...]) -> tuple[tuple[Part, ...], tuple[Message, ...]]:
    """Return the parts of the leading system messages, which belong under ``system``, and all other messages."""
    length = next((n for n, message in enumerate(messages) if not _is_prompt(message)), len(messages))
    return tuple(part for message in messages[:length] for part in message.parts), messages[length:]


def _is_prompt(message: Message) -> bool:
    is_added = any(isinstance(part, AddedTool) for part in message.parts)
    return message.role in ("system", "developer") and not is_added and spelling(message.carried, _PLACE) != _INLINE
