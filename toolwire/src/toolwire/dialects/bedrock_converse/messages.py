"""The messages of a request, and its system prompt."""

from collections.abc import Iterator
from itertools import groupby

from toolwire.dialects import turns
from toolwire.dialects.bedrock_converse import content
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import Json, Message, ToolResult


def read_system(fields: Fields) -> tuple[Message, ...]:
    """Return a message with the system prompt under ``system``. Return no message if no prompt exists. Raises
    ``ShapeError`` for a malformed value.
    """
    return turns.prompt(content.read(fields, "system"))


def read(value: Json, where: str) -> Message:
    """Return the message for an entry of ``messages``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    role = turns.read_role(fields)
    return turns.message(fields, role, content.read_message(fields) if role == "user" else content.read(fields))


def write(messages: tuple[Message, ...]) -> tuple[list[Json], list[Json]]:
    """Return ``system`` and ``messages``. If no system prompt exists, ``system`` is empty. Raises ``Inexpressible``."""
    prompt, conversation = turns.split(messages)
    return content.write(prompt), list(_write_all(conversation))


def _write_all(messages: tuple[Message, ...]) -> Iterator[Json]:
    """Yield the wire messages.

    Neighbouring messages with the same role become one message, if they were not read from the wire. They are merged
    because roles alternate in all 287 recorded requests. Raises ``Inexpressible``.
    """
    conversation = [message for message in messages if not _is_empty_turn(message)]
    for (by_hand, _), group in groupby(
        conversation, lambda message: (message.carried is None, turns.WORDS[message.role])
    ):
        if by_hand:
            yield _write_by_hand(list(group))
        else:
            yield from map(_write, group)


def _is_empty_turn(message: Message) -> bool:
    """Return whether a message is an empty turn of the assistant that was not read from the wire.

    Models may answer results with an empty turn, but the API refuses such a turn in a history.
    """
    return message.role == "assistant" and message.carried is None and all(map(content.is_blank_text, message.parts))


def _write_by_hand(group: list[Message]) -> Json:
    """Return a single message for a group of messages.

    Results come first, as in every recorded message that has results and other blocks. Raises ``Inexpressible``.
    """
    parts = [part for message in group for part in message.parts]
    parts.sort(key=lambda part: not isinstance(part, ToolResult))
    name = next((message.name for message in group if message.name is not None), None)
    return _write(Message(role=group[0].role, parts=tuple(parts), name=name))


def _write(message: Message) -> Json:
    if message.name is not None:
        raise Inexpressible(f"bedrock_converse has no `name` for a message's author, got {message.name!r}")
    out: dict[str, Json] = {"role": turns.WORDS[message.role]}
    if message.parts or message.carried is None:
        out["content"] = content.write(message.parts)
    return with_rest(out, message.carried)
