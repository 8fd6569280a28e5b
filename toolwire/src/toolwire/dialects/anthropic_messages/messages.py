"""The messages of a request, and its system prompt."""

from collections.abc import Iterator
from itertools import groupby

from toolwire.dialects import turns
from toolwire.dialects.anthropic_messages import content
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
    return turns.message(fields, turns.read_role(fields), content.read(fields))


def write(messages: tuple[Message, ...]) -> tuple[Json, list[Json]]:
    """Return ``system`` and ``messages``. If no system prompt exists, ``system`` is None. Raises ``Inexpressible``."""
    prompt, conversation = turns.split(messages)
    return (content.write(prompt) if prompt else None), list(_write_all(conversation))


def _write_all(messages: tuple[Message, ...]) -> Iterator[Json]:
    """Yield the wire messages.

    Neighbouring messages with results become one message, if they were not read from the wire. Raises
    ``Inexpressible``.
    """
    for by_hand, group in groupby(messages, lambda message: message.role == "tool" and message.carried is None):
        if by_hand:
            yield _write(Message(role="tool", parts=tuple(part for message in group for part in message.parts)))
        else:
            yield from (_write(message) for message in group if not _is_empty_turn(message))


def _is_empty_turn(message: Message) -> bool:
    """Return whether a message is an empty turn of the assistant that was not read from the wire.

    Models may answer results with an empty turn, but the API refuses such a turn in a history.
    """
    return message.role == "assistant" and message.carried is None and all(map(content.is_empty_text, message.parts))


def _write(message: Message) -> Json:
    if message.name is not None:
        raise Inexpressible(f"anthropic_messages has no `name` for a message's author, got {message.name!r}")
    out: dict[str, Json] = {"role": turns.WORDS[message.role]}
    parts = message.parts
    if message.carried is None:
        # Results must come first. The sort is stable, so it keeps the order of the results and of the other parts.
        parts = tuple(sorted(parts, key=lambda part: not isinstance(part, ToolResult)))
    if parts or message.carried is None:
        out["content"] = content.write(parts)
    return with_rest(out, message.carried)
