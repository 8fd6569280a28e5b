"""Streams of chunks, as in OpenAI Chat. The content of such a chunk may be a list of Mistral's own content chunks.

Mistral's models send each call whole. All calls of a turn come in the chunk with the finish reason and the usage (65 of
65 recorded calls), with or without ``index``. Other models that Mistral serves send fragments of calls. Only the first
fragment of a call has a name. The name in the other fragments is empty.
"""

from collections.abc import Iterator

from toolwire.dialects.kept import Kept
from toolwire.dialects.mistral_chat import content, thinking
from toolwire.dialects.mistral_chat.response import FINISH_WORDS, is_error, read_provider_error
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
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    finish_words = FINISH_WORDS

    def _content(self, choice: chat.Choice, delta: Json) -> Iterator[Event]:
        if isinstance(delta, str):
            delta = [{"type": "text", "text": delta}]
        for n, chunk in enumerate(delta if isinstance(delta, list) else ()):
            yield from _piece(choice, content.read_chunk(chunk, f"/content/{n}"), chunk)

    def _error(self, chunk: dict[str, Json]) -> ProviderError | None:
        return read_provider_error(chunk, None) if is_error(chunk) else super()._error(chunk)


def _piece(choice: chat.Choice, part: object, chunk: Json) -> Iterator[Event]:
    """Yield the events of a chunk of content.

    The chunk continues the text or reasoning that is arriving, or is a separate part.
    """
    match part:
        case Text():
            if part.text:
                yield TextDelta(part=_open_part(choice, "text"), text=part.text)
        case Reasoning():
            if thinking.has_list(part):
                choice.parts.clear()
            place = _open_part(choice, "thinking")
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


def _open_part(choice: chat.Choice, kind: str) -> int:
    """Return the number of the part that is arriving, if this part is of the kind ``kind``. Otherwise begin a new part,
    and return its number.
    """
    if kind not in choice.parts:
        choice.parts.clear()
    return choice.part(kind)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())
