"""Values on which two schemas may disagree. They are made from a value that fits both schemas, by single changes.

A place is changed only if there is no proof that both schemas have the same requirements at this place. So most schemas
need few values.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import Any, Final

from conformance.judge.schema_meaning import patterns
from conformance.judge.schema_meaning.containment import Parts, Prover, Schemas, item, kinds_of, member
from conformance.judge.schema_meaning.pair import KEYS, Pair
from conformance.judge.schema_meaning.plain import Schema, is_whole, names_of, text
from conformance.judge.subschemas import within
from toolwire.model import Json

SIMPLE: Final[tuple[Json, ...]] = ("", 0, 0.5, True, None, {}, [])
"""A sample value of each kind."""
_OF_TYPE: Final[dict[str, Json]] = {
    "null": None,
    "boolean": True,
    "integer": 0,
    "number": 0,
    "string": "",
    "array": [],
    "object": {},
}
_ORDER: Final = ("string", "object", "integer", "number", "boolean", "array", "null")
"""Types in order of preference, for a value that may have several types."""
_LONGEST_TRIED: Final = 10_000
"""The maximum length of a text that is tried at a limit. It is also the maximum total length of the texts and long
lists in a value.
"""
_DEEPEST: Final = 40
_MOST_MEMBERS: Final = 400
"""The maximum number of values inside a value that is tried."""
_MOST_ITEMS: Final = 20
_MOST_VALUES: Final = 30
_MOST_REPAIRS: Final = 200
_MOST_SCHEMAS: Final = 60
_LARGEST: Final[int] = 10**40
"""The limit of the numbers that are tried. It is above all integers of 128 bits and all 32-bit floats."""
_OBJECT: Final[dict[str, Any]] = {"type": "object"}
_LEAST: Final = ("minimum", "exclusiveMinimum")
_MOST: Final = ("maximum", "exclusiveMaximum")
_BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_CHOICES: Final = ("anyOf", "oneOf")
_IN_PLACE: Final = ("not", "if", "then", "else")


class Candidates:
    """Values to try with the schemas of a pair."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._pair = prover.pair
        self._left = 0
        self._room = 0
        self._repairs = 0
        """The number of remaining repairs. A repair replaces a nested value that does not fit its own schemas.
        """
        self.unnamed = _unnamed(self._pair)

    def all(self) -> Iterator[Json]:
        """Yield the argument objects to try."""
        first, second = ((schema,) for schema in self._pair.ordered)
        sides = ((*first, *second), first, second)
        bases = [self._repaired((*side, _OBJECT), full) for full in (False, True) for side in sides]
        bases = [base for n, base in enumerate(bases) if isinstance(base, dict) and base not in bases[:n]]
        yield from ({}, *bases)
        for base in bases:
            yield from (value for value in self._changed(first, second, base) if isinstance(value, dict))

    def _fitting(self, schemas: Schemas, full: bool) -> Json:
        """Return a value that may fit the schemas. Without ``full``, the value has only required members and items."""
        self._left, self._room = _MOST_MEMBERS, _LONGEST_TRIED
        return self._value(schemas, full, frozenset(), 0)

    def _repaired(self, schemas: Schemas, full: bool) -> Json:
        """Return a value that fits the schemas, if such a value is easily found. Otherwise return any value."""
        value = self._fitting(schemas, full)
        if self._fits(schemas, value):
            return value
        self._repairs = _MOST_REPAIRS
        try:
            return self._fitting(schemas, full)
        finally:
            self._repairs = 0

    def _fits(self, schemas: Schemas, value: Json) -> bool:
        return self._pair.fits(schemas, value)

    def _value(self, schemas: Schemas, full: bool, around: frozenset[tuple[int, ...]], depth: int) -> Json:
        """Return a value that may fit the schemas. If it does not fit, and repairs are left, try other values.

        ``full``: include optional members and items. ``around``: the schemas of the outer values, by their ``id()``.
        ``depth``: the number of the outer values.
        """
        value = self._first(schemas, full, around, depth)
        if not self._repairs or self._left < 0 or self._fits(schemas, value):
            return value
        self._repairs -= 1
        return next((other for other in self._others(schemas, value) if self._fits(schemas, other)), value)

    def _first(self, schemas: Schemas, full: bool, around: frozenset[tuple[int, ...]], depth: int) -> Json:
        self._left -= 1
        parts = self._chosen(schemas)
        if parts is None or depth > _DEEPEST or self._left < 0:
            return None
        listed = next((part["enum"] for part in parts if "enum" in part), None)
        if listed is not None:
            return next(
                (value for value in listed if all(value in part.get("enum", [value]) for part in parts)), listed[0]
            )
        here = tuple(sorted(map(id, parts)))
        full = full and here not in around
        kinds = [name for name in _ORDER if name in names_of(kinds_of(parts))] or ["null"]
        keyword = {"object": "properties", "array": "items"}
        kind = next((name for name in kinds if any(keyword.get(name) in part for part in parts)), kinds[0])
        match kind:
            case "object":
                return self._object(parts, full, around | {here}, depth)
            case "array":
                return self._list(parts, full, around | {here}, depth)
            case "string":
                written = next(_strings(parts, max(self._room, 1)))
                self._room -= len(written)
                return written
            case "integer" | "number":
                return _number(parts, whole=kind == "integer")
        return _OF_TYPE[kind]

    def _object(self, parts: Parts, full: bool, around: frozenset[tuple[int, ...]], depth: int) -> dict[str, Json]:
        """Return an object that may fit the schemas. If repairs are left, an optional member that does not fit its
        schemas is left out. For the parameters see ``_value``.
        """
        required = {name for part in parts for name in part.get("required", ())}
        made: dict[str, Json] = {}
        for name in _names(parts, full):
            value = self._value(member(parts, name), full, around, depth + 1)
            if name in required or not self._repairs or self._fits(member(parts, name), value):
                made[name] = value
        least = max((part.get("minProperties", 0) for part in parts), default=0)
        for name in islice(self._further_names(parts), min(least, _MOST_ITEMS)):
            if len(made) < least:
                made.setdefault(name, self._value(member(parts, name), full=False, around=around, depth=depth + 1))
        return made

    def _list(self, parts: Parts, full: bool, around: frozenset[tuple[int, ...]], depth: int) -> list[Json]:
        """Return a list that may fit the schemas. Most items of a long list are equal. For the parameters see
        ``_value``.
        """
        items: list[Json] = []
        count = _count(parts, full)
        for n in range(count)[:_MOST_ITEMS]:
            if self._room > 0:
                items.append(self._value(item(parts, n), full, around, depth + 1))
        if self._repairs and any(part.get("uniqueItems") for part in parts):
            return self._apart(parts, items)
        more = min(count - len(items), max(self._room, 0) // len(text(items[-1:])))
        self._room -= more * len(text(items[-1:]))
        return [*items, *items[-1:] * more]

    def _apart(self, parts: Parts, items: list[Json]) -> list[Json]:
        """Return the items of a list. An item that repeats an earlier item is replaced by a different value, if such a
        value fits.
        """
        made: list[Json] = []
        for n, value in enumerate(items):
            schemas = item(parts, n)
            values = (value, f"a{n}", n, *self._others(schemas, value))
            apart = (other for other in values if other not in made and self._fits(schemas, other))
            made.append(next(apart, value))
        return made

    def _others(self, schemas: Schemas, value: Json) -> Iterator[Json]:
        """Yield values that may fit the schemas and that may replace ``value``, which does not fit them."""
        return islice(self._replaced(self._applying(schemas)[0], value), _MOST_REPAIRS)

    def _further_names(self, parts: Parts) -> Iterator[str]:
        """Yield names for additional members of an object: names that match a pattern of ``patternProperties`` or of
        ``propertyNames``, and then names that no schema has. Names that ``propertyNames`` refuses are left out.
        """
        rules = tuple(part["propertyNames"] for part in parts if "propertyNames" in part)
        patterned = [at for part in parts for at in part.get("patternProperties", ())]
        patterned += [rule["pattern"] for rule in rules if isinstance(rule, dict) and "pattern" in rule]
        names = [name for at in patterned for name in patterns.texts(at)]
        names += [f"{self.unnamed}{n}" for n in range(_MOST_ITEMS)]
        yield from (name for name in dict.fromkeys(names) if all(self._fits((rule,), name) for rule in rules))

    def _chosen(self, schemas: Schemas) -> Parts | None:
        """Return the schemas that a value must fit. References and ``allOf`` are resolved. None if no value fits.

        If a schema has alternatives, use the first alternative that allows another type than null.
        """
        seen = set[int]()
        parts = self._pair.parts(schemas)
        while parts is not None:
            part = next((part for part in parts if part.keys() & {*_CHOICES} and id(part) not in seen), None)
            if part is None or len(seen) > _MOST_SCHEMAS:
                return parts
            seen.add(id(part))
            schemas = (*schemas, self._choice(part.get("anyOf") or part["oneOf"], kinds_of(parts)))
            parts = self._pair.parts(schemas)
        return None

    def _choice(self, choices: list[Schema], kinds: frozenset[str]) -> Schema:
        for choice in choices:
            parts = self._pair.parts((choice,))
            if parts is not None and kinds_of(parts) & kinds - {"null"}:
                return choice
        return choices[0]

    def _changed(
        self, first: Schemas, second: Schemas, value: Json, depth: int = 0, chosen: bool = False, prune: bool = True
    ) -> Iterator[Json]:
        """Yield variants of the value, each with a change in a single place.

        ``first`` and ``second``: the schemas of this value in the two documents that are compared. With ``prune``,
        parts of the value for which ``first`` and ``second`` are proven to accept the same values are not changed.
        ``prune`` must be False if further schemas may apply to the value, because then this proof is not enough.
        ``chosen``: the value was made for an alternative such as an entry of ``anyOf``: try no other alternative.
        """
        if depth > _DEEPEST or (prune and self._prover.same(first, second)):
            return
        applying, choices = self._applying((*first, *second))
        yield from self._replaced(applying, value)
        prune = prune and not choices
        if isinstance(value, dict):
            for name in value:
                inner = self._members(first, name), self._members(second, name)
                for changed in self._changed(*inner, value[name], depth + 1, prune=prune):
                    yield value | {name: changed}
        elif isinstance(value, list):
            for n in range(min(len(value), _MOST_ITEMS)):
                inner = self._items(first, n), self._items(second, n)
                for changed in self._changed(*inner, value[n], depth + 1, prune=prune):
                    yield [*value[:n], changed, *value[n + 1 :]]
        if not chosen:
            for choice in choices:
                for full in (False, True):
                    base = self._repaired((choice,), full)
                    yield base
                    yield from self._changed(first, second, base, depth, chosen=True, prune=prune)

    def _applying(self, schemas: Schemas) -> tuple[Parts, list[Schema]]:
        """Return all schemas that may apply to a value: the given schemas, and all alternatives and conditions in them.
        References and ``allOf`` are resolved.

        Also return the alternatives and conditions alone, as a second list.
        """
        applying, choices = dict[int, dict[str, Any]](), list[Schema]()
        waiting = [*schemas]
        while waiting and len(applying) < _MOST_SCHEMAS:
            for part in self._pair.parts((waiting.pop(0),)) or ():
                if id(part) not in applying:
                    applying[id(part)] = part
                    inner = [
                        *part.get("dependentSchemas", {}).values(),
                        *(part[key] for key in _IN_PLACE if key in part),
                    ]
                    inner += [choice for key in _CHOICES for choice in part.get(key, ())]
                    choices += inner
                    waiting += inner
        spelled = Counter(map(text, choices))
        return [*applying.values()], sorted(choices, key=lambda choice: spelled[text(choice)] > 1)

    def _members(self, schemas: Schemas, name: str) -> Schemas:
        return member(self._applying(schemas)[0], name)

    def _items(self, schemas: Schemas, n: int) -> Schemas:
        return item(self._applying(schemas)[0], n)

    def _replaced(self, parts: Parts, value: Json) -> Iterator[Json]:
        """Yield values to try instead of ``value``, made from the keywords that restrict ``value``."""
        if isinstance(value, dict):
            yield from self._objects(parts, value)
        elif isinstance(value, list):
            yield from self._arrays(parts, value)
        yield from SIMPLE
        lengths = _lengths(parts)
        for part in parts:
            listed = part.get("enum", [])
            yield from (*_not_in_all(listed, parts)[:_MOST_VALUES], *listed[:_MOST_VALUES], *part.get("examples", ()))
            if any(isinstance(named, str) for named in listed):
                yield self.unnamed
            for key in (*_BOUNDS, "multipleOf"):
                if key in part and abs(part[key]) < _LARGEST:
                    number = _near(part[key])
                    yield from (number, number - 1, number + 1, number - 0.5, number + 0.5, number * 2)
            if isinstance(part.get("multipleOf"), int | float) and 0 < part["multipleOf"] < _LARGEST:
                yield from _multiples(part["multipleOf"], parts, value)
            if "pattern" in part:
                yield from patterns.texts(part["pattern"], lengths)
            if "contains" in part:
                yield from ([self._fitting((part["contains"],), full=False)] * n for n in (1, 2))
        yield from ("a" * length for length in lengths)

    def _objects(self, parts: Parts, value: dict[str, Json]) -> Iterator[Json]:
        for name in value:
            yield {other: inner for other, inner in value.items() if other != name}
        for name in dict.fromkeys(name for part in parts for name in (*part.get("properties", ()), *_named(part))):
            if name not in value:
                yield value | {name: self._fitting(member(parts, name), full=False)}
        yield from (value | {self.unnamed: simple} for simple in SIMPLE)
        for part in parts:
            schema = part.get("additionalProperties", True)
            if schema is not True:
                yield value | {self.unnamed: self._fitting((schema,), full=False)}
                yield from (value | {self.unnamed: found} for found in self._replaced(self._applying((schema,))[0], ""))
            for at, inner in part.get("patternProperties", {}).items():
                for name in dict.fromkeys(islice(patterns.texts(at), 2)):
                    yield value | {name: self._fitting((inner,), full=False)}
                    yield from (value | {name: simple} for simple in SIMPLE)
            if "propertyNames" in part:
                names = self._replaced(self._applying((part["propertyNames"],))[0], "")
                yield from (value | {name: simple} for name in names if isinstance(name, str) for simple in ("", 0))
            for key in ("minProperties", "maxProperties"):
                for more in (0, 1) if key in part else ():
                    if len(value) < (count := part[key] + more) < _MOST_MEMBERS:
                        inner = self._fitting(member(parts, self.unnamed), full=False)
                        yield value | {f"{self.unnamed}{n}": inner for n in range(count - len(value))}

    def _arrays(self, parts: Parts, value: list[Json]) -> Iterator[Json]:
        first = self._fitting(item(parts, 0), full=False)
        counts = {
            0,
            1,
            2,
            *(
                part[key] + more
                for part in parts
                for key in ("minItems", "maxItems")
                if key in part
                for more in (-1, 0, 1)
            ),
        }
        for count in sorted(counts):
            if 0 <= count <= max(_MOST_ITEMS, _LONGEST_TRIED // len(text([first]))):
                alike = [*value[:count], *[first] * (count - len(value))]
                yield alike
                yield [*value[:count], *range(count - len(value))]
                if count < _MOST_MEMBERS and any(part.get("uniqueItems") for part in parts):
                    yield self._apart(parts, alike)
        yield [*value, *value]
        yield from ([*value, simple] for simple in SIMPLE)


def _unnamed(pair: Pair) -> str:
    """Return a name that no property in the schemas has."""
    schemas = [schema for side in (pair.given, pair.sent) for schema in within(side, KEYS)]
    names = {name for schema in schemas for name in (*schema.get("properties", ()), *_named(schema))}
    return next(name for n in itertools.count() if (name := f"other{n or ''}") not in names)


def _named(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the names of properties that a schema requires or depends on."""
    yield from schema.get("required", ())
    for name, names in schema.get("dependentRequired", {}).items():
        yield from (name, *names)
    yield from schema.get("dependentSchemas", ())


def _names(parts: Parts, full: bool) -> Iterable[str]:
    """Return the names of the members of an object to try: the required names and, with ``full``, the named
    properties.
    """
    required = {name for part in parts for name in part.get("required", ())}
    described = [name for part in parts for name in part.get("properties", ()) if full or name in required]
    names = dict.fromkeys((*described, *sorted(required)))
    return [name for name in names if name in required or False not in member(parts, name)]


def _count(parts: Parts, full: bool) -> int:
    least = max((part.get("minItems", 0) for part in parts), default=0)
    first = max((len(part.get("prefixItems", ())) for part in parts), default=0)
    most = min((part.get("maxItems", _LONGEST_TRIED) for part in parts), default=_LONGEST_TRIED)
    return min(max(least, (first or 1) if full else 0), most, _LONGEST_TRIED)


def _lengths(parts: Parts) -> list[int]:
    """Return each limit of a text's length, and the lengths 1 below and 1 above the limit."""
    limits = [
        part[key]
        for part in parts
        for key in ("minLength", "maxLength")
        if part.get(key, _LONGEST_TRIED) < _LONGEST_TRIED
    ]
    return list(dict.fromkeys(max(limit + more, 0) for limit in limits for more in (-1, 0, 1)))


def _not_in_all(listed: list[Json], parts: Parts) -> list[Json]:
    """Return the values in ``listed`` that at least one ``enum`` of the schemas ``parts`` lacks."""
    others = [{text(value) for value in part["enum"]} for part in parts if "enum" in part]
    return [value for value in listed if not all(text(value) in other for other in others)]


def _multiples(step: float, parts: Parts, value: Json) -> Iterator[Json]:
    """Yield multiples of a step near the bounds, and numbers between two multiples."""
    bounds = [part[key] for part in parts for key in _BOUNDS if key in part and abs(part[key]) < _LARGEST]
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST
    known = [value] if is_number else []
    for near in (0, *map(_near, bounds), *known):
        if abs(near / step) < _LARGEST:
            whole = isinstance(near, int) and isinstance(step, int)
            first = int(near // step) if whole else math.floor(near / step)
            yield from ((first + n) * step for n in (0, 1, 0.5, 1.5))


def _strings(parts: Parts, longest: int) -> Iterator[str]:
    """Yield texts that may fit the schemas: texts for each pattern, and a text of the letter ``a``.

    ``longest``: the maximum length of the last text.
    """
    for part in parts:
        if "pattern" in part:
            yield from patterns.texts(part["pattern"])
    least = max((part.get("minLength", 0) for part in parts), default=0)
    most = min((part.get("maxLength", longest) for part in parts), default=longest)
    yield "a" * min(max(least, 1), most, longest)


def _number(parts: Parts, whole: bool) -> int | float:
    """Return a number within the bounds of all parts, if such a number is easily found. Otherwise return any number."""
    least = [_near(part[key]) for part in parts for key in _LEAST if key in part]
    most = [_near(part[key]) for part in parts for key in _MOST if key in part]
    low, high = max(least, default=None), min(most, default=None)
    if (low is None or low < 0) and (high is None or high > 0):
        return 0
    if whole or low is None or high is None:
        inside = math.floor(low) + 1 if low is not None else math.ceil(high or 0) - 1
        number: int | float = low if low is not None and _fits_bounds(parts, low, whole) else inside
        steps = [step for part in parts if (step := part.get("multipleOf")) and isinstance(step, int)]
        return math.ceil(number / steps[0]) * steps[0] if steps else number
    return (low + high) / 2


def _fits_bounds(parts: Parts, number: float, whole: bool) -> bool:
    exclusive = {part.get(key) for part in parts for key in ("exclusiveMinimum", "exclusiveMaximum")}
    return number not in exclusive and (not whole or is_whole(number))


def _near(number: float | Decimal) -> int | float:
    """Return a number as an integer or a float. A huge number becomes the largest number that is tried."""
    if not -_LARGEST < number < _LARGEST:
        return _LARGEST if number > 0 else -_LARGEST
    return int(number) if is_whole(number) else float(number)
