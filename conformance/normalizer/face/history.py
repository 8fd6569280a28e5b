"""What was said before, as another provider can be told it."""

from collections.abc import Iterator, Sequence

import msgspec

from conformance.model import (
    Message,
    Part,
    ProviderPart,
    Reasoning,
    Refusal,
    Request,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
    walk,
)
from conformance.normalizer import arguments
from conformance.normalizer.bedrock_converse import content as bedrock
from conformance.normalizer.face.leftovers import leftovers
from conformance.normalizer.face.note import Note
from conformance.normalizer.face.target import Target
from conformance.normalizer.transplant import fitted, media_apart, transplant
from conformance.wire import exact_json

_OPENAI = ("openai_chat", "openai_responses")
_BEDROCK = "bedrock_converse"
_FLAG_FAILURE = ("anthropic_messages", "gemini_generate", "bedrock_converse")
_OBJECTS = ("anthropic_messages", "gemini_generate", "bedrock_converse", "ollama_chat")
"""Dialects that send arguments as an object, and not as its text."""
_NAMES_ITSELF = ("id", "continues")
"""Provider data that says nothing of a part but which one it is."""


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
    notes = [*told.notes, *_left_behind(messages)]
    request = Request(messages=told.messages)
    done = transplant(request, target.kin).request
    before = [part.id for part in walk(request.messages) if isinstance(part, ToolCall)]
    after = [part.id for part in walk(done.messages) if isinstance(part, ToolCall)]
    notes += [
        Note(kind="changed", where="", why=f"the provider does not take the id {old!r} of a call: it is {new!r} there")
        for old, new in zip(before, after, strict=True)
        if old != new
    ]
    return TranslatedHistory(messages=done.messages, notes=tuple(notes))


def translated(messages: Sequence[Message], target: Target) -> TranslatedHistory:
    """``messages`` of a conversation with ``target`` as it can be told them, with all that it needs back."""
    notes: list[Note] = []
    said = tuple(_spoken(message, target.kin, f"/{n}", notes) for n, message in enumerate(messages))
    if target.kin not in _FLAG_FAILURE:
        said = tuple(_unflagged(message, f"/{n}", notes) for n, message in enumerate(said))
    if not target.expresses.custom_tools:
        said = tuple(_called(message, f"/{n}", notes) for n, message in enumerate(said))
    if target.kin in _OBJECTS:
        said = tuple(_objects(message, f"/{n}", notes) for n, message in enumerate(said))
    if not target.expresses.media_in_results and any(map(_shows_media, said)):
        notes += _set_apart(said)
        said = tuple(media_apart([*said]))
    if target.kin != _OPENAI[0]:
        notes += _silent(messages, target.kin)
        said = tuple(message for message in said if _says(message, target.kin))
    ready = fitted(Request(messages=said), target.kin, target.provider)
    return TranslatedHistory(messages=ready.messages, notes=tuple(notes))


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


def _called(message: Message, where: str, notes: list[Note]) -> Message:
    """Calls and results of free-form tools as those of the functions that stand for them."""
    parts: list[Part] = []
    for n, part in enumerate(message.parts):
        if isinstance(part, ToolCall) and part.kind == "custom":
            text = exact_json.dumps({"input": part.arguments.text})
            part = msgspec.structs.replace(part, kind="function", arguments=arguments.from_text(text), carried=None)
            notes.append(Note(kind="changed", where=f"{where}/parts/{n}", why="a free-form call is one of a function"))
        elif isinstance(part, ToolResult) and part.kind == "custom":
            part = msgspec.structs.replace(part, kind="function", carried=None)
        parts.append(part)
    return msgspec.structs.replace(message, parts=tuple(parts))


def _objects(message: Message, where: str, notes: list[Note]) -> Message:
    """Calls whose arguments are no object with one that has their text: the model is told what it did wrong."""
    parts: list[Part] = []
    for n, part in enumerate(message.parts):
        if isinstance(part, ToolCall) and part.complete and not isinstance(part.arguments.value, dict):
            why = "they are no object, which is what the dialect sends: it has their text under 'arguments'"
            notes.append(Note(kind="changed", where=f"{where}/parts/{n}/arguments", why=why))
            told = arguments.from_value({"arguments": part.arguments.text})
            part = msgspec.structs.replace(part, arguments=told, carried=None)
        parts.append(part)
    return msgspec.structs.replace(message, parts=tuple(parts))


def _by_hand(message: Message) -> Message:
    """A message and its results as if they had been made by hand, and not read from another provider's wire."""
    parts = (
        msgspec.structs.replace(part, carried=None) if isinstance(part, ToolResult) else part for part in message.parts
    )
    return msgspec.structs.replace(message, parts=tuple(parts), carried=None)


def _left_behind(messages: Sequence[Message]) -> Iterator[Note]:
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


def _unflagged(message: Message, where: str, notes: list[Note]) -> Message:
    """A message whose results do not say that a tool failed, but in words."""
    parts: list[Part] = []
    for n, part in enumerate(message.parts):
        if isinstance(part, ToolResult) and part.is_error:
            why = "the dialect has no flag for a tool that failed: its words alone say so"
            notes.append(Note(kind="dropped", where=f"{where}/parts/{n}/is_error", why=why))
            part = msgspec.structs.replace(part, is_error=None)
        parts.append(part)
    return msgspec.structs.replace(message, parts=tuple(parts))


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
