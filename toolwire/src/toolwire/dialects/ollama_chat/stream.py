"""Streams: a line of JSON for every few characters of text, and for every call. The last line has ``done: true`` and
the counts.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from toolwire.dialects import finish
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields
from toolwire.dialects.fragments import fragments
from toolwire.dialects.kept import Kept
from toolwire.dialects.ollama_chat import calls, messages
from toolwire.dialects.ollama_chat.response import (
    error_value,
    head,
    provider_error,
    read_finish,
    read_usage,
    write_end,
    write_usage,
)
from toolwire.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Failed,
    Finish,
    Finished,
    Image,
    Json,
    Part,
    Reasoning,
    ReasoningDelta,
    Response,
    Started,
    Text,
    TextDelta,
    ToolCall,
    UsageReported,
    WholePart,
    fresh,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse
from toolwire.wire.ndjson import NdjsonDecoder

_REASONING: Final = 0
_TEXT: Final = 1
_OTHERS: Final = 2
"""The part number of the first part that is neither reasoning nor text.

Parts are numbered in the order of a plain body, even if their lines arrive in another order.
"""


def is_stream(response: WireResponse) -> bool:
    """Return whether a response is a stream. The content type decides this. If the response has no content type, it is
    a stream if its body has a second line of JSON.
    """
    if response.content_type:
        return response.content_type == "application/x-ndjson"
    first, _, second = response.body.strip().partition(b"\n")
    return first.rstrip().endswith(b"}") and second.lstrip().startswith(b"{")


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._limits = kept.limits
        self._lines = NdjsonDecoder(self._limits)
        self._model: str | None = None
        self._others: list[type[Part]] = []
        self._end = Finish(reason="interrupted")

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for line in self._lines.feed(chunk):
            yield from self._line(exact_json.loads(line, self._limits))

    def close(self) -> Iterator[Event]:
        cut_off = self._lines.unfinished()
        if cut_off is not None:
            with suppress(WireError):
                yield from self._line(exact_json.loads(cut_off, self._limits))
        yield from self._close()

    def _line(self, line: Json) -> Iterator[Event]:
        fields = Fields(line, "")
        error = fields.value("error")
        if error is not None:
            yield Failed(error=provider_error(error, None))
        model = fields.filled("model")
        if model is not None and self._model is None:
            self._model = model
            yield Started(model=model)
        message = fields.child("message")
        if message is not None:
            for part in messages.read_parts(message):
                yield from self._part(part)
        end = read_finish(fields, ())
        if self._end.reason == "interrupted":
            self._end = end
        counted = read_usage(fields)
        if counted is not None:
            yield UsageReported(usage=counted)

    def _part(self, part: Part) -> Iterator[Event]:
        match part:
            case Reasoning():
                yield ReasoningDelta(part=_REASONING, text=part.text)
            case Text():
                yield TextDelta(part=_TEXT, text=part.text)
            case Image():
                yield WholePart(part=self._begin(Image), value=part)
            case ToolCall():
                number = self._begin(ToolCall)
                yield CallStarted(part=number, id=part.id, name=part.name)
                if part.arguments.text:
                    yield ArgumentsDelta(part=number, text=part.arguments.text)

    def _begin(self, kind: type[Part]) -> int:
        self._others.append(kind)
        return _OTHERS + len(self._others) - 1

    def _close(self) -> Iterator[Event]:
        reason = self._end.reason
        if reason == "stop" and ToolCall in self._others:
            reason = "tool_calls"
        for n, kind in enumerate(self._others):
            is_last = n == len(self._others) - 1
            if kind is ToolCall and not (is_last and reason in finish.CUTS):
                yield CallFinished(part=_OTHERS + n)
        if reason != "interrupted":
            yield Finished(reason=reason, raw=self._end.raw)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. Raises ``Inexpressible``.

    The stream has a line for every few characters of text, a line for every other part, and a line for the end.
    """
    if response.alternatives:
        raise Inexpressible("ollama_chat can express only 1 answer to a request, got several")
    response = fresh(response)
    lines = [_line(response, message) | {"done": False} for message in _messages(response.parts)]
    if response.error is None:
        lines.append(_line(response, {}) | write_end(response))
    else:
        lines.append(_line(response, {}) | {"done": False} | write_usage(response.usage))
        lines.append({"error": error_value(response.error)})
    return b"".join(exact_json.encode(line) + b"\n" for line in lines)


def _line(response: Response, message: dict[str, Json]) -> dict[str, Json]:
    return head(response) | {"message": {"role": "assistant", "content": ""} | message}


def _messages(parts: tuple[Part, ...]) -> Iterator[dict[str, Json]]:
    index = 0
    for part in parts:
        match part:
            case Reasoning():
                yield from ({"thinking": piece} for piece in fragments(part.text))
            case Text():
                yield from ({"content": piece} for piece in fragments(part.text))
            case ToolCall():
                yield {"tool_calls": [calls.write(part, index)]}
                index += 1
            case _:
                yield messages.write_parts((part,), with_content=False)
