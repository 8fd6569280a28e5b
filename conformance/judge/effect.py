"""Effects. An effect is the harm that a finding means for the user of an adapter or a provider.

Data decides the effect, never the text of a message.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from conformance.judge import arguments
from conformance.judge.difference import Difference
from conformance.judge.finding import Effect, Finding
from conformance.judge.schema_effect import within_schemas
from toolwire.model import Json
from toolwire.providers import Picker, WireFormat
from toolwire.providers.equal import NumberCalls
from toolwire.providers.mapping import Aside
from toolwire.wire import exact_json, pointer

GRAVEST_FIRST: Final[tuple[Effect, ...]] = get_args(Effect)
COSTS_NOTHING: Final[frozenset[Effect | None]] = frozenset(("form", "advice"))
"""The effects that cost users nothing."""
OF_FIELD: Final[dict[str, Effect]] = {
    "call.id": "call", "call.name": "call", "call.arguments": "call",
    "result.call_id": "call", "result.name": "call", "result.text": "call", "approval": "call",
    "tool.name": "tools", "tool.description": "tools", "tool.parameters": "tools", "tool.strict": "tools",
    "tool": "tools", "tool.server": "tools", "tool_choice": "tools",
    "model": "context", "system": "context", "text": "context", "reasoning": "context", "opaque": "context",
    "continues": "context", "conversation": "context",
    "result.is_error": "context", "id": "context", "finish": "context",
    "usage": "context", "usage.input_tokens": "context", "usage.output_tokens": "context",
    "role": "context", "content": "context", "plan": "context", "refusal": "context", "alternatives": "context",
    "error": "context", "setting": "context",
}  # fmt: skip
"""The effect of a difference in each field of a request or an answer.

``content`` is everything in a message or a result that is not text, such as images. A ``setting`` is the user's choice
of the length, the randomness or the form of the answer. Every key of a request that belongs to no other field is
a setting.
"""
_TEXT: Final = "result.text"
"""The field whose values count as equal if they have the same texts and numbers. Anything else in a result is
``content``.
"""
_OF_OFFERS: Final = frozenset(
    ("tool", "tool.name", "tool.description", "tool.parameters", "tool.strict", "role", "text", "content")
)
"""The fields of tools, and of the messages that offer them."""
_ELSEWHERE: Final = "the tool is offered at another place, so the provider reads the prompt without its cache"
_BESIDE_CALLS: Final = frozenset(("text", "reasoning", "refusal", "order"))
_TOP: Final = re.compile(r"/[^/*]+")


class Always(msgspec.Struct, frozen=True):
    """The effect that all findings of a check have."""

    effect: Effect


class OfFinding(msgspec.Struct, frozen=True):
    """The effects that a check's findings can have. The check itself states the effect of each finding."""

    effects: tuple[Effect, ...]


class OfRule(msgspec.Struct, frozen=True):
    """The effect that follows from the rule that a finding breaks.

    A broken MUST about requests is ``rejected``, because providers refuse such requests. A broken MUST about answers is
    ``form``, or ``call`` if the rule states that it costs calls. A broken SHOULD or MAY is ``advice``.
    """

    applies_to: Literal["request", "answer"]


EffectOf: TypeAlias = Always | OfFinding | OfRule
"""The source of the effect of a check's findings."""


def possible(effect_of: EffectOf) -> tuple[Effect, ...]:
    """Return the effects that findings of a check can have, the gravest first."""
    match effect_of:
        case Always(effect=effect):
            return (effect,)
        case OfFinding(effects=effects):
            return effects
        case OfRule(applies_to="answer"):
            return ("call", "form", "advice")
        case OfRule():
            return ("rejected", "advice")


def with_effect(finding: Finding, effect_of: EffectOf) -> Finding:
    """Return the finding with its effect. A finding that already has an effect keeps this effect.

    Raises ``ValueError`` if the check must state the effect of each finding, and this finding has none.
    """
    if finding.effect is not None:
        return finding
    match effect_of:
        case Always(effect=effect):
            return msgspec.structs.replace(finding, effect=effect)
        case OfFinding():
            raise ValueError(f"expected the check to state the effect of its finding, got none: {finding}")
        case OfRule(applies_to=applies_to):
            broken: Effect = "rejected" if applies_to == "request" else "form"
            return msgspec.structs.replace(finding, effect=broken if finding.level == "MUST" else "advice")


def of_reading(finding: Finding) -> Finding:
    """Return a finding on the reading of a mutant or a text, with its effect.

    The effect is ``context`` for text, reasoning, refusals and the order of parts. Otherwise it is ``call``, because a
    wrong finish reason can make the user run a truncated call, and an exception loses the whole answer.
    """
    field = finding.path.partition("/")[0]
    return msgspec.structs.replace(finding, effect="context" if field in _BESIDE_CALLS else "call")


def gravity(effect: Effect) -> int:
    """Return the index of an effect among all effects, the gravest first, as a sort key."""
    return GRAVEST_FIRST.index(effect)


def gravest(effects: Iterable[Effect]) -> Effect | None:
    """Return the gravest of these effects, or None if there are no effects."""
    return min(effects, key=gravity, default=None)


class Field(msgspec.Struct, frozen=True):
    """A field of a document, its places, and the effect of a difference there."""

    name: str
    effect: Effect
    places: tuple[Picker, ...]


class Loss(msgspec.Struct, frozen=True):
    """The harm that a difference means for the user."""

    effect: Effect
    meaning: str = ""
    """The meaning of a difference within a tool's schema, in words. "" for other differences."""


class Places(msgspec.Struct, frozen=True):
    """The places of the fields in a dialect's requests, or in its answers."""

    fields: tuple[Field, ...]
    aside: tuple[Aside, ...] = ()
    """Objects whose data does not belong to the client, such as calls that the provider runs itself."""
    of_others: Effect = "form"
    """The effect of a lost or changed top-level key that belongs to no field."""

    @property
    def effects(self) -> tuple[tuple[str, Effect], ...]:
        """The places as pointers, each with the effect of a difference there."""
        found = ((_whole(place), field.effect) for field in self.fields for place in field.places)
        return tuple(dict.fromkeys(found))

    def schemas(self, document: Json) -> dict[str, Json]:
        """Return the schemas of all tools in a document, by the tool's name."""
        found: dict[str, Json] = {}
        for holder, name, schema in self._tools():
            for tool in pointer.values(document, holder):
                for own in pointer.values(tool, name):
                    if isinstance(own, str):
                        found[own] = next(iter(pointer.values(tool, schema)), found.get(own))
        return found

    def tool_at(self, path: str, document: Json) -> tuple[str, str] | None:
        """Return the name of the tool whose schema contains the place ``path``, and the rest of ``path`` inside this
        schema. None if ``path`` does not lead into the schema of a named tool.
        """
        for holder, name, schema in self._tools():
            if pointer.is_within(pointer.general(path), holder + schema):
                names = pointer.values(document, _start(path, holder) + name)
                if names and isinstance(names[0], str):
                    return names[0], path.removeprefix(_start(path, holder + schema))
        return None

    def _tools(self) -> Iterator[tuple[str, str, str]]:
        """Yield each place of tools in the document, with the places of the name and the schema inside such a tool."""
        places = {field.name: [_whole(place) for place in field.places] for field in self.fields}
        for name in places.get("tool.name", ()):
            holder, _, key = name.rpartition("/")
            for schema in places.get("tool.parameters", ()):
                if pointer.is_within(schema, holder):
                    yield holder, f"/{key}", schema.removeprefix(holder)


class Losses:
    """The harm to the user from the differences between two documents."""

    def __init__(self, places: Places, expected: Json, actual: Json) -> None:
        self._places = places
        self._documents = (expected, actual)

    @cached_property
    def _schemas(self) -> list[dict[str, Json]]:
        return [self._places.schemas(document) for document in self._documents]

    def of(self, difference: Difference) -> Loss:
        """Return the harm to the user from a difference.

        A difference in the URL or the method has the effect ``call``. For the schema of a tool see ``within_schemas``.
        An item that moved has the effect ``context``.

        Any other difference may be at the place of a field, inside a field's value, or at a container of fields. It has
        the gravest effect of the fields whose values differ, with two exceptions. The effect is ``context`` instead of
        ``call`` if the same calls and results are only grouped in another way. It is ``form`` instead of ``tools`` if
        the same tools are only offered at another place. In objects that are not meant for the client (``aside``),
        fields with the effect ``call`` do not count. If no field's value differs, see ``_elsewhere``.
        """
        if difference.path in ("url", "method"):
            return Loss("call")  # such a request gets no recorded answer, so all calls are lost
        tool = self._places.tool_at(difference.path, self._documents[difference.kind == "unexpected"])
        if tool is not None:
            return self._within_schema(*tool)
        if difference.kind == "moved":
            return Loss("context")
        values = _Values(difference, self._documents)
        aside = values.are_aside(self._places.aside)
        found = [
            field for field in self._places.fields if not (aside and field.effect == "call") and values.differ(field)
        ]
        effect = gravest(field.effect for field in found)
        if effect == "call" and difference.is_container and all(map(self._is_regrouped, found)):
            effect = "context"
        if effect == "tools" and self._is_offered_elsewhere(found):
            rest = gravest(field.effect for field in found if field.name not in _OF_OFFERS)
            return Loss(rest) if rest else Loss("form", _ELSEWHERE)
        return Loss(effect or self._elsewhere(difference))

    def _is_offered_elsewhere(self, found: Iterable[Field]) -> bool:
        """Return whether whole tools moved to another place, but both documents offer the same tools.

        Tools may also be offered by messages. The texts of such messages must be the same in both documents.
        """
        given, sent = self._offered
        return any(field.name == "tool.name" for field in found) and given == sent

    @cached_property
    def _offered(self) -> list[dict[str, list[str]]]:
        """For each document, the sorted values of every field of its tools, and its sorted texts."""
        fields = [field for field in self._places.fields if field.name.startswith("tool.") or field.name == "text"]
        return [
            {
                field.name: sorted(
                    exact_json.dumps(value)
                    for place in field.places
                    for value in place.pick(document)
                    if field.name != "text" or isinstance(value, str)
                )
                for field in fields
            }
            for document in self._documents
        ]

    def _is_regrouped(self, field: Field) -> bool:
        """Return whether both documents have the same values of a field, in the same order. Always True for a field
        whose effect is not ``call``.
        """
        return field.effect != "call" or all(
            arguments.same(*(place.pick(document) for document in self._documents)) for place in field.places
        )

    def _within_schema(self, name: str, place: str) -> Loss:
        given, sent = self._schemas
        if name not in given or name not in sent:
            return Loss("tools")
        found = within_schemas(place, given[name], sent[name])
        return Loss(found.effect, found.meaning)

    def _elsewhere(self, difference: Difference) -> Effect:
        """Return the effect of a difference that is at no place of a field.

        The effect is ``form`` for an unexpected key, and for a difference in a top-level key that contains places of
        fields. Otherwise the effect is ``of_others``.
        """
        key = _TOP.match(difference.path)
        known = key is None or any(pointer.is_within(place, key.group()) for place, _ in self._places.effects)
        return "form" if known or difference.kind == "unexpected" else self._places.of_others


class _Values:
    """The two values of a difference, and the documents that contain these values."""

    def __init__(self, difference: Difference, documents: tuple[Json, Json]) -> None:
        self._path = difference.path
        self._general = pointer.general(difference.path)
        self._both = (difference.expected, difference.actual)
        self._documents = documents
        self._document = documents[difference.kind == "unexpected"]
        """The document into which the pointer of the difference leads."""

    def differ(self, field: Field) -> bool:
        """Return whether values of the field differ at any of its places.

        Also return True if the difference changes a key that distinguishes the objects at these places from others (see
        ``_is_mark``). The texts of results are compared as a single list, with the texts from all places.
        """
        if any(self._is_mark(place) for place in field.places):
            return True
        if field.name == _TEXT:
            return not arguments.same(
                *([text for place in field.places for text in self._texts(place, side)] for side in (0, 1))
            )
        return not all(arguments.same(*(self._at(place, side) for side in (0, 1))) for place in field.places)

    def _is_mark(self, place: Picker) -> bool:
        """Return whether the difference changes a key that distinguishes the objects at a place from others, such as
        ``role``.
        """
        return any(self._general == f"{place.at}/{key}" and mark in self._both for key, mark in place.where.items())

    def are_aside(self, aside: tuple[Aside, ...]) -> bool:
        """Return whether ``aside`` describes the values, or an object that contains them. Such objects are not meant
        for the client.
        """
        return any(map(self._are_inside, aside))

    def _are_inside(self, aside: Aside) -> bool:
        holders, itself = self._holders(aside.at), msgspec.structs.replace(aside, at="")
        return bool(holders) and all(next(itself.find(holder), None) is not None for holder in holders)

    def _is_below(self, place: str) -> bool:
        return self._general != place and pointer.is_within(self._general, place)

    def _holders(self, at: str) -> list[Json]:
        """Return, as a list, the value at ``at`` that contains the difference. If the difference is exactly at ``at``,
        return its expected and actual value, without missing values. Return [] if ``at`` does not contain the
        difference.
        """
        if self._general == at:
            return [value for value in self._both if value is not None]
        return pointer.values(self._document, _start(self._path, at)) if pointer.is_within(self._general, at) else []

    def _at(self, place: Picker, side: int) -> list[Json]:
        """Return the values at a place on one side of the difference. ``side``: 0 is expected, 1 is actual."""
        value = self._both[side]
        if place.where and self._is_below(place.at) and not any(map(place.allows, self._holders(place.at))):
            found = []
        elif pointer.is_within(self._general, _whole(place)):
            found = [value]
        elif pointer.is_within(place.at, self._general):
            found = Picker(at=place.at.removeprefix(self._general), take=place.take, where=place.where).pick(value)
        elif pointer.is_within(_whole(place), self._general):
            found = pointer.values(value, _whole(place).removeprefix(self._general))
        else:
            found = []
        return [held for held in found if held is not None]

    def _texts(self, place: Picker, side: int) -> list[Json]:
        """Return the texts and numbers at a place, on one side of the difference. Lists of parts are left out.

        If the difference is inside a value at this place, return the texts and numbers of the whole value.
        """
        found = self._at(place, side)
        if self._is_below(_whole(place)) and (found or self._at(place, 1 - side)):
            found = pointer.values(self._documents[side], _start(self._path, _whole(place)))
        return [
            leaf
            for held in found
            if not isinstance(held, list)
            for leaf in pointer.within(held)
            if leaf is not None and not isinstance(leaf, dict | list)
        ]


@lru_cache(maxsize=64)
def wire_places(form: WireFormat) -> Places:
    """Return the places of the fields in requests of a dialect."""
    history = form.history
    fields = _fields(form.mapping.request, form.places.request)
    for operation in form.equal:
        if isinstance(operation, NumberCalls):
            for name, where in (("call.id", operation.calls), ("result.call_id", operation.results)):
                keys = (f"/{key.removeprefix('/')}" for key in (where.id, where.name))
                fields.append(
                    _field(name, *(Picker(at=operation.at + where.at, take=key, where=where.where) for key in keys))
                )
    for name, found in (("call.id", history.calls), ("result.call_id", history.results)):
        fields.append(_field(name, *(msgspec.structs.replace(key, at=history.items + key.at) for key in found)))
    if history.role:
        fields.append(_field("role", Picker(at=history.items, take=history.role)))
    tools = [_TOP.match(_whole(place)) for field in fields if field.effect == "tools" for place in field.places]
    settings = [_whole(place) for place in form.places.request.get("setting", ())]
    # An object with settings may also have the tool choice, and messages may add tools. Their other keys are not about
    # tools.
    others = (*settings, history.items.removesuffix("/*"))
    tops = dict.fromkeys(found.group() for found in tools if found and found.group() not in others)
    fields.append(_field("tool", *(Picker(take=key) for key in tops)))
    for loss in form.losses:
        if loss.at in settings:
            continue
        name = "content" if pointer.is_within(loss.at, history.items) else "tool"
        fields.append(_field(name, Picker(take=loss.at)))
    fields += [_field(name, Picker(take=place)) for name, place in form.expresses.kept.items()]
    fields.append(_field("plan", *(Picker(take=place) for place in form.mapping.plan)))
    return Places(tuple(fields), form.mapping.aside, OF_FIELD["setting"])


@lru_cache(maxsize=64)
def answer_places(form: WireFormat) -> Places:
    """Return the places of the fields in plain answers of a dialect."""
    mapping, beside = form.mapping, form.mapping.beside
    others = {"reasoning": beside.reasoning, "refusal": beside.refusal, "alternatives": beside.alternatives}
    fields = _fields(mapping.response, form.places.response) + _fields(others | {"plan": mapping.plan}, {})
    return Places(tuple(fields), mapping.aside)


REFUSAL: Final = Places((), of_others=OF_FIELD["error"])
"""The places of fields in an answer that refuses a request: none. Everything in the answer belongs to the error."""


def _field(name: str, *places: Picker) -> Field:
    return Field(name, OF_FIELD[name], places)


def _fields(mapped: dict[str, tuple[str, ...]], own: dict[str, tuple[Picker, ...]]) -> list[Field]:
    """Return a field for each name in ``mapped`` or ``own``, with the places from both.

    A place in ``own`` with a condition ``where`` replaces the same place in ``mapped``.
    """
    fields = []
    for name in {**mapped, **own}:
        stated = own.get(name, ())
        narrowed = {_whole(place) for place in stated if place.where}
        general = [pointer.general(place) for place in mapped.get(name, ())]
        fields.append(_field(name, *(Picker(take=place) for place in general if place not in narrowed), *stated))
    return fields


def _whole(place: Picker) -> str:
    return place.at + place.take


def _start(path: str, place: str) -> str:
    """Return the beginning of the pointer ``path``, with as many steps as ``place``. For example, ``/tools/0/name`` and
    ``/tools/*`` give ``/tools/0``.
    """
    return "/".join(path.split("/")[: place.count("/") + 1])
