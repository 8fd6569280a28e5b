"""Tools that the messages of a request add, in a form that a provider accepts."""

from typing import Final

import msgspec

from toolwire.client import tools as offers
from toolwire.client.note import Note
from toolwire.client.schema_styles import StyleName
from toolwire.client.target import Target
from toolwire.dialects.lowering import at_the_head
from toolwire.model import AddedTool, Part, Request

_ELSEWHERE: Final = "the tool was added in a conversation with another provider: it is offered from the start"
_NOWHERE: Final = "the dialect cannot add tools within a conversation: the tool is offered from the start"


class TranslatedAdditions(msgspec.Struct, frozen=True, kw_only=True):
    """A request with translations of the tools that its messages add, and notes about the changes. The notes' pointers
    lead into the request.
    """

    request: Request
    notes: tuple[Note, ...] = ()


def moved(request: Request) -> TranslatedAdditions:
    """Return a request that was written for another provider. Tools that its messages add move into ``tools``, with a
    note for each such tool.
    """
    return _at_the_head(request, _ELSEWHERE)


def translated(request: Request, target: Target, *, usual: StyleName | None = None) -> TranslatedAdditions:
    """Return a request whose added tools are in the form that ``target`` accepts, with notes about the changes.

    If the target's dialect cannot add tools within a conversation, the added tools move into ``tools`` of the request.
    Raises ``SchemaError`` for an invalid schema of an added tool.
    """
    if "additions" not in target.expresses.offers:
        return _at_the_head(request, _NOWHERE)
    notes: list[Note] = []

    def accepted(part: Part, where: str) -> tuple[Part, ...]:
        if not isinstance(part, AddedTool):
            return (part,)
        done = offers.translated((part.tool,), target, usual=usual)
        notes.extend(
            msgspec.structs.replace(note, where=f"{where}/tool{note.where.removeprefix('/0')}") for note in done.notes
        )
        return tuple(AddedTool(tool=tool, carried=part.carried) for tool in done.tools)

    messages = tuple(
        msgspec.structs.replace(
            message,
            parts=tuple(
                new for k, part in enumerate(message.parts) for new in accepted(part, f"/messages/{n}/parts/{k}")
            ),
        )
        for n, message in enumerate(request.messages)
    )
    return TranslatedAdditions(request=msgspec.structs.replace(request, messages=messages), notes=tuple(notes))


def _at_the_head(request: Request, why: str) -> TranslatedAdditions:
    notes = [
        Note(kind="changed", where=f"/messages/{n}/parts/{k}", why=why)
        for n, message in enumerate(request.messages)
        for k, part in enumerate(message.parts)
        if isinstance(part, AddedTool)
    ]
    if notes:
        more = "the added tools are appended here, so the provider's cache of the conversation becomes invalid"
        notes.append(Note(kind="changed", where="/tools", why=more))
    return TranslatedAdditions(request=at_the_head(request), notes=tuple(notes))
