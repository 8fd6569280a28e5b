"""The calls of a stream: where each has its id, its name and its arguments, for editing in place."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from conformance.mutants.streams.stream import Stream, slots
from toolwire.json_value import Json
from toolwire.wire import exact_json

Slot: TypeAlias = tuple[Json, Any]
ID_KEYS: Final = {"openai_responses": "call_id", "bedrock_converse": "toolUseId"}
OBJECTS: Final = ("ollama_chat", "gemini_generate")
"""Dialects that send arguments as an object."""


class Call:
    """One call, and all that its stream says of it."""

    def __init__(self, dialect: str) -> None:
        self.id_key = ID_KEYS.get(dialect, "id")
        self.heads: list[Json] = []
        """The objects that have its id."""
        self.named: list[Json] = []
        """The objects that have its name."""
        self.entries: list[Json] = []
        """The fragments of it, whole."""
        self.fragments: list[Slot] = []
        """Where the pieces of its arguments stand."""
        self.wholes: list[Slot] = []
        """Where all of its arguments stand at once."""
        self.numbers: list[int] = []
        """The events that belong to it alone."""

    def head(self, holder: Json, named: Json | None = None) -> None:
        self.heads.append(holder)
        self.named.append(holder if named is None else named)

    def text(self) -> str:
        """Its arguments."""
        pieces = [place[key] for place, key in self.fragments]
        said = [piece for piece in pieces if isinstance(piece, str)]
        if said:
            return "".join(said)
        wholes = [place[key] for place, key in (*self.fragments, *self.wholes)]
        return next((one if isinstance(one, str) else exact_json.dumps(one) for one in wholes if one is not None), "")

    def put(self, value: Json) -> None:
        """Its arguments made these: the first piece that has room says all, the others nothing."""
        first = 1 if len(self.fragments) > 1 else 0
        for n, (place, key) in enumerate(self.fragments):
            place[key] = value if n == first else ""
        for place, key in self.wholes:
            place[key] = value


def calls(stream: Stream) -> list[Call]:
    """The calls of a stream, in order."""
    found: list[Call] = []
    keys: dict[Json, Call] = {}

    def call(key: Json, *, opens: bool = False) -> Call:
        if opens or key not in keys:
            keys[key] = Call(stream.dialect)
            found.append(keys[key])
        return keys[key]

    for number, event in enumerate(stream.events):
        if isinstance(event.value, dict):
            for one in _READERS[stream.dialect](event.value, call):
                one.numbers.append(number)
    return [call for call in found if call.heads]


def events_of_calls(stream: Stream) -> list[int]:
    """The events that belong to one call alone, counted from 1."""
    return sorted({number + 1 for call in calls(stream) for number in call.numbers})


_Find = Callable[..., Call]


def _chat(value: Json, call: _Find) -> Iterator[Call]:
    alone = not any(place[key] for place, key in slots(value, "/choices/*/finish_reason"))
    entries = [place[key] for place, key in slots(value, "/choices/*/delta/tool_calls/*")]
    for entry in entries:
        function = entry.get("function") or {}
        one = call(entry.get("index"), opens=bool(function.get("name")))
        one.entries.append(entry)
        if function.get("name"):
            one.head(entry, function)
        if "arguments" in function:
            one.fragments.append((function, "arguments"))
        if alone and len(entries) == 1:
            yield one


def _responses(value: Json, call: _Find) -> Iterator[Call]:
    kind = value.get("type", "")
    item = value.get("item")
    if isinstance(item, dict) and item.get("type") == "function_call":
        one = call(item.get("id"))
        one.head(item)
        one.entries.append(value)
        if kind.endswith(".done"):
            one.wholes.append((item, "arguments"))
        yield one
    elif kind.startswith("response.function_call_arguments."):
        one = call(value.get("item_id"))
        one.entries.append(value)
        if "delta" in value:
            one.fragments.append((value, "delta"))
        else:
            one.wholes.append((value, "arguments"))
        yield one
    for place, key in slots(value, "/response/output/*"):
        if place[key].get("type") == "function_call":
            one = call(place[key].get("id"))
            one.head(place[key])
            one.wholes.append((place[key], "arguments"))


def _anthropic(value: Json, call: _Find) -> Iterator[Call]:
    block, delta = value.get("content_block") or {}, value.get("delta") or {}
    if block.get("type") == "tool_use":
        one = call(value["index"], opens=True)
        one.head(block)
        yield one
    elif delta.get("type") == "input_json_delta":
        one = call(value["index"])
        one.fragments.append((delta, "partial_json"))
        yield one
    elif value.get("type") == "content_block_stop":
        yield call(value["index"])


def _bedrock(value: Json, call: _Find) -> Iterator[Call]:
    (inner,) = value.values()
    start, delta = inner.get("start") or {}, inner.get("delta") or {}
    if "toolUse" in start and start["toolUse"].get("type") != "server_tool_use":
        one = call(inner["contentBlockIndex"], opens=True)
        one.head(start["toolUse"])
        yield one
    elif "toolUse" in delta:
        one = call(inner["contentBlockIndex"])
        one.fragments.append((delta["toolUse"], "input"))
        yield one
    elif "contentBlockStop" in value:
        yield call(inner["contentBlockIndex"])


def _cohere(value: Json, call: _Find) -> Iterator[Call]:
    kind = value.get("type", "")
    if not kind.startswith("tool-call-"):
        return
    one = call(value.get("index"), opens=kind == "tool-call-start")
    if kind != "tool-call-end":
        entry = value["delta"]["message"]["tool_calls"]
        if kind == "tool-call-start":
            one.head(entry, entry["function"])
        one.fragments.append((entry["function"], "arguments"))
    yield one


def _ollama(value: Json, call: _Find) -> Iterator[Call]:
    for place, key in slots(value, "/message/tool_calls/*"):
        one, entry = call(None, opens=True), place[key]
        one.head(entry, entry["function"])
        one.wholes.append((entry["function"], "arguments"))
        yield one


def _gemini(value: Json, call: _Find) -> Iterator[Call]:
    for place, key in slots(value, "/candidates/*/content/parts/*/functionCall"):
        one = call(None, opens=True)
        one.head(place[key])
        one.wholes.append((place[key], "args"))
        yield one


_READERS: Final[dict[str, Callable[[Json, _Find], Iterator[Call]]]] = {
    "openai_chat": _chat,
    "mistral_chat": _chat,
    "openai_responses": _responses,
    "anthropic_messages": _anthropic,
    "bedrock_converse": _bedrock,
    "cohere_v2": _cohere,
    "ollama_chat": _ollama,
    "gemini_generate": _gemini,
}
