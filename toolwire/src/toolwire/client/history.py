"""The history of a conversation in a form that another provider accepts."""

from collections.abc import Iterator, Sequence

import msgspec

from toolwire.client.converted import converted
from toolwire.client.leftovers import left_behind
from toolwire.client.note import Note
from toolwire.client.target import Target
from toolwire.dialects.bedrock_converse import content as bedrock
from toolwire.dialects.transplant import fitted, media_apart, transplant
from toolwire.model import Message, ProviderPart, Request, Text, ToolCall, ToolResult, Unknown, walk

_OPENAI = ("openai_chat", "openai_responses")
_BEDROCK = "bedrock_converse"


class TranslatedHistory(msgspec.Struct, frozen=True, kw_only=True):
    """Messages in a form that a provider accepts, and notes about what was dropped or changed."""

    messages: tuple[Message, ...]
    notes: tuple[Note, ...] = ()


def moved(messages: Sequence[Message], target: Target) -> TranslatedHistory:
    """Return the messages of a conversation with another provider, as messages of a conversation with ``target``.

    Parts that only the other provider understands, such as signed reasoning, are left out. Ids that ``target`` refuses
    are replaced. The pointers of notes are relative to the messages: ``/0/parts/1``.
    """
    translation = translated([*map(_by_hand, messages)], msgspec.structs.replace(target, provider=None))
    notes = [*translation.notes, *left_behind(messages)]
    done = transplant(Request(messages=translation.messages), target.kin).request
    notes += _other_ids(translation.messages, done.messages)
    return TranslatedHistory(messages=done.messages, notes=tuple(notes))


def translated(messages: Sequence[Message], target: Target) -> TranslatedHistory:
    """Return messages of a conversation with ``target`` in a form that ``target`` accepts.

    The messages keep all data that the provider needs back, such as signatures.
    """
    notes: list[Note] = []
    spoken = tuple(_spoken(message, target.kin, f"/{n}", notes) for n, message in enumerate(messages))
    spoken = converted(spoken, target, notes)
    if not target.expresses.media_in_results and any(map(_shows_media, spoken)):
        notes += _media_notes(spoken)
        spoken = tuple(media_apart([*spoken]))
    if target.kin != _OPENAI[0]:
        notes += _empty_notes(messages, target.kin)
        spoken = tuple(message for message in spoken if _has_content(message, target.kin))
    ready = fitted(Request(messages=spoken), target.kin, target.provider)
    notes += _other_ids(spoken, ready.messages)
    return TranslatedHistory(messages=ready.messages, notes=tuple(notes))


def without_tools(request: Request, target: Target) -> tuple[Note, ...]:
    """Return a tuple with a note if the provider refuses ``request`` because its history has calls or results but it
    offers no tools. Otherwise, return ().
    """
    has_calls = any(isinstance(part, ToolCall | ToolResult) for part in walk(request.messages))
    if target.kin != _BEDROCK or request.tools or not has_calls:
        return ()
    why = "the history has calls, so the provider refuses a request without tools (toolConfig): offer the tools"
    return (Note(kind="refused", where="/tools", why=why),)


def _spoken(message: Message, dialect: str, where: str, notes: list[Note]) -> Message:
    """Return the message with a role and a name that the dialect can express. Add notes about changes to ``notes``."""
    if dialect in _OPENAI and (message.name is None or dialect == _OPENAI[0]):
        return message
    if message.role == "developer" and dialect not in _OPENAI:
        notes.append(
            Note(
                kind="changed",
                where=f"{where}/role",
                why="the dialect has no role 'developer': the message is sent as 'system'",
            )
        )
        message = msgspec.structs.replace(message, role="system")
    if message.name is not None:
        notes.append(
            Note(
                kind="dropped",
                where=f"{where}/name",
                why="the dialect has no `name` for a message's author: the name is dropped",
            )
        )
        message = msgspec.structs.replace(message, name=None)
    return message


def _other_ids(before: Sequence[Message], after: Sequence[Message]) -> Iterator[Note]:
    old, new = ([part.id for part in walk(messages) if isinstance(part, ToolCall)] for messages in (before, after))
    for old_id, new_id in zip(old, new, strict=True):
        if old_id != new_id:
            why = f"the provider refuses the call id {old_id!r}: it is sent as {new_id!r}"
            yield Note(kind="changed", where="", why=why)


def _by_hand(message: Message) -> Message:
    """Return a message as if the application had written it, without the unread keys of another provider's document."""
    parts = (
        msgspec.structs.replace(part, carried=None) if isinstance(part, ToolResult) else part for part in message.parts
    )
    return msgspec.structs.replace(message, parts=tuple(parts), carried=None)


def _media_notes(messages: Sequence[Message]) -> Iterator[Note]:
    why = "the dialect's results cannot have media: the media follow in a user's message"
    for n, message in enumerate(messages):
        if _shows_media(message):
            yield Note(kind="changed", where=f"/{n}", why=why)


def _empty_notes(messages: Sequence[Message], dialect: str) -> Iterator[Note]:
    for n, message in enumerate(messages):
        if not _has_content(message, dialect):
            yield Note(kind="dropped", where=f"/{n}", why=f"the {message.role} message is empty: it is left out")


def _has_content(message: Message, dialect: str) -> bool:
    """Return whether a message has a part that the dialect sends.

    The result is always True for a message that was read from a provider's document.
    """
    sent_parts = [part for part in message.parts if dialect != _BEDROCK or not bedrock.is_blank_text(part)]
    return bool(sent_parts) or message.carried is not None


def _shows_media(message: Message) -> bool:
    """Return whether a message has a result with media, such as an image.

    Results that were read from a provider's document are ignored.
    """
    results = [part for part in message.parts if isinstance(part, ToolResult) and part.carried is None]
    return any(
        not isinstance(inner_part, Text | ProviderPart | Unknown) for part in results for inner_part in part.parts
    )
