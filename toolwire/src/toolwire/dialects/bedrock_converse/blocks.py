"""The content blocks of a stream that are still arriving.

Calls, results and images start with their own event. Other blocks start with a delta.
"""

import base64
from collections.abc import Iterator
from io import StringIO
from typing import Final, TypeAlias

from toolwire.dialects.bedrock_converse import calls, content, results
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind
from toolwire.dialects.kept import Held
from toolwire.model import (
    ArgumentsDelta,
    CallStarted,
    Event,
    Image,
    Json,
    PartData,
    ProviderPart,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    Unknown,
    WholePart,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_CITATION: Final = "citation"
_REASONING: Final = "reasoningContent"


class TextBlock:
    """A block of text with its citations, or a block that has only citations for the text before it."""

    is_call = False

    def __init__(self, part: int, held: Held) -> None:
        self.part = part
        self.held = held
        self._has_text = False
        self._citations: list[Json] = []

    def begin(self) -> Iterator[Event]:
        yield from ()

    def delta(self, delta: dict[str, Json]) -> Iterator[Event]:
        if "text" in delta:
            self._has_text = True
            yield TextDelta(part=self.part, text=_string(delta, "text", "/delta"))
        elif _CITATION in delta:
            self.held.add(delta[_CITATION])
            self._citations.append(delta[_CITATION])

    def end(self) -> Iterator[Event]:
        cited = {content.CITED: {"citations": self._citations}}
        if self._citations and self._has_text:
            yield PartData(part=self.part, provider_data=cited)
        elif self._citations:
            yield WholePart(part=self.part, value=ProviderPart(kind=content.CITED, value=cited))


class ReasoningBlock:
    """A block of reasoning with its signature, or with opaque data if the provider does not show the reasoning."""

    is_call = False

    def __init__(self, part: int, held: Held) -> None:
        self.part = part
        self.held = held
        self._signature = StringIO()
        self._redacted: list[str] = []

    def begin(self) -> Iterator[Event]:
        yield ReasoningDelta(part=self.part, text="")

    def delta(self, delta: dict[str, Json]) -> Iterator[Event]:
        where = f"/delta/{_REASONING}"
        inner = delta.get(_REASONING, {})
        if not isinstance(inner, dict):
            raise ShapeError(f"{where}: expected an object, got {kind(inner)}")
        if "text" in inner:
            yield ReasoningDelta(part=self.part, text=_string(inner, "text", where))
        if "signature" in inner:
            signature = _string(inner, "signature", where)
            self.held.add(signature)
            self._signature.write(signature)
        if content.REDACTED in inner:
            redacted = _string(inner, content.REDACTED, where)
            self.held.add([redacted])
            self._redacted.append(redacted)

    def end(self) -> Iterator[Event]:
        signature = self._signature.getvalue()
        if signature:
            yield PartData(part=self.part, provider_data={content.SIGNED: {"signature": signature}})
        if self._redacted:
            yield PartData(part=self.part, provider_data={content.REDACTED: _joined(self._redacted)})


class CallBlock:
    """A block with a call.

    The input arrives as fragments of text. In a call without arguments all fragments are empty.
    """

    is_call = True

    def __init__(self, part: int, start: dict[str, Json], held: Held) -> None:
        self.part = part
        self.held = held
        self._call: ToolCall | None = calls.read(Fields(start, "/start"))

    def begin(self) -> Iterator[Event]:
        # The call is dropped, because its unread keys are in no event, and do not count as kept.
        call, self._call = self._call, None
        assert call is not None
        yield CallStarted(part=self.part, id=call.id, name=call.name)

    def delta(self, delta: dict[str, Json]) -> Iterator[Event]:
        text = _fragment(delta)
        if text:
            yield ArgumentsDelta(part=self.part, text=text)

    def end(self) -> Iterator[Event]:
        yield from ()


class OpaqueBlock:
    """A block without a canonical form. When it ends, a ``WholePart`` event has the whole block."""

    is_call = False

    def __init__(self, part: int, word: str, start: Json, held: Held) -> None:
        self.part = part
        self.held = held
        self._word = word
        self._value: dict[str, Json] = dict(start) if isinstance(start, dict) else {}
        self.held.add(self._value)
        self._input = StringIO()
        self._listed: list[Json] = []
        self._bytes: list[str] = []

    def begin(self) -> Iterator[Event]:
        yield from ()

    def delta(self, delta: dict[str, Json]) -> Iterator[Event]:
        match delta.get(self._word):
            case list(inner):
                self.held.add(inner)
                self._listed += inner
            case {"input": str(text)} if self._word == calls.KEY:
                self.held.add(text)
                self._input.write(text)
            case {"source": {"bytes": str(data)}}:
                self.held.add([data])
                self._bytes.append(data)
            case dict(inner):
                self.held.update(self._value, inner)
        yield from ()

    def end(self) -> Iterator[Event]:
        value = self._value
        if self._listed or self._word == results.KEY:
            value["content"] = self._listed
        if self._word == calls.KEY:
            value["input"] = _parsed(self._input.getvalue())
        if self._bytes:
            value["source"] = {"bytes": _joined(self._bytes)}
        block = content.read_block({self._word: value}, "/start")
        whole = block if isinstance(block, Image | ProviderPart | Unknown) else content.opaque({self._word: value})
        yield WholePart(part=self.part, value=whole)


Block: TypeAlias = TextBlock | ReasoningBlock | CallBlock | OpaqueBlock


def begin(part: int, start: dict[str, Json], held: Held) -> Block:
    """Return the block that a ``contentBlockStart`` event starts. ``part`` is the number of the canonical part that the
    block becomes, and ``held`` counts the bytes that the block keeps.
    """
    word, inner = next(iter(start.items()))
    if word == calls.KEY and calls.is_client_call(inner):
        return CallBlock(part, start, held)
    return OpaqueBlock(part, word, inner, held)


def begin_with(part: int, delta: dict[str, Json], held: Held) -> Block:
    """Return the block that ``delta`` starts. For ``part`` and ``held`` see ``begin``. Raises ``ShapeError`` for the
    delta of a call, because calls start with their own event.
    """
    word = next(iter(delta), "")
    match word:
        case "text" | "citation":
            return TextBlock(part, held)
        case "reasoningContent":
            return ReasoningBlock(part, held)
        case "toolUse":
            raise ShapeError("/contentBlockIndex: expected the index of an open call, got another index")
    return OpaqueBlock(part, word, None, held)


def check(block: Block, delta: dict[str, Json]) -> None:
    """Raise ``ShapeError`` for a fragment of a call's input in a block of text or reasoning."""
    if calls.KEY in delta and isinstance(block, TextBlock | ReasoningBlock):
        raise ShapeError("/contentBlockIndex: expected the index of an open call, got the index of another block")


def _fragment(delta: dict[str, Json]) -> str:
    inner = delta.get(calls.KEY)
    if not isinstance(inner, dict):
        raise ShapeError(f"/delta/{calls.KEY}: expected an object, got {kind(inner)}")
    return _string(inner, "input", f"/delta/{calls.KEY}")


def _string(value: dict[str, Json], key: str, where: str) -> str:
    text = value.get(key)
    if not isinstance(text, str):
        raise ShapeError(f"{where}/{key}: expected a string, got {kind(text)}")
    return text


def _parsed(text: str) -> Json:
    try:
        return exact_json.loads(text) if text else {}
    except JsonError:
        return text


def _joined(pieces: list[str]) -> str:
    """Return all pieces as a single base64 text. Each piece is a base64 text by itself."""
    if len(pieces) == 1:
        return pieces[0]
    try:
        return base64.b64encode(b"".join(map(base64.b64decode, pieces))).decode()
    except ValueError:
        return "".join(pieces)
