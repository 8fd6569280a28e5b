"""The calls of a stream. Each call has the objects that contain its id, name and arguments, so that mutants can edit
them.
"""

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
    """A call of a stream, with the objects of the stream that belong to the call."""

    def __init__(self, dialect: str) -> None:
        self.id_key = ID_KEYS.get(dialect, "id")
        self.heads: list[Json] = []
        """The objects with the call's id."""
        self.named: list[Json] = []
        """The objects with the name of the call's tool."""
        self.entries: list[Json] = []
        """The objects that have the call's index: entries of ``tool_calls`` in chat completions, events in Responses.
        Empty in other dialects.
        """
        self.fragments: list[Slot] = []
        """The fragments of the call's arguments, as slots to edit. A slot is an object and a key of this object."""
        self.wholes: list[Slot] = []
        """The call's complete arguments, as slots to edit. An answer may contain them several times."""
        self.numbers: list[int] = []
        """The indexes of the events that belong only to this call."""

    def head(self, holder: Json, named: Json | None = None) -> None:
        self.heads.append(holder)
        self.named.append(holder if named is None else named)

    def text(self) -> str:
        """Return the call's arguments as text."""
        pieces = [place[key] for place, key in self.fragments]
        texts = [piece for piece in pieces if isinstance(piece, str)]
        if texts:
            return "".join(texts)
        wholes = [place.get(key) for place, key in (*self.fragments, *self.wholes)]
        return next(
            (whole if isinstance(whole, str) else exact_json.dumps(whole) for whole in wholes if whole is not None), ""
        )

    def put(self, value: Json) -> None:
        """Replace the call's arguments.

        The second fragment gets the whole value, and the other fragments become empty. A single fragment gets the whole
        value. Complete arguments are replaced with the value, too.
        """
        first = 1 if len(self.fragments) > 1 else 0
        for n, (place, key) in enumerate(self.fragments):
            place[key] = value if n == first else ""
        for place, key in self.wholes:
            place[key] = value


def calls(stream: Stream) -> list[Call]:
    """Return the calls of a stream, in order."""
    found: list[Call] = []
    keys: dict[Json, Call] = {}

    def find(key: Json, *, opens: bool = False) -> Call:
        if opens or key not in keys:
            keys[key] = Call(stream.dialect)
            found.append(keys[key])
        return keys[key]

    for number, event in enumerate(stream.events):
        if isinstance(event.value, dict):
            for call in _READERS[stream.dialect](event.value, find):
                call.numbers.append(number)
    return [call for call in found if call.heads]


def events_of_calls(stream: Stream) -> list[int]:
    """Return the numbers, from 1, of all events that belong to exactly one call."""
    return sorted({number + 1 for call in calls(stream) for number in call.numbers})


_Find = Callable[..., Call]


def _chat(value: Json, find: _Find) -> Iterator[Call]:
    alone = not any(place[key] for place, key in slots(value, "/choices/*/finish_reason"))
    entries = [place[key] for place, key in slots(value, "/choices/*/delta/tool_calls/*")]
    for entry in entries:
        function = entry.get("function") or {}
        call = find(entry.get("index"), opens=bool(function.get("name")))
        call.entries.append(entry)
        if function.get("name"):
            call.head(entry, function)
        if "arguments" in function:
            call.fragments.append((function, "arguments"))
        if alone and len(entries) == 1:
            yield call


def _responses(value: Json, find: _Find) -> Iterator[Call]:
    kind = value.get("type", "")
    item = value.get("item")
    if isinstance(item, dict) and item.get("type") == "function_call":
        call = find(item.get("id"))
        call.head(item)
        call.entries.append(value)
        if kind.endswith(".done"):
            call.wholes.append((item, "arguments"))
        yield call
    elif kind.startswith("response.function_call_arguments."):
        call = find(value.get("item_id"))
        call.entries.append(value)
        if "delta" in value:
            call.fragments.append((value, "delta"))
        else:
            call.wholes.append((value, "arguments"))
        yield call
    for place, key in slots(value, "/response/output/*"):
        if place[key].get("type") == "function_call":
            call = find(place[key].get("id"))
            call.head(place[key])
            call.wholes.append((place[key], "arguments"))


def _anthropic(value: Json, find: _Find) -> Iterator[Call]:
    block, delta = value.get("content_block") or {}, value.get("delta") or {}
    start = block if block.get("type") == "tool_use" else None
    fragment = (delta, "partial_json") if delta.get("type") == "input_json_delta" else None
    yield from _of_block(find, value, "index", start, fragment, stops=value.get("type") == "content_block_stop")


def _bedrock(value: Json, find: _Find) -> Iterator[Call]:
    (inner,) = value.values()
    tool, delta = (inner.get("start") or {}).get("toolUse"), inner.get("delta") or {}
    start = tool if tool is not None and tool.get("type") != "server_tool_use" else None
    fragment = (delta["toolUse"], "input") if "toolUse" in delta else None
    yield from _of_block(find, inner, "contentBlockIndex", start, fragment, stops="contentBlockStop" in value)


def _of_block(
    find: _Find, event: Json, index: str, start: Json, fragment: tuple[Json, str] | None, *, stops: bool
) -> Iterator[Call]:
    """Yield the call to which an event of a block belongs. Yield nothing for an event that belongs to no call.

    ``find``: a function that returns the call of a block, or makes it. ``index``: the key in the event that has the
    block's number. ``start``: the object with the call's id and name, or None. ``fragment``: an object with a fragment
    of the arguments, and the key of the fragment, or None. ``stops``: true if the event ends the block.
    """
    if start is not None:
        call = find(event[index], opens=True)
        call.head(start)
        yield call
    elif fragment is not None:
        call = find(event[index])
        call.fragments.append(fragment)
        yield call
    elif stops:
        yield find(event[index])


def _cohere(value: Json, find: _Find) -> Iterator[Call]:
    kind = value.get("type", "")
    if not kind.startswith("tool-call-"):
        return
    call = find(value.get("index"), opens=kind == "tool-call-start")
    if kind != "tool-call-end":
        entry = value["delta"]["message"]["tool_calls"]
        if kind == "tool-call-start":
            call.head(entry, entry["function"])
        call.fragments.append((entry["function"], "arguments"))
    yield call


def _ollama(value: Json, find: _Find) -> Iterator[Call]:
    for place, key in slots(value, "/message/tool_calls/*"):
        call, entry = find(None, opens=True), place[key]
        call.head(entry, entry["function"])
        call.wholes.append((entry["function"], "arguments"))
        yield call


def _gemini(value: Json, find: _Find) -> Iterator[Call]:
    for place, key in slots(value, "/candidates/*/content/parts/*/functionCall"):
        if "name" not in place[key] or "willContinue" in place[key]:
            continue  # a call whose arguments arrive value by value, so no object has them all
        call = find(None, opens=True)
        call.head(place[key])
        call.wholes.append((place[key], "args"))
        yield call


def _interactions(value: Json, find: _Find) -> Iterator[Call]:
    step, delta = value.get("step") or {}, value.get("delta") or {}
    start = step if step.get("type") == "function_call" else None
    fragment = (delta, "arguments") if delta.get("type") == "arguments_delta" else None
    yield from _of_block(find, value, "index", start, fragment, stops=value.get("event_type") == "step.stop")


_READERS: Final[dict[str, Callable[[Json, _Find], Iterator[Call]]]] = {
    "openai_chat": _chat,
    "mistral_chat": _chat,
    "openai_responses": _responses,
    "anthropic_messages": _anthropic,
    "bedrock_converse": _bedrock,
    "cohere_v2": _cohere,
    "ollama_chat": _ollama,
    "gemini_generate": _gemini,
    "gemini_interactions": _interactions,
}
