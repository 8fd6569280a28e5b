"""Streams of server-sent events. Most events belong to an item of the output.

An event with an ``output_index`` belongs to the item that was opened last at this index. An event without an index
belongs to the item with its ``item_id``. An event with neither belongs to the item that was opened last. The ``output``
of ``response.completed`` may be empty. Its items are used only if earlier events lacked them.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from toolwire.dialects import finish, frequent_events
from toolwire.dialects import usage as counts
from toolwire.dialects.error_body import provider_error
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.fragments import fragments
from toolwire.dialects.kept import Kept, size
from toolwire.dialects.openai_responses import calls
from toolwire.dialects.openai_responses.frequent_events import (
    FREQUENT,
    ArgumentsDone,
    ArgumentsFragment,
    CallDone,
    Completed,
    TextFragment,
)
from toolwire.dialects.openai_responses.open_item import OpenItem
from toolwire.dialects.openai_responses.response import (
    FINISH_WORDS,
    USAGE,
    is_cut,
    is_error_body,
    read_word,
    write_error,
    write_response,
)
from toolwire.dialects.stream_values import as_object, object_in
from toolwire.model import (
    Event,
    Failed,
    Finished,
    FinishReason,
    Json,
    RefusalDelta,
    Response,
    Started,
    TextDelta,
    UsageReported,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.payloads import DONE

_COMPLETED: Final = "completed"
_TERMINAL: Final[dict[Json, str]] = {
    f"response.{word}": word for word in (_COMPLETED, "incomplete", "failed", "cancelled")
}
_WORDS: Final = {
    "output_text.delta": "delta",
    "output_text.done": "text",
    "refusal.delta": "delta",
    "refusal.done": "refusal",
    "reasoning_text.delta": "delta",
    "reasoning_summary_text.delta": "delta",
    "function_call_arguments.delta": "delta",
    "function_call_arguments.done": "arguments",
    "custom_tool_call_input.delta": "delta",
    "custom_tool_call_input.done": "input",
}
"""The names of the events that have text, each with the key of the text."""


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._limits = kept.limits
        self._read_frequent = frequent_events.reader(FREQUENT, self._limits)
        self._sse = sse.SseDecoder(self._limits)
        self._items: dict[OpenItem, None] = {}
        """The items of the current response. A stream may have several responses, and an end for each of them."""
        self._last: OpenItem | None = None
        self._has_calls = False
        self._called: set[str | None] = set()
        """The ids of the calls in the responses that have ended."""
        self._by_index: dict[int, OpenItem] = {}
        self._by_id: dict[str, OpenItem] = {}
        self._messages: dict[str, bytes] = {}
        """The fingerprints of the finished items of the type ``message``, by id. Some servers send a finished message
        again, with the ``output_index`` of a call. An equal copy is dropped.
        """
        self._parts = 0

    def feed(self, chunk: bytes) -> Iterator[Event]:
        read, items = self._read_frequent, self._by_index
        for event in self._sse.feed(chunk):
            try:
                parsed = read(event.raw)
            except frequent_events.MISMATCH:
                yield from self._read_any(event)
                continue
            if isinstance(parsed, CallDone):
                yield from self._item_done(parsed.value(), parsed.output_index)
                continue
            if isinstance(parsed, Completed):
                nothing_new = self._adds_nothing(parsed) and not exact_json.may_be_deep(event.raw, self._limits.depth)
                yield from self._end(parsed.value(), _COMPLETED) if nothing_new else self._read_any(event)
                continue
            item = items.get(parsed.output_index)
            if item is None or not item.takes_fragments:
                yield from self._read_any(event)
            elif type(parsed) is ArgumentsFragment and item.takes_arguments and parsed.text:
                yield item.grow_arguments(parsed.text)
            else:
                yield from _frequent_events(item, parsed)

    def close(self) -> Iterator[Event]:
        cut_off = self._sse.unfinished()
        if cut_off is None or cut_off.data.strip() == DONE:
            return
        with suppress(WireError):
            yield from self._event(exact_json.loads(cut_off.data, self._limits))

    def _read_any(self, event: sse.SseEvent) -> Iterator[Event]:
        data = event.data
        if data.strip() not in ("", DONE):
            yield from self._event(exact_json.loads(data, self._limits))

    def _event(self, event: Json) -> Iterator[Event]:
        if not isinstance(event, dict):
            raise ShapeError(f"/: expected an object as an event of the stream, got {kind(event)}")
        word = event.get("type")
        if not isinstance(word, str) or word == "error":
            yield from _failure(event)
        elif word in _TERMINAL:
            yield from self._end(object_in(event, "response"), _TERMINAL[word])
        elif word in ("response.created", "response.queued", "response.in_progress"):
            yield from _started(object_in(event, "response"))
        elif word == "response.output_item.added":
            yield from self._open(object_in(event, "item"), event.get("output_index")).begin()
        elif word == "response.output_item.done":
            yield from self._item_done(object_in(event, "item"), event.get("output_index"))
        elif word == "response.content_part.added":
            self._piece_added(event)
        elif word.removeprefix("response.") in _WORDS:
            yield from self._fragment(word.removeprefix("response."), event)

    def _open(self, value: dict[str, Json], index: Json) -> OpenItem:
        item_id = value.get("id")
        known = value.get("type") == "message" and isinstance(item_id, str) and item_id in self._messages
        taken = isinstance(index, int) and index in self._by_index
        item = OpenItem(value, self._new_part, self._kept, repeated=known and taken)
        self._items[item] = None
        self._last = item
        if isinstance(index, int):
            self._by_index[index] = item
        if isinstance(item_id, str):
            self._by_id[item_id] = item
        return item

    def _new_part(self) -> int:
        self._parts += 1
        return self._parts - 1

    def _find(self, index: Json, item_id: Json) -> OpenItem | None:
        if isinstance(index, int):
            return self._by_index.get(index)
        if isinstance(item_id, str) and item_id in self._by_id:
            return self._by_id[item_id]
        return self._last

    def _item_done(self, value: dict[str, Json], index: Json) -> Iterator[Event]:
        item_id = value.get("id")
        item = self._find(index, item_id)
        if item is not None and item.opened.get("type") != value.get("type") and isinstance(item_id, str):
            # After this item, another item was opened at the same index.
            item = self._by_id.get(item_id, item)
        if item is None or item.done:
            item = self._open(value, index)
        if value.get("type") == "message" and isinstance(item_id, str):
            fingerprint = exact_json.fingerprint(value)
            if item.repeated and fingerprint == self._messages.get(item_id):
                item.done = True
                del self._items[item]
                return
            if item_id not in self._messages:
                self._kept.grow(size(item_id) + len(fingerprint))
            self._messages[item_id] = fingerprint
        yield from item.finish(value)

    def _piece_added(self, event: dict[str, Json]) -> None:
        """Open the piece of content that an event adds.

        The piece gets its part number immediately, even if it stays empty. So its number is lower than the numbers of
        pieces that are added later.
        """
        item = self._find(event.get("output_index"), event.get("item_id"))
        if item is not None and item.takes_fragments:
            item.piece(_place(event))

    def _fragment(self, word: str, event: dict[str, Json]) -> Iterator[Event]:
        text = event.get(_WORDS[word])
        if not isinstance(text, str):
            return
        item = self._find(event.get("output_index"), event.get("item_id"))
        if item is None:
            item = self._open({"id": event.get("item_id")}, event.get("output_index"))
        if not item.takes_fragments:
            return
        match word:
            case "output_text.delta":
                yield from item.text(TextDelta, _place(event), text)
            case "output_text.done":
                yield from item.text_done(TextDelta, _place(event), text)
            case "refusal.delta":
                yield from item.text(RefusalDelta, _place(event), text)
            case "refusal.done":
                yield from item.text_done(RefusalDelta, _place(event), text)
            case "reasoning_text.delta":
                yield from item.reasoning("content", event.get("content_index"), text)
            case "reasoning_summary_text.delta":
                yield from item.reasoning("summary", event.get("summary_index"), text)
            case "function_call_arguments.delta" | "custom_tool_call_input.delta":
                yield from item.arguments(text)
            case "function_call_arguments.done" | "custom_tool_call_input.done":
                yield from item.arguments_done(text)

    def _end(self, response: dict[str, Json], word: str) -> Iterator[Event]:
        yield from _started(response)
        output = response.get("output")
        yield from self._missing_items(output if isinstance(output, list) else [])
        raw = read_word(response) or word
        for item in self._items:
            yield from item.end(cut_short=is_cut(raw), is_last=item is self._last)
            self._has_calls = self._has_calls or item.call is not None
        self._items = {}
        usage = counts.read(response.get("usage"), "/usage", USAGE)
        if usage is not None:
            yield UsageReported(usage=usage)
        yield Finished(reason=self._reason(raw), raw=raw)
        if isinstance(response.get("error"), dict):
            yield Failed(error=provider_error(response["error"], None))

    def _adds_nothing(self, end: Completed) -> bool:
        """Return whether the response's last event brings nothing new: all items are done, and earlier events already
        had every call in the last event.
        """
        called = {item.call.id for item in self._items if item.call is not None}
        done = self._last is not None and not any(item.takes_fragments for item in self._items)
        return done and end.calls() - called <= self._called

    def _missing_items(self, output: list[Json]) -> Iterator[Event]:
        """Yield the events that complete the items that the stream never ended.

        If no earlier event had an item, yield the events of all items of ``output``, the output in the last event.
        """
        if self._last is None:
            for n, value in enumerate(output):
                yield from self._item_done(as_object(value, f"/response/output/{n}"), n)
        known = {value["id"]: value for value in output if isinstance(value, dict) and isinstance(value.get("id"), str)}
        for item in self._items:
            if item.takes_fragments:
                item_id = item.opened.get("id")
                value = known.get(item_id) if isinstance(item_id, str) else None
                yield from item.finish(value) if value is not None else item.finish_without()
        yield from self._missing_calls(output)

    def _missing_calls(self, output: list[Json]) -> Iterator[Event]:
        """Yield the events of calls that are only in ``output``, the output in the last event.

        Some gateways use other call ids in the last event. So if ``output`` lacks the id of an earlier call, yield
        nothing.
        """
        called = {item.call.id for item in self._items if item.call is not None}
        self._called |= called
        named = {value["call_id"]: value for value in output if isinstance(value, dict) and _names_call(value)}
        if named.keys() >= called:
            for call_id, value in named.items():
                if call_id not in self._called:
                    self._called.add(call_id)
                    yield from self._open(value, None).finish(value)

    def _reason(self, raw: str) -> FinishReason:
        meaning = FINISH_WORDS.get(raw, "other")
        if meaning not in finish.NORMAL:
            return meaning
        return "tool_calls" if self._has_calls else "stop"


def _frequent_events(item: OpenItem, event: ArgumentsFragment | TextFragment | ArgumentsDone) -> Iterable[Event]:
    """Return the canonical events of a frequent wire event, which belongs to ``item``."""
    if type(event) is ArgumentsFragment:
        return item.arguments(event.text)
    if type(event) is TextFragment:
        return item.text(TextDelta, event.content_index, event.text)
    return item.arguments_done(event.text)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())


def _names_call(item: dict[str, Json]) -> bool:
    return item.get("type") in ("function_call", "custom_tool_call") and isinstance(item.get("call_id"), str)


def _place(event: dict[str, Json]) -> int:
    place = event.get("content_index")
    return place if isinstance(place, int) else 0


def _started(response: dict[str, Json]) -> Iterator[Event]:
    response_id, model = response.get("id"), response.get("model")
    yield Started(
        id=response_id if isinstance(response_id, str) else None, model=model if isinstance(model, str) else None
    )


def _failure(event: dict[str, Json]) -> Iterator[Event]:
    """Yield the error in an event. The event itself is the error, or the error is under ``error`` as in the body of a
    refused request.
    """
    inner = event.get("error")
    if inner is not None:
        yield Failed(error=provider_error(inner, None))
    elif event.get("type") == "error":
        flat = {key: value for key, value in event.items() if key not in ("type", "sequence_number")}
        yield Failed(error=provider_error(flat, None))


def write_stream(response: Response) -> bytes:
    """Return a response as a stream: the events of each item of its plain body, in order. Raises ``Inexpressible``."""
    events: list[dict[str, Json]] = []
    if not is_error_body(response):
        body = write_response(response)
        opened = body | {"status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
        events += [{"type": f"response.{word}", "response": opened} for word in ("created", "in_progress")]
        for n, item in enumerate(body.get("output", [])):
            events += ({"output_index": n} | event for event in _item_events(item))
        if response.finish.raw is not None or response.finish.reason not in (*finish.UNENDED, "error"):
            word = f"response.{body.get('status')}"
            events.append({"type": word if word in _TERMINAL else "response.incomplete", "response": body})
    if response.error is not None and response.finish.raw is None:
        events.append(_error_event(write_error(response.error)))
    return b"".join(
        sse.encode(exact_json.dumps(event | {"sequence_number": n}), event["type"]) for n, event in enumerate(events)
    )


def _error_event(value: Json) -> dict[str, Json]:
    if isinstance(value, dict) and value.keys().isdisjoint(("type", "error", "sequence_number")):
        return {"type": "error"} | value
    return {"type": "error", "error": value}


def _item_events(item: dict[str, Json]) -> Iterator[dict[str, Json]]:
    word = item.get("type")
    address = {"item_id": item.get("id", "")}
    match item:
        case {"type": "message", "content": [*entries]}:
            yield _added(item, content=[], status="in_progress")
            for n, entry in enumerate(entries):
                yield from _content_events(entry, address | {"content_index": n})
        case {"type": "reasoning"}:
            yield _added({key: item[key] for key in item if key in ("type", "id")}, summary=[])
            shown = item.get("content")
            array, name = ("content", "reasoning_text") if shown else ("summary", "reasoning_summary_text")
            index = "content_index" if shown else "summary_index"
            for n, entry in enumerate(item.get(array) or []):
                text = entry.get("text") if isinstance(entry, dict) else None
                yield from _fragments(name, "text", text, address | {index: n})
        case {"type": "function_call" | "custom_tool_call"}:
            key = calls.CALLS[str(word)]
            yield _added(item, **{key: "", "status": "in_progress"})
            name = "function_call_arguments" if key == "arguments" else "custom_tool_call_input"
            yield from _fragments(name, key, item.get(key), address)
        case _:
            yield _added(item)
    yield {"type": "response.output_item.done", "item": item}


def _added(item: dict[str, Json], **changes: Json) -> dict[str, Json]:
    return {"type": "response.output_item.added", "item": item | changes}


def _content_events(entry: Json, address: dict[str, Json]) -> Iterator[dict[str, Json]]:
    match entry:
        case {"type": "refusal", "refusal": str(text)}:
            name, key = "refusal", "refusal"
        case {"type": "output_text", "text": str(text)}:
            name, key = "output_text", "text"
        case _:
            return
    yield {"type": "response.content_part.added", "part": entry | {key: ""}} | address
    yield from _fragments(name, key, text, address | ({"logprobs": []} if key == "text" else {}))
    yield {"type": "response.content_part.done", "part": entry} | address


def _fragments(name: str, key: str, text: Json, address: dict[str, Json]) -> Iterator[dict[str, Json]]:
    if not isinstance(text, str):
        return
    for piece in fragments(text):
        yield {"type": f"response.{name}.delta", "delta": piece} | address
    yield {"type": f"response.{name}.done", key: text} | address
