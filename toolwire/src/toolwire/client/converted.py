"""Translation of message parts: parts that a dialect cannot express become parts that the dialect can express."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from toolwire.client.note import Note
from toolwire.client.target import Target
from toolwire.dialects import arguments
from toolwire.model import File, Message, Part, ToolCall, ToolResult

_FLAG_FAILURE: Final = ("anthropic_messages", "gemini_generate", "bedrock_converse", "gemini_interactions")
"""The dialects in which a result has a flag for a tool that failed."""
_OBJECTS: Final = (*_FLAG_FAILURE, "ollama_chat")
"""The dialects that send arguments as an object, not as text."""
_BEDROCK: Final = "bedrock_converse"
_NO_NAME: Final = re.compile(r"[^0-9A-Za-z\s()\[\]-]")
"""The characters that a document's name may not have in Bedrock (botocore, DocumentBlock.name).

Two blanks in a row are not allowed either.
"""
_Translation: TypeAlias = Callable[[Part, str, list[Note]], Part]
"""A function that translates a part of a message. It gets the part, the part's JSON pointer, and a list to which it
adds notes about its changes.
"""


def converted(messages: Sequence[Message], target: Target, notes: list[Note]) -> tuple[Message, ...]:
    """Return messages with parts that ``target`` can express. Add to ``notes`` what was dropped or changed."""
    translations = tuple(_translations(target))
    return tuple(_message(message, f"/{n}", translations, notes) for n, message in enumerate(messages))


def _translations(target: Target) -> Iterator[_Translation]:
    if target.kin not in _FLAG_FAILURE:
        yield _unflagged
    if not target.expresses.custom_tools:
        yield _as_function
    if target.kin in _OBJECTS:
        yield _as_object
    if target.kin == _BEDROCK:
        yield _filed


def _message(message: Message, where: str, translations: Sequence[_Translation], notes: list[Note]) -> Message:
    parts: list[Part] = []
    for n, part in enumerate(message.parts):
        for translation in translations:
            part = translation(part, f"{where}/parts/{n}", notes)
        parts.append(part)
    return msgspec.structs.replace(message, parts=tuple(parts))


def _unflagged(part: Part, where: str, notes: list[Note]) -> Part:
    """Return ``part``. If it is the result of a failed tool, return it without the flag for the failure.

    Only the text of the result can then state the failure.
    """
    if not isinstance(part, ToolResult) or not part.is_error:
        return part
    why = "the dialect has no flag for a failed tool: only the result's text can show the failure"
    notes.append(Note(kind="dropped", where=f"{where}/is_error", why=why))
    return msgspec.structs.replace(part, is_error=None)


def _as_function(part: Part, where: str, notes: list[Note]) -> Part:
    """Return ``part``. If it is a free-form call or result, return it as the call or result of a function.

    The request offers this function as a replacement of the free-form tool.
    """
    if isinstance(part, ToolCall) and part.kind == "custom":
        notes.append(
            Note(
                kind="changed",
                where=where,
                why="the dialect has no free-form tools: the call is sent as a function call",
            )
        )
        new_arguments = arguments.from_value({"input": part.arguments.text})
        return msgspec.structs.replace(part, kind="function", arguments=new_arguments, carried=None)
    if isinstance(part, ToolResult) and part.kind == "custom":
        return msgspec.structs.replace(part, kind="function", carried=None)
    return part


def _as_object(part: Part, where: str, notes: list[Note]) -> Part:
    """Return ``part``. If it is a complete call whose arguments are not an object, return it with an object as
    arguments.

    The object contains the text of the arguments, so that the model can see its own mistake.
    """
    if not isinstance(part, ToolCall) or not part.complete or isinstance(part.arguments.value, dict):
        return part
    why = "expected a JSON object, got other text: the text is sent inside an object, under 'arguments'"
    notes.append(Note(kind="changed", where=f"{where}/arguments", why=why))
    new_arguments = arguments.from_value({"arguments": part.arguments.text})
    return msgspec.structs.replace(part, arguments=new_arguments, carried=None)


def _filed(part: Part, where: str, notes: list[Note]) -> Part:
    """Return a part in which every document has a name that the provider accepts. This includes documents inside a
    result.
    """
    if isinstance(part, ToolResult):
        inner_parts = (_named(inner_part, f"{where}/parts/{n}", notes) for n, inner_part in enumerate(part.parts))
        return msgspec.structs.replace(part, parts=tuple(inner_parts))
    named: Part = _named(part, where, notes)
    return named


def _named(part: Any, where: str, notes: list[Note]) -> Any:
    if not isinstance(part, File) or part.name is None:
        return part
    name = " ".join(_NO_NAME.sub("-", part.name).split())
    if name == part.name:
        return part
    why = f"the provider refuses the name {part.name!r}: it is sent as {name!r}"
    notes.append(Note(kind="changed", where=f"{where}/name", why=why))
    return msgspec.structs.replace(part, name=name)
