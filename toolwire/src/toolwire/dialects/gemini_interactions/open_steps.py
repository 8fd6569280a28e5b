"""The steps of a stream while they arrive."""

from collections.abc import Callable, Iterator
from io import StringIO
from itertools import groupby
from typing import Final, TypeAlias

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind
from toolwire.dialects.gemini_interactions import calls, content, outputs, steps, thoughts
from toolwire.dialects.kept import Held
from toolwire.dialects.stream_values import text_in
from toolwire.model import (
    ArgumentsDelta,
    CallStarted,
    Event,
    Image,
    Json,
    PartData,
    ProviderPart,
    ReasoningDelta,
    Text,
    TextDelta,
    ToolCall,
    Unknown,
    WholePart,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_PLACEHOLDERS: Final[tuple[Json, ...]] = (None, {})
_ARGUMENTS: Final = "arguments_delta"
_ANNOTATIONS: Final = "text_annotation_delta"


class ThoughtStep:
    """A thought: its signature, and the content objects of its summary."""

    is_call = False

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._has_text = False
        opened = thoughts.read(Fields(value, "/step"))
        self._first = opened.text
        self._signature = opened.provider_data.get(calls.SIGNED)
        self._contents: list[Json] = []
        self._texts_only = True
        for entry in thoughts.contents(opened):
            self._add(entry)

    def begin(self) -> Iterator[Event]:
        if self._signature is not None:
            yield PartData(part=self.part, provider_data={calls.SIGNED: self._signature})
        yield from self._text(self._first)

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        match delta.get("type"):
            case "thought_signature":
                signature = text_in(delta, "signature", where)
                yield PartData(part=self.part, provider_data={calls.SIGNED: signature})
            case "thought_summary":
                entry = delta.get("content")
                self._add(entry)
                yield from self._text(thoughts.text_of([entry]))

    def _add(self, entry: Json) -> None:
        if entry is not None:
            self.held.add(entry)
            self._contents.append(entry)
            self._texts_only = self._texts_only and _bare_text(entry) is not None

    def _text(self, text: str) -> Iterator[Event]:
        if text:
            self._has_text = True
            yield ReasoningDelta(part=self.part, text=text)

    def end(self) -> Iterator[Event]:
        if not self._has_text:
            yield ReasoningDelta(part=self.part, text="")
        if not self._texts_only:
            yield PartData(part=self.part, provider_data={thoughts.SUMMARY: [*_joined(self._contents)]})


def _bare_text(entry: Json) -> str | None:
    """Return the text of a content object that has only a text; None for any other content object."""
    match entry:
        case {"text": str(text), **rest} if not rest or rest == {"type": "text"}:
            return text
    return None


def _joined(contents: list[Json]) -> Iterator[Json]:
    """Yield content objects, with neighbouring texts joined to a single text."""
    for is_text, entries in groupby(contents, lambda entry: _bare_text(entry) is not None):
        if is_text:
            yield {"type": "text", "text": "".join(_bare_text(entry) or "" for entry in entries)}
        else:
            yield from entries


class CallStep:
    """A call. The arguments in its start event are used only if they are not empty and no fragment follows."""

    is_call = True

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._call: ToolCall | None = calls.read(Fields(value, "/step"))
        self._arguments = value.get("arguments")
        self.held.add(self._arguments)

    def begin(self) -> Iterator[Event]:
        # The call is dropped, because its unread keys are in no event, and do not count as kept.
        call, self._call = self._call, None
        assert call is not None
        yield CallStarted(part=self.part, id=call.id, name=call.name)
        if call.provider_data:
            yield PartData(part=self.part, provider_data=call.provider_data)

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        if delta.get("type") == _ARGUMENTS:
            text = text_in(delta, "arguments", where)
            if text:
                self._arguments = None
                self.held.release()
                yield ArgumentsDelta(part=self.part, text=text)
        signature = text_in(delta, "signature", where)
        if signature:
            yield PartData(part=self.part, provider_data={calls.SIGNED: signature})

    def end(self) -> Iterator[Event]:
        if self._arguments in _PLACEHOLDERS:
            return
        value = self._arguments
        yield ArgumentsDelta(part=self.part, text=value if isinstance(value, str) else exact_json.dumps(value))


class OutputStep:
    """An output of the model. Each text, image or other content in it becomes a part."""

    is_call = False

    def __init__(self, part: int, value: dict[str, Json], held: Held, new_part: Callable[[], int]) -> None:
        self.part = part
        self.held = held
        self.held.add(value)
        self._new_part = new_part
        self._value = value
        self._is_empty = True
        self._is_text = False
        self._notes: list[Json] = []

    def begin(self) -> Iterator[Event]:
        entries = self._value.get("content")
        for entry in entries if isinstance(entries, list) else ():
            yield from self._content(entry)

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        word = delta.get("type")
        if word == _ANNOTATIONS:
            notes = delta.get("annotations")
            self.held.add(notes)
            self._notes += notes if isinstance(notes, list) else []
        elif word == "text" or (word is None and "text" in delta):
            text = text_in(delta, "text", where)
            if text or not self._is_text:
                yield from self._text(text)
        else:
            yield from self._content(delta)

    def _content(self, value: Json) -> Iterator[Event]:
        part = content.read(value, "/content") if isinstance(value, dict) else None
        if isinstance(part, Text):
            yield from self._next()
            yield from self._text(part.text)
            self._notes += part.provider_data.get(content.NOTES, [])
            return
        yield from self._next()
        yield WholePart(part=self.part, value=part if isinstance(part, Image) else _whole(value))
        self._is_empty = False

    def _text(self, text: str) -> Iterator[Event]:
        if not self._is_text:
            yield from self._next()
        self._is_text, self._is_empty = True, False
        yield TextDelta(part=self.part, text=text)

    def _next(self) -> Iterator[Event]:
        """End the current part, so that the next content becomes a new part."""
        yield from self._end_text()
        if not self._is_empty:
            self.part = self._new_part()
            self._is_empty = True

    def _end_text(self) -> Iterator[Event]:
        if self._is_text and self._notes:
            yield PartData(part=self.part, provider_data={content.NOTES: self._notes})
        self._is_text, self._notes = False, []

    def end(self) -> Iterator[Event]:
        yield from self._end_text()
        if self._is_empty and self._value.keys() <= {"type", "content"}:
            yield TextDelta(part=self.part, text="")
        elif self._is_empty:
            yield WholePart(part=self.part, value=ProviderPart(kind=outputs.OUTPUT, value=self._value))


def _whole(entry: Json) -> ProviderPart | Unknown:
    word = str(entry.get("type")) if isinstance(entry, dict) else "content"
    value: Json = {"type": outputs.OUTPUT, "content": [entry]}
    known = word in content.KINDS
    return ProviderPart(kind=outputs.OUTPUT, value=value) if known else Unknown(kind=word, value=value)


class OpaqueStep:
    """A step without a canonical form. When it ends, a ``WholePart`` event has the whole step."""

    is_call = False

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self.held.add(value)
        self._value = dict(value)
        self._arguments = StringIO()

    def begin(self) -> Iterator[Event]:
        yield from ()

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        if delta.get("type") == _ARGUMENTS:
            text = text_in(delta, "arguments", where)
            self.held.add(text)
            self._arguments.write(text)
        else:
            self.held.add(delta)
            for key, value in delta.items():
                self._merge(key, value)
        yield from ()

    def _merge(self, key: str, value: Json) -> None:
        """Add a key of a delta to the step. An array is appended to the earlier array. Any other value replaces the
        earlier value. The key ``type`` is ignored.
        """
        before = self._value.get(key)
        if key == "type":
            return
        if isinstance(before, list) and isinstance(value, list):
            before += value
        else:
            self._value[key] = value

    def end(self) -> Iterator[Event]:
        text = self._arguments.getvalue()
        if text:
            try:
                self._value["arguments"] = exact_json.loads(text)
            except JsonError:
                self._value["arguments"] = text
        (part,) = steps.read(self._value, "/step")
        assert isinstance(part, ProviderPart | Unknown)
        yield WholePart(part=self.part, value=part)


Step: TypeAlias = ThoughtStep | CallStep | OutputStep | OpaqueStep


def begin(part: int, value: Json, held: Held, new_part: Callable[[], int]) -> Step:
    """Return the step that a ``step.start`` event opens. ``part`` is the number of the step's first canonical part, and
    ``new_part`` returns a number for each additional part. ``held`` counts the bytes that the step keeps.

    Raises ``ShapeError`` for a value that is not an object.
    """
    if not isinstance(value, dict):
        raise ShapeError(f"/step: expected an object, got {kind(value)}")
    match value:
        case {"type": thoughts.THOUGHT}:
            return ThoughtStep(part, value, held)
        case {"type": calls.CALL, "name": str()}:
            return CallStep(part, value, held)
        case {"type": outputs.OUTPUT}:
            return OutputStep(part, value, held, new_part)
    return OpaqueStep(part, value, held)
