"""Streams: server-sent events whose data are chunks. ``[DONE]`` is the last event.

These rules for joining the fragments of calls cover every known provider:

- A fragment with an ``index`` belongs to the call with this index. But if its ``id`` is new and it has a name, it opens
  another call.
- A fragment without an index belongs to the call with its ``id``.
- A fragment with neither opens a call if it has a name. Otherwise it belongs to the last call.
- Empty and null ids and names never replace other ids and names.
- A name may be repeated, or arrive in pieces, until the arguments start.
- A call counts as started only when its arguments start. Its id may arrive even later.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import StringIO

import msgspec

from toolwire.dialects import finish, frequent_events
from toolwire.dialects import usage as counts
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.kept import Held, Kept
from toolwire.dialects.openai_chat.frequent_events import CHUNK, Chunk
from toolwire.dialects.openai_chat.messages import OPAQUE_FIELDS, REASONING_FIELDS
from toolwire.dialects.openai_chat.reasoning_details import Details
from toolwire.dialects.openai_chat.response import FINISH_WORDS, USAGE
from toolwire.model import (
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Event,
    Failed,
    Finished,
    FinishReason,
    Json,
    PartData,
    ProviderError,
    ReasoningDelta,
    RefusalDelta,
    ResponseData,
    Started,
    TextDelta,
    Unknown,
    UsageReported,
    WholePart,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.payloads import DONE


class _Call:
    """A call whose fragments are still arriving."""

    __slots__ = ("_length", "_names", "arguments", "held", "id", "kind", "part", "started", "started_id")

    def __init__(self, part: int, kept: Kept) -> None:
        self.part = part
        self.held = Held(kept)
        """A count of the bytes that arrived before the call started."""
        self.id: str | None = None
        self._names: list[str] = []
        """The pieces of the name so far."""
        self._length = 0
        self.kind: str = "function"
        self.started = False
        self.started_id: str | None = None
        """The id with which the call started."""
        self.arguments = StringIO()
        """The text of the arguments so far."""

    @property
    def name(self) -> str:
        return "".join(self._names)

    def grow_name(self, name: str) -> bool:
        """Add the next piece of the name, and return True. Return False if the piece only repeats the whole name."""
        if len(name) == self._length and name == self.name:
            return False
        self.held.add([name])
        self._names.append(name)
        self._length += len(name)
        return True

    def start(self) -> Iterator[Event]:
        """Yield the start of the call, and its arguments so far."""
        self.started = True
        self.held.release()
        yield self.start_event()
        text = self.arguments.getvalue()
        if text:
            yield ArgumentsDelta(part=self.part, text=text)

    def start_event(self) -> CallStarted:
        """Return the event that starts the call, with the id and name so far."""
        self.started_id = self.id
        return CallStarted(part=self.part, id=self.id, name=self.name, kind=self.kind)  # type: ignore[arg-type]

    def is_settled(self) -> bool:
        """Return whether the arguments are already a whole object. No further text could change such an object."""
        return self.kind != "custom" and exact_json.is_object(self.arguments.getvalue())


class Choice:
    """An answer (an entry of ``choices``) that is still arriving."""

    def __init__(self, index: int, kept: Kept) -> None:
        self.index = index
        self._kept = kept
        self.held = Held(kept)
        """A count of the bytes of this answer that no event has reported yet."""
        self.parts: dict[str, int] = {}
        self.calls: list[_Call] = []
        self.legacy: _Call | None = None
        self.by_index: dict[int, _Call] = {}
        self.by_id: dict[str, _Call] = {}
        self.raw: str | None = None
        self.reasoning_details: dict[str, Details] = {}
        """The data that arrived with the reasoning so far, by key. This data must go back to the provider."""
        self._count = 0

    def new_part(self) -> int:
        self._count += 1
        return self._count - 1

    def part(self, kind: str) -> int:
        if kind not in self.parts:
            self.parts[kind] = self.new_part()
        return self.parts[kind]

    def call_of(self, fragment: dict[str, Json]) -> _Call:
        index, call_id = _index(fragment), _filled(fragment, "id")
        call: _Call | None = None
        if index is not None:
            call = self.by_index.get(index)
            if call and call_id and call.id and call.id != call_id and _opens(fragment):
                call = None
        elif call_id:
            call = self.by_id.get(call_id)
        elif self.calls and not _opens(fragment):
            call = self.calls[-1]
        if call is None:
            call = self.new_call()
        if index is not None:
            self.by_index[index] = call
        if call_id:
            if call_id not in self.by_id:
                self.held.add(call_id)
            call.id = call.id or call_id
            self.by_id[call_id] = call
        return call

    def new_call(self) -> _Call:
        call = _Call(self.new_part(), self._kept)
        self.calls.append(call)
        return call


def _opens(fragment: dict[str, Json]) -> bool:
    """Return whether a fragment has a name. Only a fragment with a name may open a call."""
    function = fragment.get("function") or fragment.get("custom")
    return isinstance(function, dict) and bool(function.get("name"))


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    finish_words: Mapping[Json, FinishReason] = FINISH_WORDS

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._limits = kept.limits
        self._read_frequent = frequent_events.reader(CHUNK, self._limits)
        self._sse = sse.SseDecoder(self._limits)
        self._choices: dict[int, Choice] = {}
        self._lowest: int | None = None
        """The lowest index of a choice. None before the end of the stream."""
        self._failed = False
        self._done = False
        self._named: tuple[str | None, str | None] = (None, None)
        """The id and the model of the last chunk that had an id or a model."""

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for event in self._sse.feed(chunk):
            try:
                frequent = self._frequent_event(self._read_frequent(event.raw))
            except frequent_events.MISMATCH:
                frequent = None
            if frequent is None:
                yield from self._data(event.data)
            else:
                yield frequent

    def _frequent_event(self, chunk: Chunk) -> Event | None:
        """Return the event of a chunk that only continues a started text or call; None for any other chunk."""
        (entry,) = chunk.choices
        choice, delta = self._choices.get(entry.index), entry.delta
        if choice is None or (chunk.id, chunk.model) != self._named:
            return None
        if delta.tool_calls is None:
            part, text = choice.parts.get("text"), delta.content
            return TextDelta(candidate=entry.index, part=part, text=text) if text and part is not None else None
        (fragment,) = delta.tool_calls
        call, text = choice.by_index.get(fragment.index), fragment.function.arguments
        if call is None or not call.started or not text or delta.content:
            return None
        call.arguments.write(text)
        return ArgumentsDelta(candidate=entry.index, part=call.part, text=text)

    def close(self) -> Iterator[Event]:
        cut_off = self._sse.unfinished()
        if cut_off is not None:
            with suppress(WireError):
                yield from self._data(cut_off.data)
        for choice in self._choices.values():
            yield from self._end(choice)

    def _data(self, data: str) -> Iterator[Event]:
        if data.strip() == DONE:
            self._done = True
        elif data.strip():
            yield from self._chunk(exact_json.loads(data, self._limits))

    def _chunk(self, chunk: Json) -> Iterator[Event]:
        if not isinstance(chunk, dict):
            raise ShapeError("/: expected an object as a chunk of the stream, got another value")
        error = self._error(chunk)
        if error is not None:
            self._failed = True
            yield Failed(error=error)
        response_id, model = _filled(chunk, "id"), _filled(chunk, "model")
        if (response_id or model) and (response_id, model) != self._named:
            self._named = (response_id, model)
            yield Started(id=response_id, model=model)
        for n, item in enumerate(_objects(chunk, "choices")):
            place = _index(item)
            index = n if place is None else place
            choice = self._choices.get(index)
            if choice is None:
                choice = self._choices[index] = Choice(index, self._kept)
            delta = item.get("delta")
            for event in self._delta(choice, delta if isinstance(delta, dict) else {}):
                yield msgspec.structs.replace(event, candidate=index) if index else event
            raw = item.get("finish_reason")
            if isinstance(raw, str) and raw and (choice.raw is None or self._cuts(raw, choice.raw)):
                choice.held.add(raw, choice.raw or "")
                choice.raw = raw
            if item.get("error") is not None:
                self._failed = True
                yield Failed(error=provider_error(item["error"], None))
        usage = _usage(chunk)
        if usage is not None:
            counted = counts.read(usage, "/usage", USAGE)
            if counted is not None:
                yield UsageReported(usage=counted)

    def _delta(self, choice: Choice, delta: dict[str, Json]) -> Iterator[Event]:
        for key in REASONING_FIELDS:
            text = delta.get(key)
            if isinstance(text, str) and text:
                if key not in choice.parts:
                    yield PartData(part=choice.part(key), provider_data={"field": key})
                yield ReasoningDelta(part=choice.part(key), text=text)
        for key in OPAQUE_FIELDS:
            if delta.get(key):
                if key not in choice.reasoning_details:
                    choice.reasoning_details[key] = Details(choice.held)
                choice.reasoning_details[key].add(delta[key])
        yield from self._content(choice, delta.get("content"))
        refusal = delta.get("refusal")
        if isinstance(refusal, str) and refusal:
            yield RefusalDelta(part=choice.part("refusal"), text=refusal)
        for fragment in _objects(delta, "tool_calls"):
            yield from self._fragment(choice.call_of(fragment), fragment)
        legacy = delta.get("function_call")
        if isinstance(legacy, dict):
            yield from self._fragment(self._legacy_call(choice), {"function": legacy}, kind="legacy")

    def _content(self, choice: Choice, content: Json) -> Iterator[Event]:
        """Yield the events for the content of a delta. Databricks streams an array of parts. Other servers send such an
        array only in plain answers.
        """
        for part in content if isinstance(content, list) else [content]:
            text = part.get("text") if isinstance(part, dict) and part.get("type") == "text" else part
            if isinstance(text, str) and text:
                yield TextDelta(part=choice.part("text"), text=text)
            elif isinstance(part, dict) and part.get("type") != "text":
                yield WholePart(part=choice.new_part(), value=Unknown(kind=str(part.get("type")), value=part))

    def _cuts(self, raw: str, before: str) -> bool:
        """Return True if the later finish reason ``raw`` shows that the answer was cut, and the earlier reason
        ``before`` does not.
        """
        return self.finish_words.get(raw) in finish.CUTS and self.finish_words.get(before) not in finish.CUTS

    def _error(self, chunk: dict[str, Json]) -> ProviderError | None:
        """Return the error in a chunk; None if the chunk has no error."""
        error = chunk.get("error")
        return None if error is None else provider_error(error, None)

    @staticmethod
    def _legacy_call(choice: Choice) -> _Call:
        if choice.legacy is None:
            choice.legacy = choice.new_call()
        return choice.legacy

    @staticmethod
    def _fragment(call: _Call, fragment: dict[str, Json], kind: str = "function") -> Iterator[Event]:
        custom = fragment.get("custom")
        if isinstance(custom, dict) and fragment.get("type") != "function":
            kind, body, text = "custom", custom, custom.get("input")
        else:
            function = fragment.get("function")
            body = function if isinstance(function, dict) else {}
            text = body.get("arguments")
        if not isinstance(text, str | None):
            text = exact_json.dumps(text)
        name = _filled(body, "name")
        if name and not call.started and call.grow_name(name):
            call.kind = kind
        if call.started and call.started_id is None and call.id is not None:
            yield call.start_event()
        if isinstance(text, str) and text:
            call.arguments.write(text)
            if call.started:
                yield ArgumentsDelta(part=call.part, text=text)
            elif call.name:
                yield from call.start()
            else:
                call.held.add(text)
        if isinstance(fragment.get("extra_content"), dict):
            yield PartData(part=call.part, provider_data={"extra_content": fragment["extra_content"]})

    def _end(self, choice: Choice) -> Iterator[Event]:
        reason: FinishReason = "interrupted"
        complete = choice.calls
        if choice.raw is not None:
            meaning = self.finish_words.get(choice.raw, "other")
            reason = meaning if meaning not in finish.NORMAL else "tool_calls" if choice.calls else "stop"
        elif self._done and not self._failed:
            # Some gateways end a complete stream without a finish reason. Then a call without arguments may be cut.
            reason = "tool_calls" if choice.calls else "stop"
            complete = [call for call in choice.calls if call.arguments.tell()]
        if reason in finish.CUTS or (self._failed and choice.raw is None):
            # Fragments of several calls may alternate, so even a call before the last call may be incomplete.
            complete = [call for call in choice.calls[:-1] if call.is_settled()]
        choice.held.release()
        if choice.reasoning_details and choice is self._first_choice():
            data = {key: details.value() for key, details in choice.reasoning_details.items()}
            yield ResponseData(provider_data=data)
        for event in self._unstarted(choice):
            yield msgspec.structs.replace(event, candidate=choice.index)
        for call in complete:
            if call.started:
                yield CallFinished(candidate=choice.index, part=call.part)
        if reason != "interrupted":
            yield Finished(candidate=choice.index, reason=reason, raw=choice.raw)

    def _first_choice(self) -> Choice:
        if self._lowest is None:
            self._lowest = min(self._choices)
        return self._choices[self._lowest]

    @staticmethod
    def _unstarted(choice: Choice) -> Iterator[Event]:
        """Yield the start of each call that has not started, because it has no arguments or no name.

        A call without a name becomes a part of unknown kind.
        """
        for call in choice.calls:
            if call.started:
                continue
            if call.name:
                yield from call.start()
            else:
                nameless = {"id": call.id, "arguments": call.arguments.getvalue()}
                call.held.release()
                yield WholePart(part=call.part, value=Unknown(kind="a call without a name", value=nameless))


def _usage(chunk: dict[str, Json]) -> dict[str, Json] | None:
    """Return the usage in a chunk; None if the chunk has no usage.

    Groq puts the usage into ``x_groq``. If the request asks for the usage, Groq also sends it under the usual key.
    """
    for holder in (chunk, chunk.get("x_groq")):
        usage = holder.get("usage") if isinstance(holder, dict) else None
        if isinstance(usage, dict):
            return usage
    return None


def _filled(value: dict[str, Json], key: str) -> str | None:
    """Return the value of ``key`` if it is a string that is not empty; else None."""
    text = value.get(key)
    return text if isinstance(text, str) and text else None


def _index(value: dict[str, Json]) -> int | None:
    """Return the index of an entry; None if the entry has no index.

    Some servers write the index as text or with a decimal point.
    """
    index = value.get("index")
    try:
        return int(index) if isinstance(index, int | float | str) else None
    except (ValueError, OverflowError):
        return None


def _objects(value: dict[str, Json], key: str) -> list[dict[str, Json]]:
    """Return the members of an array of objects. Return no members if the array is missing or null.

    Raises ``ShapeError`` for any other value.
    """
    members = value.get(key) or []
    if not isinstance(members, list) or not all(isinstance(member, dict) for member in members):
        raise ShapeError(f"/{key}: expected an array of objects, got other values")
    return members


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())
