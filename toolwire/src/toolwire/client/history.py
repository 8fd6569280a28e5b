"""What was said before, as another provider can be told it."""

from collections.abc import Iterator, Sequence

import msgspec

from toolwire.client.leftovers import left_behind
from toolwire.client.note import Note
from toolwire.client.retold import retold
from toolwire.client.target import Target
from toolwire.dialects.bedrock_converse import content as bedrock
from toolwire.dialects.transplant import fitted, media_apart, transplant
from toolwire.model import Message, ProviderPart, Request, Text, ToolCall, ToolResult, Unknown, walk

_OPENAI = ("openai_chat", "openai_responses")
_BEDROCK = "bedrock_converse"


class TranslatedHistory(msgspec.Struct, frozen=True, kw_only=True):
    """Messages as a provider can be told them, and what had to be dropped or changed."""

    messages: tuple[Message, ...]
    notes: tuple[Note, ...] = ()


def moved(messages: Sequence[Message], target: Target) -> TranslatedHistory:
    """``messages`` that were said to, or by, somebody else, as those of a conversation with ``target``.

    What only the other one understands, such as signed reasoning, stays behind; ids that it refuses become
    others. Pointers of notes lead into the messages, ``/0/parts/1``.
    """
    told = translated([*map(_by_hand, messages)], msgspec.structs.replace(target, provider=None))
    notes = [*told.notes, *left_behind(messages)]
    done = transplant(Request(messages=told.messages), target.kin).request
    notes += _other_ids(told.messages, done.messages)
    return TranslatedHistory(messages=done.messages, notes=tuple(notes))


def translated(messages: Sequence[Message], target: Target) -> TranslatedHistory:
    """``messages`` of a conversation with ``target`` as it can be told them, with all that it needs back."""
    notes: list[Note] = []
    said = tuple(_spoken(message, target.kin, f"/{n}", notes) for n, message in enumerate(messages))
    said = retold(said, target, notes)
    if not target.expresses.media_in_results and any(map(_shows_media, said)):
        notes += _set_apart(said)
        said = tuple(media_apart([*said]))
    if target.kin != _OPENAI[0]:
        notes += _silent(messages, target.kin)
        said = tuple(message for message in said if _says(message, target.kin))
    ready = fitted(Request(messages=said), target.kin, target.provider)
    notes += _other_ids(said, ready.messages)
    return TranslatedHistory(messages=ready.messages, notes=tuple(notes))


def without_tools(request: Request, target: Target) -> tuple[Note, ...]:
    """What a provider does not take of a request that offers nothing, though it tells of calls."""
    told = any(isinstance(part, ToolCall | ToolResult) for part in walk(request.messages))
    if target.kin != _BEDROCK or request.tools or not told:
        return ()
    return (Note(kind="refused", where="/tools", why="a history with calls needs tools beside it (its toolConfig)"),)


def _spoken(message: Message, dialect: str, where: str, notes: list[Note]) -> Message:
    """A message by somebody whom the dialect knows."""
    if dialect in _OPENAI and (message.name is None or dialect == _OPENAI[0]):
        return message
    if message.role == "developer" and dialect not in _OPENAI:
        notes.append(Note(kind="changed", where=f"{where}/role", why="the dialect has no developer: it is system"))
        message = msgspec.structs.replace(message, role="system")
    if message.name is not None:
        notes.append(Note(kind="dropped", where=f"{where}/name", why="the dialect has no names for those who speak"))
        message = msgspec.structs.replace(message, name=None)
    return message


def _other_ids(before: Sequence[Message], after: Sequence[Message]) -> Iterator[Note]:
    old, new = ([part.id for part in walk(said) if isinstance(part, ToolCall)] for said in (before, after))
    for one, other in zip(old, new, strict=True):
        if one != other:
            why = f"the provider does not take the id {one!r} of a call: it is {other!r} there"
            yield Note(kind="changed", where="", why=why)


def _by_hand(message: Message) -> Message:
    """A message and its results as if they had been made by hand, and not read from another provider's wire."""
    parts = (
        msgspec.structs.replace(part, carried=None) if isinstance(part, ToolResult) else part for part in message.parts
    )
    return msgspec.structs.replace(message, parts=tuple(parts), carried=None)


def _set_apart(messages: Sequence[Message]) -> Iterator[Note]:
    why = "media cannot stand in a result there, and follow in a message of the user's"
    for n, message in enumerate(messages):
        if _shows_media(message):
            yield Note(kind="changed", where=f"/{n}", why=why)


def _silent(messages: Sequence[Message], dialect: str) -> Iterator[Note]:
    for n, message in enumerate(messages):
        if not _says(message, dialect):
            yield Note(kind="dropped", where=f"/{n}", why=f"the {message.role}'s message says nothing: it is left out")


def _says(message: Message, dialect: str) -> bool:
    """Whether a message has anything that the dialect sends, or stands as it was read from the wire."""
    said = [part for part in message.parts if dialect != _BEDROCK or not bedrock.says_nothing(part)]
    return bool(said) or message.carried is not None


def _shows_media(message: Message) -> bool:
    """Whether a result that was made by hand holds more than text."""
    results = [part for part in message.parts if isinstance(part, ToolResult) and part.carried is None]
    return any(not isinstance(one, Text | ProviderPart | Unknown) for part in results for one in part.parts)
