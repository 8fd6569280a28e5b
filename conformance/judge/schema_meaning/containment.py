"""Proofs that a schema accepts all values that another schema accepts.

A proof shows for each keyword of the wider schema that all values of the narrower schema satisfy the keyword. If a
schema refers to itself, the proof is by induction: it assumes the claim for inner values, and proves the claim for the
outer value. If no proof is found, nothing is known.
"""

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from jsonschema_rs import Draft202012Validator

from conformance.judge.schema_meaning.pair import Pair
from conformance.judge.schema_meaning.plain import Schema, atom, atoms, names_of, text
from toolwire.model import Json

Schemas: TypeAlias = tuple[Schema, ...]
"""Schemas. A value must fit all of them."""
Parts: TypeAlias = list[dict[str, Any]]
"""Schemas with resolved references and ``allOf``. A value must fit all of them."""

_STEPS: Final = 20_000
_DEEPEST: Final = 80
_NUMBERS: Final = frozenset({"integer", "fraction"})
_FEW: Final[dict[str, tuple[Json, ...]]] = {"null": (None,), "boolean": (False, True)}
"""All values of those kinds that have only one or two values."""
_ONLY: Final = {name: {"type": name} for name in ("null", "boolean", "integer", "number", "string", "array", "object")}


class Goal(NamedTuple):
    """A claim to prove: each value whose type is in ``kinds`` and that fits all ``parts`` satisfies a keyword.

    The keyword is a member of ``outer``, and is passed separately.
    """

    parts: Parts
    kinds: frozenset[str]
    outer: dict[str, Any]
    level: int


class Prover:
    """Proofs about the schemas of a pair, with limited effort."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self._left = _STEPS
        self._open: dict[tuple[int, ...], int] = {}
        self._proven: set[tuple[int, ...]] = set()
        self._assumed = 0
        self._kept: list[Schemas] = []
        self._rests: dict[tuple[int, str], dict[str, Any]] = {}
        self._listed: dict[int, frozenset[str]] = {}
        self._validators: dict[int, Draft202012Validator] = {}

    def same(self, first: Schemas, second: Schemas) -> bool:
        """Return whether it is proven that the same values fit both the first and the second schemas."""
        return self.fit(first, second) and self.fit(second, first)

    def fit(self, inner: Schemas, outer: Schemas) -> bool:
        """Return whether it is proven that all values that fit the inner schemas fit the outer schemas."""
        return all(self.fits(inner, schema, 0) for schema in outer)

    def fits(self, inner: Schemas, outer: Schema, level: int) -> bool:
        """Return whether it is proven that all values that fit the inner schemas fit the outer schema.

        ``level``: the depth of these values, counted from the values with which the proof began.
        """
        if outer is True or any(schema is outer or schema is False for schema in inner):
            return True
        key = (*sorted({id(schema) for schema in inner if schema is not True}), id(outer))
        if key in self._proven:
            return True
        if key in self._open:
            self._assumed += 1
            return level > self._open[key]
        self._left -= 1
        if self._left < 0 or level > _DEEPEST:
            return False
        self._kept.append(inner)  # an object that is kept shares its ``id()`` with no later object
        self._open[key] = level
        assumed = self._assumed
        found = self._decide(inner, outer, level)
        del self._open[key]
        if found and assumed == self._assumed:
            self._proven.add(key)
        return found

    def _decide(self, inner: Schemas, outer: Schema, level: int) -> bool:
        parts = self.pair.parts(inner)
        if parts is None:
            return True
        kinds = kinds_of(parts)
        values = _values(parts, kinds)
        if values is not None:
            return self._all_accepted(values, inner, outer)
        if isinstance(outer, dict) and all(self._follows(key, Goal(parts, kinds, outer, level)) for key in outer):
            return True
        for part in parts:
            for key in [key for key in ("anyOf", "oneOf") if key in part]:
                rests = tuple(self._rest(other, key if other is part else "") for other in parts)
                return all(self.fits((*rests, choice), outer, level) for choice in part[key])
        names = names_of(kinds)
        return len(names) > 1 and all(self.fits((*inner, _ONLY[name]), outer, level) for name in names)

    def _rest(self, part: dict[str, Any], key: str) -> dict[str, Any]:
        """Return the schema ``part`` without the keyword ``key``, and without ``$ref`` and ``allOf``, which are already
        resolved.
        """
        found = self._rests.get((id(part), key))
        if found is None:
            found = {name: value for name, value in part.items() if name not in (key, "$ref", "allOf")}
            self._rests[id(part), key] = found
        return found

    def _all_accepted(self, values: list[Json], inner: Schemas, outer: Schema) -> bool:
        try:
            return all(
                self._accepts(outer, value) for value in values if all(self._accepts(schema, value) for schema in inner)
            )
        except ValueError:
            return False

    def _accepts(self, schema: Schema, value: Json) -> bool:
        if isinstance(schema, bool):
            return schema
        if "enum" in schema and not schema.keys() - {"enum", "examples"}:
            return text(value) in self._texts(schema)
        if not schema.keys() - {"type", "examples"}:
            return atom(value) in atoms(schema.get("type"))
        if id(schema) not in self._validators:
            self._kept.append((schema,))
            self._validators[id(schema)] = self.pair.validator(schema)
        return self._validators[id(schema)].is_valid(value)

    def _texts(self, schema: dict[str, Any]) -> frozenset[str]:
        """Return the values in a schema's ``enum``, each as a text that is the same for equal values."""
        if id(schema) not in self._listed:
            self._kept.append((schema,))
            self._listed[id(schema)] = frozenset(map(text, schema["enum"]))
        return self._listed[id(schema)]

    def _follows(self, key: str, goal: Goal) -> bool:
        """Return whether the goal's claim is proven for the keyword ``key``.

        The claim is that the keyword accepts every value that has one of the goal's kinds and fits all parts of the
        goal. A claim that is not proven may still be true.
        """
        if key in _CONCERNS and not goal.kinds & _CONCERNS[key]:
            return True
        rule = _RULES.get(key)
        return rule is not None and rule(self, goal)

    def _type(self, goal: Goal) -> bool:
        return goal.kinds <= atoms(goal.outer["type"])

    def _reference(self, goal: Goal) -> bool:
        return self.fits((*goal.parts,), self.pair.target(goal.outer), goal.level)

    def _all_of(self, goal: Goal) -> bool:
        return all(self.fits((*goal.parts,), schema, goal.level) for schema in goal.outer["allOf"])

    def _any_of(self, goal: Goal) -> bool:
        return any(self.fits((*goal.parts,), schema, goal.level) for schema in goal.outer["anyOf"])

    def _one_of(self, goal: Goal) -> bool:
        choices = goal.outer["oneOf"]
        return any(
            len(part.get("oneOf", ())) == len(choices)
            and all(
                self._equal(first, second, goal.level) for first, second in zip(part["oneOf"], choices, strict=True)
            )
            for part in goal.parts
        )

    def _not(self, goal: Goal) -> bool:
        return any("not" in part and self.fits((goal.outer["not"],), part["not"], goal.level) for part in goal.parts)

    def _condition(self, goal: Goal) -> bool:
        return any(
            "if" in part
            and all(
                self._equal(part.get(key, True), goal.outer.get(key, True), goal.level)
                for key in ("if", "then", "else")
            )
            for part in goal.parts
        )

    def _equal(self, first: Schema, second: Schema, level: int) -> bool:
        return self.fits((first,), second, level) and self.fits((second,), first, level)

    def _pattern(self, goal: Goal) -> bool:
        return any(part.get("pattern") == goal.outer["pattern"] for part in goal.parts)

    def _unique(self, goal: Goal) -> bool:
        return any(part.get("uniqueItems") or part.get("maxItems", 2) < 2 for part in goal.parts)

    def _multiple(self, goal: Goal) -> bool:
        step = goal.outer["multipleOf"]
        given = [part["multipleOf"] for part in goal.parts if "multipleOf" in part]
        whole = [number for number in (*given, *([] if "fraction" in goal.kinds else [1])) if isinstance(number, int)]
        return step in given or (isinstance(step, int) and any(number % step == 0 for number in whole))

    def _required(self, goal: Goal) -> bool:
        return {*goal.outer["required"]} <= _all_required(goal.parts)

    def _properties(self, goal: Goal) -> bool:
        return all(
            self.fits(member(goal.parts, name), schema, goal.level + 1)
            for name, schema in goal.outer["properties"].items()
        )

    def _additional(self, goal: Goal) -> bool:
        schema, patterns = goal.outer["additionalProperties"], goal.outer.get("patternProperties", {}).keys()
        named = {name for part in goal.parts for name in part.get("properties", ())} - goal.outer.get(
            "properties", {}
        ).keys()
        others = tuple(
            part.get("additionalProperties", True)
            for part in goal.parts
            if part.get("patternProperties", {}).keys() <= patterns
        )
        return self.fits(others or (True,), schema, goal.level + 1) and all(
            self.fits(member(goal.parts, name), schema, goal.level + 1) for name in named
        )

    def _matching(self, goal: Goal) -> bool:
        return all(
            self.fits(
                tuple(part["patternProperties"][at] for part in goal.parts if at in part.get("patternProperties", ())),
                schema,
                goal.level + 1,
            )
            or self._additional(goal._replace(outer={"additionalProperties": schema}))
            for at, schema in goal.outer["patternProperties"].items()
        )

    def _names(self, goal: Goal) -> bool:
        asked = tuple(part["propertyNames"] for part in goal.parts if "propertyNames" in part)
        return self.fits((*asked, _ONLY["string"]), goal.outer["propertyNames"], goal.level + 1)

    def _dependent_names(self, goal: Goal) -> bool:
        required = _all_required(goal.parts)
        return all(
            {*names} - required
            <= {other for part in goal.parts for other in part.get("dependentRequired", {}).get(name, ())}
            for name, names in goal.outer["dependentRequired"].items()
        )

    def _dependent_schemas(self, goal: Goal) -> bool:
        return all(
            self.fits(
                (
                    *goal.parts,
                    *(
                        part["dependentSchemas"][name]
                        for part in goal.parts
                        if name in part.get("dependentSchemas", ())
                    ),
                ),
                schema,
                goal.level,
            )
            for name, schema in goal.outer["dependentSchemas"].items()
        )

    def _prefix(self, goal: Goal) -> bool:
        return all(
            self.fits(item(goal.parts, n), schema, goal.level + 1) for n, schema in enumerate(goal.outer["prefixItems"])
        )

    def _items(self, goal: Goal) -> bool:
        first = len(goal.outer.get("prefixItems", ()))
        last = max(first, *(len(part.get("prefixItems", ())) for part in goal.parts)) if goal.parts else first
        return all(self.fits(item(goal.parts, n), goal.outer["items"], goal.level + 1) for n in range(first, last + 1))

    def _contains(self, goal: Goal) -> bool:
        return "contains" not in goal.outer or any(
            "contains" in part
            and part.get("minContains", 1) >= goal.outer.get("minContains", 1)
            and part.get("maxContains") == goal.outer.get("maxContains")
            and self._equal(part["contains"], goal.outer["contains"], goal.level + 1)
            for part in goal.parts
        )

    def _nothing(self, goal: Goal) -> bool:
        return True


def member(parts: Parts, name: str) -> Schemas:
    """Return schemas that a member of an object must fit. The member may also have to fit other schemas."""
    return tuple(
        part["properties"][name]
        if name in part.get("properties", ())
        else True
        if "patternProperties" in part
        else part.get("additionalProperties", True)
        for part in parts
    ) or (True,)


def item(parts: Parts, n: int) -> Schemas:
    """Return the schemas that the item of an array at an index must fit."""
    return tuple(
        part["prefixItems"][n] if n < len(part.get("prefixItems", ())) else part.get("items", True) for part in parts
    ) or (True,)


def kinds_of(parts: Parts) -> frozenset[str]:
    """Return the kinds of values, such as ``string``, that may fit all parts. The keywords ``type`` and ``enum``
    decide.
    """
    found = atoms(None)
    for part in parts:
        found &= frozenset(map(atom, part["enum"])) if "enum" in part else atoms(part.get("type"))
    return found


def _values(parts: Parts, kinds: frozenset[str]) -> list[Json] | None:
    """Return all values that may fit the parts, or None if there may be too many such values.

    ``kinds``: the kinds of values that may fit. Without an ``enum``, all of these kinds must be null or boolean.
    """
    listed = min((part["enum"] for part in parts if "enum" in part), key=len, default=None)
    if listed is not None:
        return [*listed]
    return [value for kind in sorted(kinds) for value in _FEW[kind]] if kinds <= _FEW.keys() else None


def _all_required(parts: Parts) -> set[str]:
    return {name for part in parts for name in part.get("required", ())}


def _least(key: str, exclusive: str = "") -> "_Rule":
    """Return the rule for a lower bound, which is the keyword ``key`` of the outer schema. The bound is proven if a
    part of the goal has the same or a higher bound. ``minProperties`` is also proven if the parts require enough
    properties. ``exclusive``: the other keyword for the bound, such as ``exclusiveMinimum`` for ``minimum``.
    """

    def rule(_prover: Prover, goal: Goal) -> bool:
        asked, strictly = goal.outer[key], key.startswith("exclusive")
        return (key == "minProperties" and asked <= len(_all_required(goal.parts))) or any(
            part.get(key, -math.inf) >= asked
            or part.get(exclusive, -math.inf) > asked
            or (not strictly and part.get(exclusive, -math.inf) == asked)
            for part in goal.parts
        )

    return rule


def _most(key: str, exclusive: str = "") -> "_Rule":
    """Return the rule for an upper bound, which is the keyword ``key`` of the outer schema. The bound is proven if a
    part of the goal has the same or a lower bound. For ``exclusive`` see ``_least``.
    """

    def rule(_prover: Prover, goal: Goal) -> bool:
        asked, strictly = goal.outer[key], key.startswith("exclusive")
        return any(
            part.get(key, math.inf) <= asked
            or part.get(exclusive, math.inf) < asked
            or (not strictly and part.get(exclusive, math.inf) == asked)
            for part in goal.parts
        )

    return rule


_Rule: TypeAlias = Callable[[Prover, Goal], bool]
_RULES: Final[dict[str, _Rule]] = {
    "type": Prover._type,
    "$ref": Prover._reference,
    "allOf": Prover._all_of,
    "anyOf": Prover._any_of,
    "oneOf": Prover._one_of,
    "not": Prover._not,
    **dict.fromkeys(("if", "then", "else"), Prover._condition),
    "minimum": _least("minimum", "exclusiveMinimum"),
    "exclusiveMinimum": _least("exclusiveMinimum", "minimum"),
    "maximum": _most("maximum", "exclusiveMaximum"),
    "exclusiveMaximum": _most("exclusiveMaximum", "maximum"),
    "multipleOf": Prover._multiple,
    **{key: _least(key) for key in ("minLength", "minItems", "minProperties")},
    **{key: _most(key) for key in ("maxLength", "maxItems", "maxProperties")},
    "pattern": Prover._pattern,
    "uniqueItems": Prover._unique,
    "required": Prover._required,
    "properties": Prover._properties,
    "additionalProperties": Prover._additional,
    "patternProperties": Prover._matching,
    "propertyNames": Prover._names,
    "dependentRequired": Prover._dependent_names,
    "dependentSchemas": Prover._dependent_schemas,
    "prefixItems": Prover._prefix,
    "items": Prover._items,
    **dict.fromkeys(("contains", "minContains", "maxContains"), Prover._contains),
    **dict.fromkeys(("examples", "$defs", "definitions"), Prover._nothing),
}
"""Keywords, each with the function that proves a claim about the keyword. Nothing is proven about other keywords."""
_CONCERNS: Final = {
    **dict.fromkeys(("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"), _NUMBERS),
    **dict.fromkeys(("minLength", "maxLength", "pattern"), frozenset({"string"})),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains"), frozenset({"array"})),
    **dict.fromkeys(("minContains", "maxContains"), frozenset({"array"})),
    **dict.fromkeys(("minProperties", "maxProperties", "required", "properties"), frozenset({"object"})),
    **dict.fromkeys(("additionalProperties", "patternProperties", "propertyNames"), frozenset({"object"})),
    **dict.fromkeys(("dependentRequired", "dependentSchemas"), frozenset({"object"})),
}
"""Keywords, each with the kinds of values that it restricts."""
