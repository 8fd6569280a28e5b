"""The content blocks of a stream while they arrive."""

from collections.abc import Iterator
from io import StringIO
from typing import Final, TypeAlias

from toolwire.dialects.anthropic_messages import calls, content, frequent_events
from toolwire.dialects.fields import Fields
from toolwire.dialects.kept import Held
from toolwire.dialects.stream_values import text_in
from toolwire.model import (
    ArgumentsDelta,
    CallStarted,
    Event,
    Json,
    PartData,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    WholePart,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_PLACEHOLDERS: Final[tuple[Json, ...]] = (None, {})


class TextBlock:
    """A block of text and its citations."""

    is_call = False
    grows_by = frequent_events.TextFragment

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._has_text = False
        self._first = value.get("text")
        citations = value.get("citations")
        self._citations: list[Json] = []
        for citation in citations if isinstance(citations, list) else ():
            self._add_citation(citation)

    def begin(self) -> Iterator[Event]:
        if self._first and isinstance(self._first, str):
            yield self.grow(self._first)

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        match delta.get("type"):
            case "text_delta":
                text = text_in(delta, "text", where)
                if text:
                    yield self.grow(text)
            case "citations_delta":
                self._add_citation(delta.get("citation"))

    def _add_citation(self, citation: Json) -> None:
        self.held.add(citation)
        self._citations.append(citation)

    def end(self) -> Iterator[Event]:
        if not self._has_text:
            yield TextDelta(part=self.part, text="")
        if self._citations:
            yield PartData(part=self.part, provider_data={"citations": self._citations})

    def grow(self, text: str) -> TextDelta:
        """Return the event for the next piece of the text. The piece is not empty."""
        self._has_text = True
        return TextDelta(part=self.part, text=text)


class ThinkingBlock:
    """A block of reasoning and its signature."""

    is_call = False

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._has_text = False
        self._first = value.get("thinking")
        self._signature = value.get("signature")

    def begin(self) -> Iterator[Event]:
        if isinstance(self._signature, str):
            yield PartData(part=self.part, provider_data={"signature": self._signature})
        yield from self._text(self._first)

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        match delta.get("type"):
            case "thinking_delta":
                yield from self._text(text_in(delta, "thinking", where))
            case "signature_delta":
                signature = text_in(delta, "signature", where)
                yield PartData(part=self.part, provider_data={"signature": signature})

    def end(self) -> Iterator[Event]:
        if not self._has_text:
            yield ReasoningDelta(part=self.part, text="")

    def _text(self, text: str | None) -> Iterator[Event]:
        if text:
            self._has_text = True
            yield ReasoningDelta(part=self.part, text=text)


class RedactedBlock:
    """A block of reasoning that the provider does not show."""

    is_call = False

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._data = value.get("data")

    def begin(self) -> Iterator[Event]:
        yield PartData(part=self.part, provider_data={"data": self._data})

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        yield from ()

    def end(self) -> Iterator[Event]:
        yield ReasoningDelta(part=self.part, text="")


class CallBlock:
    """A block with a call.

    The input in the block's first event is used only if it is not empty and no fragment follows.
    """

    is_call = True
    grows_by = frequent_events.InputFragment

    def __init__(self, part: int, value: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._call: ToolCall | None = calls.read(Fields(value, "/content_block"))
        self._input = value.get("input")
        self.held.add(self._input)

    def begin(self) -> Iterator[Event]:
        # The call is dropped, because its unread keys are in no event, and do not count as kept.
        call, self._call = self._call, None
        assert call is not None
        yield CallStarted(part=self.part, id=call.id, name=call.name)
        if call.provider_data:
            yield PartData(part=self.part, provider_data=call.provider_data)

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        if delta.get("type") == "input_json_delta":
            text = text_in(delta, "partial_json", where)
            if text:
                yield self.grow(text)

    def grow(self, text: str) -> ArgumentsDelta:
        """Return the event for the next piece of the input. The piece is not empty."""
        if self._input is not None:
            self._input = None
            self.held.release()
        return ArgumentsDelta(part=self.part, text=text)

    def end(self) -> Iterator[Event]:
        if self._input not in _PLACEHOLDERS:
            yield ArgumentsDelta(part=self.part, text=exact_json.dumps(self._input))


class OpaqueBlock:
    """A block without a canonical form. When it ends, a ``WholePart`` event has the whole block."""

    is_call = False

    def __init__(self, part: int, value: Json, held: Held) -> None:
        self.part = part
        self.held = held
        self.held.add(value)
        self._value = value
        self._texts: dict[str, StringIO] = {}
        self._more: dict[str, Json] = {}

    def begin(self) -> Iterator[Event]:
        yield from ()

    def delta(self, delta: dict[str, Json], where: str) -> Iterator[Event]:
        match delta.get("type"):
            case "input_json_delta":
                self._grow("input", text_in(delta, "partial_json", where))
            case "text_delta":
                self._grow("text", text_in(delta, "text", where))
            case _:
                self.held.update(self._more, {key: value for key, value in delta.items() if key != "type"})
        yield from ()

    def _grow(self, key: str, text: str) -> None:
        self._texts.setdefault(key, StringIO()).write(text)
        self.held.add(text)

    def end(self) -> Iterator[Event]:
        value = self._value
        if isinstance(value, dict):
            value = value | self._more | {key: self._joined(key, value) for key in self._texts}
        yield WholePart(part=self.part, value=content.opaque(value, "/content_block"))

    def _joined(self, key: str, value: dict[str, Json]) -> Json:
        first = value.get(key)
        text = self._texts[key].getvalue()
        if key == "text":
            return first + text if isinstance(first, str) else text
        try:
            return exact_json.loads(text) if text else first
        except JsonError:
            return text


Block: TypeAlias = TextBlock | ThinkingBlock | RedactedBlock | CallBlock | OpaqueBlock


def begin(part: int, value: Json, where: str, held: Held) -> Block:
    """Return the block that a ``content_block_start`` event starts. ``part`` is the number of the canonical part that
    the block becomes, and ``held`` counts the bytes that the block keeps. Raises ``ShapeError`` for a value that is not
    a block.
    """
    match value:
        case {"type": "text"} if isinstance(value.get("text"), str | None):
            return TextBlock(part, value, held)
        case {"type": "thinking"} if isinstance(value.get("thinking"), str | None):
            return ThinkingBlock(part, value, held)
        case {"type": "redacted_thinking", "data": str()}:
            return RedactedBlock(part, value, held)
        case {"type": "tool_use", "name": str()}:
            return CallBlock(part, value, held)
    content.opaque(value, where)
    return OpaqueBlock(part, value, held)
