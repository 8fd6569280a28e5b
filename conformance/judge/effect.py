"""Effects: what the user of an adapter, or of a provider, loses by a finding. Data decides it, never a message."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from conformance.judge.difference import Difference
from conformance.judge.finding import Effect, Finding
from conformance.judge.trial import Trial
from toolwire.model import Json
from toolwire.providers import Rule, WireFormat
from toolwire.providers.equal import NumberCalls
from toolwire.wire import pointer

GRAVEST_FIRST: Final[tuple[Effect, ...]] = get_args(Effect)
OF_FIELD: Final[dict[str, Effect]] = {
    "call.id": "call", "call.name": "call", "call.arguments": "call",
    "result.call_id": "call", "result.name": "call", "result.text": "call",
    "tool.name": "tools", "tool.description": "tools", "tool.parameters": "tools", "tool.strict": "tools",
    "tool_choice": "tools",
    "model": "context", "system": "context", "text": "context", "reasoning": "context", "opaque": "context",
    "result.is_error": "context", "id": "context", "finish": "context",
    "usage.input_tokens": "context", "usage.output_tokens": "context",
}  # fmt: skip
"""The loss of each canonical field of a request or an answer."""
_BESIDE_CALLS: Final = frozenset(("text", "reasoning", "refusal", "order"))
_TOP: Final = re.compile(r"/[^/*]+")


class Always(msgspec.Struct, frozen=True):
    """Every finding of the check has one effect."""

    effect: Effect


class OfFinding(msgspec.Struct, frozen=True):
    """The check states the effect of each finding."""

    effects: tuple[Effect, ...]


class OfRule(msgspec.Struct, frozen=True):
    """A broken MUST is ``rejected`` where the rule has the words of a refusal, and ``form`` where it has none; a broken
    SHOULD or MAY is ``advice``. Providers refuse requests alone.
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
            return ("form", "advice")
        case OfRule():
            return ("rejected", "form", "advice")


def with_effect(finding: Finding, effect_of: EffectOf, trial: Trial) -> Finding:
    """Return the finding with its effect."""
    if finding.effect is not None:
        return finding
    match effect_of:
        case Always(effect=effect):
            return msgspec.structs.replace(finding, effect=effect)
        case OfFinding():
            raise ValueError(f"a finding without an effect: {finding}")
        case OfRule():
            return msgspec.structs.replace(finding, effect=_of_rule(finding, trial.rules))


def of_reading(finding: Finding) -> Finding:
    """Return a finding on the reading of a mutant, or of a text, with its effect: ``context`` but for calls and ends.

    An end that is read wrongly has calls run that were cut; an exception loses the whole answer.
    """
    field = finding.path.partition("/")[0]
    return msgspec.structs.replace(finding, effect="context" if field in _BESIDE_CALLS else "call")


def gravest(effects: Iterable[Effect]) -> Effect | None:
    """Return the gravest of some effects; None of none."""
    return min(effects, key=GRAVEST_FIRST.index, default=None)


def _of_rule(finding: Finding, rules: tuple[Rule, ...]) -> Effect:
    if finding.level != "MUST":
        return "advice"
    rule = next((rule for rule in rules if rule.id == finding.rule), None)
    return "rejected" if rule is not None and rule.refusal else "form"


class Places(msgspec.Struct, frozen=True):
    """The places of the canonical fields in a document, with the effect of a difference there."""

    effects: tuple[tuple[str, Effect], ...]
    """Pointers with ``*`` for every member."""

    def of(self, difference: Difference) -> Effect:
        """Return the effect of a difference: ``form`` outside all places, ``context`` where an item moved.

        Its pointer leads to a place or below it, or to a container of places: then those count that hold a value.
        """
        if difference.path in ("url", "method"):
            return "rejected"
        if difference.kind == "moved":
            return "context"
        general, values = pointer.general(difference.path), (difference.expected, difference.actual)
        return gravest(effect for place, effect in self.effects if _touches(general, place, values)) or "form"


@lru_cache(maxsize=64)
def wire_places(form: WireFormat) -> Places:
    """Return the places in requests of a dialect."""
    fields = [(place, OF_FIELD[field]) for field, places in form.mapping.request.items() for place in places]
    tools = [(_TOP.match(place), effect) for place, effect in fields if effect == "tools"]
    items = f"{form.history.items}/"
    if form.history.role:
        fields.append((f"{form.history.items}{form.history.role}", "context"))
    others: list[tuple[str, Effect]] = [
        *((found.group(), effect) for found, effect in tools if found),
        *((loss.at, "context" if f"{loss.at}/".startswith(items) else "tools") for loss in form.losses),
        *((place, "context") for place in form.mapping.plan),
        *(
            (f"{form.history.items}{picker.at}{picker.take}", "call")
            for picker in (*form.history.calls, *form.history.results)
        ),
    ]
    for operation in form.equal:
        if isinstance(operation, NumberCalls):
            for where in (operation.calls, operation.results):
                others += [(f"{operation.at}{where.at}{key}", "call") for key in (where.id, where.name)]
    return Places(tuple(dict.fromkeys((*fields, *others))))


@lru_cache(maxsize=64)
def answer_places(form: WireFormat) -> Places:
    """Return the places in plain answers of a dialect."""
    fields = [(place, OF_FIELD[field]) for field, places in form.mapping.response.items() for place in places]
    fields += [(place, "context") for place in form.mapping.plan]
    return Places(tuple((pointer.general(place), effect) for place, effect in fields))


def _touches(general: str, place: str, values: tuple[Json, ...]) -> bool:
    if f"{general}/".startswith(f"{place}/"):
        return True
    if not f"{place}/".startswith(f"{general}/"):
        return False
    below = place.removeprefix(general)
    return any(value is not None for held in values for value in pointer.values(held, below))
