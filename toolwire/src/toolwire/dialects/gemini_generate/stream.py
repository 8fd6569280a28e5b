"""Streams of chunks. Each server-sent event, or each member of a JSON array, is a chunk with the next few parts.

The text of one chunk may continue in the next chunk. Within a chunk all parts are separate. A part with a signature is
always separate, because it must go back unchanged. A call usually arrives whole. Only Vertex sends a call in pieces,
and only if the request asks for pieces.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from toolwire.dialects import finish, google_error
from toolwire.dialects import usage as counts
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind
from toolwire.dialects.fragments import fragments
from toolwire.dialects.gemini_generate import parts, signature
from toolwire.dialects.gemini_generate.array import ObjectDecoder
from toolwire.dialects.gemini_generate.calls import unfinished_text
from toolwire.dialects.gemini_generate.partial_args import PartialArguments
from toolwire.dialects.gemini_generate.response import (
    USAGE,
    allows_calls,
    finish_reason,
    finish_word,
    head,
    read_finish,
)
from toolwire.dialects.kept import Held, Kept
from toolwire.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Candidate,
    Event,
    Failed,
    Finished,
    FinishReason,
    Image,
    Json,
    Part,
    PartData,
    ProviderPart,
    Reasoning,
    ReasoningDelta,
    Response,
    Started,
    Text,
    TextDelta,
    ToolCall,
    Unknown,
    UsageReported,
    WholePart,
    fresh,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import LimitExceeded, WireError
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import DONE, is_event_stream


def is_stream(response: WireResponse) -> bool:
    """Return whether a response is a stream: server-sent events, or an array of chunks."""
    return response.body.lstrip()[:1] == b"[" or is_event_stream(response)


class _Call:
    """A call that is still arriving."""

    __slots__ = ("arguments", "part")

    def __init__(self, part: int, arguments: PartialArguments | None) -> None:
        self.part = part
        self.arguments = arguments
        """The arguments so far; None if the call has arrived whole."""


class _Answer:
    """A candidate that is still arriving."""

    def __init__(self, kept: Kept) -> None:
        self.held = Held(kept)
        self.calls: list[_Call] = []
        self.open: _Call | None = None
        """The call to which the next piece belongs."""
        self.raw: Json = None
        self.count = 0
        self.growing: tuple[type[Part], int] | None = None
        """The kind and part number of the text that the next chunk may continue."""

    def begin(self) -> int:
        self.growing = None
        self.count += 1
        return self.count - 1

    def text(self, part: Text | Reasoning, *, is_first: bool) -> int:
        """Return the number of the part to which a text belongs: the part that the text continues, or a new part.

        ``is_first`` is true if the text is the first part of its chunk.
        """
        if is_first and not part.provider_data and self.growing and self.growing[0] is type(part):
            return self.growing[1]
        number = self.begin()
        if not part.provider_data:
            self.growing = (type(part), number)
        return number


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._limits = kept.limits
        self._start = bytearray()
        self._events: sse.SseDecoder | None = None
        self._objects: ObjectDecoder | None = None
        self._answers: dict[int, _Answer] = {}
        self._named: tuple[str | None, str | None] = (None, None)

    def feed(self, chunk: bytes) -> Iterator[Event]:
        if self._events is None and self._objects is None:
            self._start += chunk
            if not chunk.strip(b"\xef\xbb\xbf \t\r\n"):
                self._check_start()
                return
            chunk = self._choose(bytes(self._start))
        if self._objects is not None:
            for document in self._objects.feed(chunk):
                yield from self._chunk(exact_json.loads(document, self._limits))
        elif self._events is not None:
            for event in self._events.feed(chunk):
                data = event.data
                if data != DONE:  # Google does not send this mark, but some gateways do
                    yield from self._chunk(exact_json.loads(data, self._limits))

    def _check_start(self) -> None:
        if len(self._start) > self._limits.event:
            raise LimitExceeded(
                f"the stream begins with too many blanks: expected at most {self._limits.event} bytes",
                "event",
                self._limits.event,
            )

    def _choose(self, start: bytes) -> bytes:
        """Choose the framing, and return ``start``, in the case of JSON without its byte order mark.

        JSON starts with a bracket or a brace. If the first byte after blanks is another byte, the stream is
        server-sent events.
        """
        bare = start.removeprefix(b"\xef\xbb\xbf")
        if bare.lstrip()[:1] in (b"[", b"{"):
            self._objects = ObjectDecoder(self._limits)
            return bare
        self._events = sse.SseDecoder(self._limits)
        return start

    def close(self) -> Iterator[Event]:
        cut_off = self._events.unfinished() if self._events else None
        if cut_off is not None and cut_off.data != DONE:
            with suppress(WireError):
                yield from self._chunk(exact_json.loads(cut_off.data, self._limits))
        for index, answer in self._answers.items():
            yield from _numbered(self._end(answer), index)

    def _chunk(self, chunk: Json) -> Iterator[Event]:
        fields = Fields(chunk, "")
        error = fields.value("error")
        if error is not None:
            yield Failed(error=google_error.read_value(error, None))
        yield from self._start_of(fields)
        for n, item in enumerate(_members(fields, "candidates")):
            candidate = Fields(item, f"/candidates/{n}")
            index = candidate.integer("index")
            index = n if index is None or index < 0 else index
            answer = self._answers.get(index)
            if answer is None:
                answer = self._answers[index] = _Answer(self._kept)
            yield from _numbered(self._candidate(answer, candidate), index)
        feedback = fields.child("promptFeedback")
        blocked = feedback.value("blockReason") if feedback else None
        if blocked is not None and not self._answers:
            yield Finished(reason="content_filter", raw=blocked)
        counted = counts.read(fields.mapping("usageMetadata"), "/usageMetadata", USAGE)
        if counted is not None:
            yield UsageReported(usage=counted)

    def _start_of(self, fields: Fields) -> Iterator[Event]:
        named = (fields.filled("responseId"), fields.filled("modelVersion"))
        if any(new and not known for new, known in zip(named, self._named, strict=True)):
            yield Started(id=named[0], model=named[1])
            self._named = (self._named[0] or named[0], self._named[1] or named[1])

    def _candidate(self, answer: _Answer, candidate: Fields) -> Iterator[Event]:
        content = candidate.child("content")
        if content is not None:
            alone = content.mapping("parts")
            members = _members(content, "parts") if alone is None else [alone]
            shown = [(n, member) for n, member in enumerate(members) if not parts.is_silent(member)]
            for n, member in shown:
                yield from self._part(answer, member, f"{content.where}/parts/{n}", is_first=n == shown[0][0])
        if answer.raw is None:
            answer.raw = read_finish(candidate.peek("finishReason"))
            answer.held.add(answer.raw)

    def _part(self, answer: _Answer, value: Json, where: str, *, is_first: bool) -> Iterator[Event]:
        call = value.get("functionCall") if isinstance(value, dict) else None
        if isinstance(call, dict) and _is_piece(call, expected=answer.open is not None):
            yield from self._call_piece(answer, Fields(value, where), call, f"{where}/functionCall")
            return
        part = parts.read_answer(value, where)
        match part:
            case Text() | Reasoning():
                number = answer.text(part, is_first=is_first)
                delta = TextDelta if isinstance(part, Text) else ReasoningDelta
                yield delta(part=number, text=part.text)
            case ToolCall():
                number = answer.begin()
                answer.calls.append(_Call(number, None))
                yield CallStarted(part=number, id=part.id, name=part.name)
                if part.arguments.text:
                    yield ArgumentsDelta(part=number, text=part.arguments.text)
            case ProviderPart() | Unknown() | Image():
                yield WholePart(part=answer.begin(), value=fresh(part))
                return
            case _:
                raise ShapeError(f"{where}: expected a part of an answer, got {type(part).__name__.lower()}")
        if part.provider_data:
            yield PartData(part=number, provider_data=part.provider_data)

    def _call_piece(self, answer: _Answer, fields: Fields, call: dict[str, Json], where: str) -> Iterator[Event]:
        name, call_id, args = call.get("name"), call.get("id"), call.get("args")
        if isinstance(name, str) and name:
            answer.open = _Call(answer.begin(), PartialArguments(Held(self._kept)))
            answer.calls.append(answer.open)
            yield CallStarted(part=answer.open.part, id=call_id if isinstance(call_id, str) else None, name=name)
        growing = answer.open
        if growing is None or growing.arguments is None:
            return
        data = signature.read(fields)
        if data:
            yield PartData(part=growing.part, provider_data=data)
        if isinstance(args, dict):
            growing.arguments.update(args)
        entries = call.get("partialArgs") or []
        if not isinstance(entries, list):
            raise ShapeError(f"{where}/partialArgs: expected an array, got {kind(entries)}")
        for n, entry in enumerate(entries):
            growing.arguments.add(entry, f"{where}/partialArgs/{n}")
        if call.get("willContinue") is not True and not any(entry.get("willContinue") is True for entry in entries):
            yield from _all_arguments(growing)
            answer.open = None

    def _end(self, answer: _Answer) -> Iterator[Event]:
        answer.held.release()
        reason: FinishReason = finish_reason(answer.raw, ())
        if reason == "stop" and answer.calls:
            reason = "tool_calls"
        for call in answer.calls:
            cut_off = reason in finish.CUTS and (call.arguments is not None or call.part == answer.count - 1)
            if allows_calls(reason) and not cut_off:
                yield from _all_arguments(call)
                yield CallFinished(part=call.part)
            elif call.arguments is not None and call.arguments.has_arguments:
                call.arguments.held.release()
                yield ArgumentsDelta(part=call.part, text=unfinished_text(call.arguments.value()))
        if answer.raw is not None:
            yield Finished(reason=reason, raw=answer.raw)


def _members(fields: Fields, key: str) -> list[Json]:
    value = fields.value(key)
    if value is not None and not isinstance(value, list):
        raise ShapeError(f"{fields.where}/{key}: expected an array, got {kind(value)}")
    return value or []


def _is_piece(call: dict[str, Json], *, expected: bool) -> bool:
    """Return whether a ``functionCall`` is only a piece of a call.

    An object with ``willContinue`` or ``partialArgs`` is a piece. An object without a name is a piece, too, if it has
    no arguments or if ``expected`` is true. ``expected`` is true if an earlier piece announced another piece.
    """
    if call.get("willContinue") is True or call.get("partialArgs"):
        return True
    return not call.get("name") and (expected or not call.get("args"))


def _all_arguments(call: _Call) -> Iterator[Event]:
    if call.arguments is not None:
        call.arguments.held.release()
    if call.arguments is not None and call.arguments.has_arguments:
        yield ArgumentsDelta(part=call.part, text=exact_json.dumps(call.arguments.value()))
    call.arguments = None


def _numbered(events: Iterator[Event], index: int) -> Iterator[Event]:
    for event in events:
        yield msgspec.structs.replace(event, candidate=index) if index else event


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. Raises ``Inexpressible``.

    The stream has a chunk for every few characters of text, a chunk for every other part, and a chunk for the finish.
    """
    first = Candidate(parts=response.parts, finish=response.finish)
    chunks: list[dict[str, Json]] = []
    for index, answer in enumerate((first, *response.alternatives)):
        shown = [{"content": {"parts": few, "role": "model"}} for few in _chunked(answer.parts)]
        raw = None if response.error is not None else finish_word(answer.finish, answer.parts)
        if raw is not None:
            shown.append({"content": {"parts": [{"text": ""}], "role": "model"}, "finishReason": raw})
        chunks += [{"candidates": [candidate | {"index": index}]} for candidate in shown]
    chunks = chunks or [{}]
    if response.usage is not None:
        chunks[-1]["usageMetadata"] = counts.write(response.usage, USAGE)
    bodies = [chunk | head(response) for chunk in chunks]
    if response.error is not None:
        bodies.append({"error": google_error.write_value(response.error)})
    return b"".join(sse.encode(exact_json.dumps(body), line_end="\r\n") for body in bodies)


def _chunked(shown: tuple[Part, ...]) -> Iterator[list[Json]]:
    """Yield the parts of each chunk.

    If a text follows another text of the same kind, the chunk with the end of the first text also has the start of the
    second text. So a reader sees that the texts are separate parts. Raises ``Inexpressible``.
    """
    waiting: list[Json] = []
    before: Part | None = None
    for part in shown:
        if parts.is_silent(written := parts.write(fresh(part), {})):
            continue
        pieces = _pieces(part, written)
        if not (_grows(before) and type(part) is type(before)) and waiting:
            yield waiting
            waiting = []
        for piece in pieces:
            if waiting and piece is not pieces[0]:
                yield waiting
                waiting = []
            waiting.append(piece)
        before = part
    if waiting:
        yield waiting


def _grows(part: Part | None) -> bool:
    return isinstance(part, Text | Reasoning) and not part.provider_data


def _pieces(part: Part, written: Any) -> list[Json]:
    if not isinstance(part, Text | Reasoning) or part.provider_data or not part.text:
        return [written]
    return [written | {"text": piece} for piece in fragments(part.text)]
