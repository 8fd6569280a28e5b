"""The shape of answers: the properties of answers that can be compared although their content differs.

A shape has keys, types of values, words that name kinds of objects, forms of ids, and the order of events by kind.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

import msgspec

from conformance.drift.change import NotLookedAt
from conformance.drift.sdk import Types
from conformance.recording.cassette import Cassette, CassetteName
from toolwire.json_value import Json, type_name
from toolwire.providers import Mapping, WireFormat
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import DONE, frames
from toolwire.wire.pointer import escape

REFUSED: Final = 400
_FREE: Final = frozenset({
    "arguments", "args", "input", "input_schema", "parameters", "parametersJsonSchema", "schema", "metadata", "tools",
    "partialArgs", "json", "output_schema", "logprobs", "top_logprobs", "additionalModelResponseFields",
})  # fmt: skip
"""Keys whose values come from the user or the model. Their content does not belong to the shape."""
_KINDS: Final = ("type", "role", "object", "status")
"""Keys whose values are words of the provider that name the kind of an object."""
_ID: Final = re.compile(r"id|.*(?:_id|Id)")
_PIECE: Final = re.compile(r"[A-Za-z]+(?=[_-])|[0-9A-Za-z]+")
_SPACED: Final = re.compile(rb'":(\s*)')
_INDENTED: Final = re.compile(rb"\s*[{\[]\s*\n")


class Key(msgspec.Struct):
    """All observations of a key in the objects at a path."""

    times: int = 0
    types: set[str] = msgspec.field(default_factory=set)
    """The types of values that come from the provider or the model."""
    echoed: set[str] = msgspec.field(default_factory=set)
    """The types of values that only repeat a value of the request, and so may differ for another request."""
    declared: bool | None = None
    """True if the SDK's types have the key at this path. None if the SDK's types are not known."""
    refused: set[str] = msgspec.field(default_factory=set)
    """The types of values that the SDK's types do not accept at this path."""
    example: str = ""

    @property
    def all_types(self) -> set[str]:
        """The types of all values under the key."""
        return self.types | self.echoed


class Place(msgspec.Struct):
    """All observations of the objects at a path in answers."""

    times: int = 0
    keys: dict[str, Key] = msgspec.field(default_factory=lambda: defaultdict(Key))
    before: set[tuple[str, str]] = msgspec.field(default_factory=set)
    """Pairs of neighbouring keys, in the order of the answers."""
    declared: frozenset[str] | None = None
    """The keys that the SDK's types have at this path. None if the SDK's types are not known."""
    required: frozenset[str] = frozenset()


class Shape(msgspec.Struct):
    """All observations of the answers in a provider's dialect, in a mode."""

    answers: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """The kinds of events in each answer, by ``scenario/mode/turn``."""
    places: dict[str, Place] = msgspec.field(default_factory=lambda: defaultdict(Place))
    words: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: defaultdict(dict))
    """For each path, the provider's words there (kinds of objects such as ``assistant``, and finish reasons). For each
    word, the first case that has the word."""
    ids: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: defaultdict(dict))
    """For each path, the forms of the ids there, such as ``call_<hex>``. For each form, the first case that has it."""
    kinds: dict[str, str] = msgspec.field(default_factory=dict)
    """For each kind of event in streams, the first case that has such an event."""
    later: set[tuple[str, str]] = msgspec.field(default_factory=set)
    """Pairs of kinds of events. An event of the first kind came after an event of the second kind in some answer."""
    examples: dict[tuple[str, str], str] = msgspec.field(default_factory=dict)
    """The first case for each pair in ``later``."""
    facts: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: defaultdict(dict))
    """Facts that are not in the JSON of an answer: for ``status``, ``content type`` and ``spacing``, the values that
    answers had. For each value, the first case that has the value."""
    scenarios: dict[str, set[str]] = msgspec.field(default_factory=lambda: defaultdict(set))
    """For each path in answers, the scenarios with an answer that has the path."""


def of(
    cassettes: Iterable[Cassette], form: WireFormat, types: dict[str, Types] | None
) -> tuple[dict[str, Shape], tuple[NotLookedAt, ...]]:
    """Return the shapes of a dialect's answers, by mode, and the answers that could not be read.

    ``types``: the SDK's types, by mode. None if they are not known. The shape of refusals, which are answers with an
    error status, is under the mode ``error``.
    """
    shapes: dict[str, Shape] = defaultdict(Shape)
    unread = []
    for cassette in cassettes:
        for turn, exchange in enumerate(cassette.exchanges):
            answer = exchange.response
            mode = "error" if answer.status >= REFUSED else cassette.name.mode
            try:
                documents = frames(answer)
            except WireError as error:
                unread.append(NotLookedAt(str(cassette.path), f"cannot be read: {error}"))
                continue
            walk = _Walk(shapes[mode], mode, form.mapping, (types or {}).get(mode), cassette.name, turn)
            walk.answer(answer, documents, _asked(exchange.request.body))
    return dict(shapes), tuple(unread)


class _Walk:
    """A visitor of all values in the answer of a turn. It adds what it observes to ``shape``."""

    def __init__(
        self, shape: Shape, mode: str, mapping: Mapping, types: Types | None, name: CassetteName, turn: int
    ) -> None:
        self._shape = shape
        self._mode = mode
        self._mapping = mapping
        self._types = types
        self._name = name
        self._case = f"{name.scenario}/{name.mode}"
        self._turn = turn
        self._asked: dict[str, Json] = {}

    def answer(self, answer: WireResponse, documents: list[Json], asked: dict[str, Json]) -> None:
        shape, self._asked = self._shape, asked
        around = {"status": str(answer.status), "content type": answer.content_type, "spacing": _spacing(answer.body)}
        for aspect, value in around.items():
            shape.facts[aspect].setdefault(value, self._case)
        kinds = [self._kind(document) for document in documents] if self._mode == "stream" else []
        shape.answers[f"{self._case}/{self._turn}"] = frozenset(kinds)
        for kind in kinds:
            shape.kinds.setdefault(kind, self._case)
        first = {kind: kinds.index(kind) for kind in kinds}
        last = {kind: n for n, kind in enumerate(kinds)}
        for later in first:
            for other in first:
                if later != other and last[later] > first[other]:
                    shape.later.add((later, other))
                    shape.examples.setdefault((later, other), self._case)
        for n, document in enumerate(documents):
            if document != DONE:
                self._value(document, f"{kinds[n]}:" if kinds else "", "", self._types.roots if self._types else None)

    def _kind(self, document: Json) -> str:
        """Return the kind of an event.

        The kind is the event's ``type``, or its only key if an object is under this key. For any other event, the kind
        consists of the names of the canonical fields ``finish`` and ``usage`` that the event has. If it has neither,
        the kind is ``delta``.
        """
        if not isinstance(document, dict):
            return str(document)
        if isinstance(document.get("type"), str):
            return str(document["type"])
        if len(document) == 1 and isinstance(next(iter(document.values())), dict):
            return str(next(iter(document)))
        ends = [
            field.partition(".")[0]
            for field, places in self._mapping.stream.items()
            if field.startswith(("finish", "usage"))
            for at in places
            if any(value is not None and value != "" for value in pointer.values(document, at))
        ]
        return " and ".join(dict.fromkeys(ends)) or "delta"

    def _value(self, value: Json, at: str, key: str, schemas: Any) -> None:
        match value:
            case dict():
                self._object(value, at, schemas)
            case list():
                inner = self._types.items(schemas) if self._types and schemas is not None else None
                for element in value:
                    self._value(element, f"{at}/*{_named(element)}", key, inner)

    def _object(self, value: dict[str, Json], at: str, schemas: Any) -> None:
        shape, types = self._shape, self._types
        place = shape.places[at]
        place.times += 1
        shape.scenarios[at].add(self._name.scenario)
        fitting = types.fitting(schemas, value) if types and schemas is not None else None
        if types and fitting is not None:
            place.declared, place.required = types.keys(fitting)
        place.before.update(pairwise(value))
        for key, inner_value in exact_json.pairs(value):
            seen = place.keys[key]
            seen.times += 1
            is_echo = key in self._asked and self._asked[key] == inner_value
            (seen.echoed if is_echo else seen.types).add(type_name(inner_value))
            seen.example = seen.example or self._case
            here = f"{at}/{escape(key)}"
            shape.scenarios[here].add(self._name.scenario)
            inner = None
            if types and fitting is not None and place.declared is not None:
                seen.declared = seen.declared is not False and key in place.declared
                inner = types.under(fitting, key)
                if inner is not None and not types.takes(inner, type_name(inner_value)):
                    seen.refused.add(type_name(inner_value))
            if isinstance(inner_value, str):
                self._text(inner_value, key, here)
            if key not in _FREE:
                self._value(inner_value, here, key, inner)

    def _text(self, text: str, key: str, at: str) -> None:
        if key in _KINDS or self._is_finish(at):
            self._shape.words[at].setdefault(text, self._case)
        elif _ID.fullmatch(key) and text:
            self._shape.ids[at].setdefault(_form_of_id(text), self._case)

    def _is_finish(self, at: str) -> bool:
        plain = re.sub(r"\*\[[^]]*\]", "*", at.rpartition(":")[2])
        mapping = self._mapping
        places = [*mapping.response.get("finish", ()), *mapping.stream.get("finish", ())]
        return any(re.sub(r"/\d+(?=/|$)", "/*", place) == plain for place in places)


def _asked(body: bytes) -> dict[str, Json]:
    try:
        request = exact_json.loads(body)
    except WireError:
        return {}
    return request if isinstance(request, dict) else {}


def _named(document: Json) -> str:
    """Return the ``type`` or else the ``role`` of an array's item, in brackets, such as ``[text]``. Return "" if the
    item has neither.
    """
    match document:
        case {"type": str(kind)}:
            return f"[{kind}]"
        case {"role": str(kind)}:
            return f"[{kind}]"
    return ""


def _form_of_id(text: str) -> str:
    """Return the form of an id: its prefixes, and the alphabet of the rest: ``"call_1f3a"`` -> ``"call_<hex>"``."""
    *prefixes, last = _parts(text)
    letters = "hex" if re.fullmatch("[0-9a-f]+", last) else "digits" if last.isdigit() else "letters and digits"
    return "".join(prefixes) + f"<{letters}>"


def _parts(text: str) -> Iterator[str]:
    if re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", text):
        yield "uuid "
        yield "f"
        return
    head = re.match(r"(?:[A-Za-z]{2,12}[_-])*", text)
    prefix = head.group() if head else ""
    yield prefix
    yield re.sub("[^A-Za-z0-9]", "", text[len(prefix) :]) or "0"


def _spacing(body: bytes) -> str:
    if _INDENTED.match(body):
        return "indented"
    found = _SPACED.search(body)
    return "spaced" if found and found[1] else "compact"
