"""Streams: chunks as in OpenAI Chat, whose content may be a list of chunks of its own.

Mistral's models send each call whole, all of a turn in the chunk that has the finish reason and the usage (65 of 65
recorded calls), with or without ``index``. Models of others, served by Mistral, send fragments that carry on with an
empty name.
"""

from collections.abc import Iterator

from toolwire.dialects.kept import Kept
from toolwire.dialects.mistral_chat import content, thinking
from toolwire.dialects.mistral_chat.response import FINISH_WORDS, is_error, told
from toolwire.dialects.openai_chat import stream as chat
from toolwire.model import (
    Event,
    Image,
    Json,
    PartData,
    ProviderError,
    ProviderPart,
    Reasoning,
    ReasoningDelta,
    Text,
    TextDelta,
    Unknown,
    WholePart,
)


class StreamDecoder(chat.StreamDecoder):
    """See ``toolwire.dialects.dialect.StreamDecoder``."""

    finish_words = FINISH_WORDS

    def _content(self, choice: chat.Choice, said: Json) -> Iterator[Event]:
        if isinstance(said, str):
            said = [{"type": "text", "text": said}]
        for n, chunk in enumerate(said if isinstance(said, list) else ()):
            yield from _piece(choice, content.read_chunk(chunk, f"/content/{n}"), chunk)

    def _error(self, chunk: dict[str, Json]) -> ProviderError | None:
        return told(chunk, None) if is_error(chunk) else super()._error(chunk)


def _piece(choice: chat.Choice, part: object, chunk: Json) -> Iterator[Event]:
    """The events of one chunk: more of the text or the reasoning that grows, or a part of its own."""
    match part:
        case Text():
            if part.text:
                yield TextDelta(part=_growing(choice, "text"), text=part.text)
        case Reasoning():
            if thinking.has_list(part):
                choice.parts.clear()
            place = _growing(choice, "thinking")
            if part.text:
                yield ReasoningDelta(part=place, text=part.text)
            if part.provider_data:
                yield PartData(part=place, provider_data=part.provider_data)
                choice.parts.clear()
        case ProviderPart() | Unknown() | Image():
            choice.parts.clear()
            yield WholePart(part=choice.new_part(), value=part)
        case _:
            choice.parts.clear()
            yield WholePart(part=choice.new_part(), value=Unknown(kind=type(part).__name__.lower(), value=chunk))


def _growing(choice: chat.Choice, kind: str) -> int:
    """The part that grows, if it is of this kind; else a new one."""
    if kind not in choice.parts:
        choice.parts.clear()
    return choice.part(kind)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """A decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())
