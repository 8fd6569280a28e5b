"""Schemas of tool parameters in a common spelling, the plain spelling.

This spelling has no annotations. Keywords of older drafts and of OpenAPI 3.0 are replaced with keywords of JSON Schema
2020-12.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any, Final, TypeAlias

from toolwire.json_value import type_name
from toolwire.model import Json
from toolwire.wire.numbers import exact

Schema: TypeAlias = "dict[str, Any] | bool"

TYPES: Final = ("null", "boolean", "integer", "number", "string", "array", "object")
_SPELLINGS: Final[dict[Json, str | None]] = {
    **{name: name for name in TYPES},
    **{name.upper(): name for name in TYPES},
    **dict(enumerate(("string", "number", "integer", "boolean", "array", "object", "null"), start=1)),
    "TYPE_UNSPECIFIED": None,
}
"""Types in the spellings of JSON Schema, OpenAPI and Gemini's protobuf messages."""
ATOMS: Final = frozenset({"null", "boolean", "integer", "fraction", "string", "array", "object"})
"""Kinds of values that do not overlap. An integer and a fraction are both numbers."""
_ATOMS_OF: Final = {name: frozenset({name}) for name in TYPES} | {"number": frozenset({"integer", "fraction"})}

MAPS: Final = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
LISTS: Final = ("anyOf", "allOf", "oneOf", "prefixItems")
SINGLE: Final = (
    "items",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
)
COUNTS: Final = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
)
NUMBERS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_EXAMPLES: Final = ("default", "example", "examples")
_BEYOND: Final = ("$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor", "$anchor")
"""Keywords for references that this module does not support."""
_NOTHING: Final[dict[str, tuple[Json, ...]]] = {
    **dict.fromkeys(
        ("additionalProperties", "items", "propertyNames", "unevaluatedItems", "unevaluatedProperties"), (True,)
    ),
    **{key: ({},) for key in ("properties", "patternProperties", "dependentSchemas", "dependentRequired")},
    **dict.fromkeys(("minLength", "minItems", "minProperties"), (0,)),
    "required": ([],),
    "prefixItems": ([],),
    "uniqueItems": (False,),
    "not": (False,),
}
"""The values with which a keyword requires nothing, by keyword. For example, ``"minLength": 0`` accepts every text."""
_OBJECTS: Final = frozenset({"properties", "patternProperties", "additionalProperties"})
_ARRAYS: Final = frozenset({"prefixItems", "items", "contains", "minContains", "maxContains"})
_CONDITIONS: Final = frozenset({"if", "then", "else"})
_TOGETHER: Final = (_OBJECTS, _ARRAYS, _CONDITIONS)
"""Groups of keywords whose meanings depend on each other."""
_UNEVALUATED: Final = frozenset({"unevaluatedItems", "unevaluatedProperties"})
_EVALUATING: Final = frozenset(
    {"$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies", "contains"}
)
"""Keywords that may evaluate a property or an item only for some values, so that an ``unevaluated`` keyword beside them
is not supported.
"""
_ANNOTATES: Final = frozenset({"examples", "$defs", "definitions"})

_MOST: Final = 3000
"""The maximum number of subschemas and listed values that are read."""
_DEEPEST: Final = 50
_PLAIN: Final = 10**18
"""The limit below which bounds of integers are rounded to whole numbers."""
_WHOLE: Final = 10**21
"""The limit below which numbers without a fraction are read as integers."""
_MOST_DIGITS: Final = 18
_HUGE: Final = 1000
"""The maximum number of digits before the decimal point, in numbers that can be compared."""
_MOST_PAIRED: Final = 40
"""The maximum number of alternatives that are compared in pairs."""


class NotComparable(Exception):
    """An exception: a schema cannot be compared. ``str()`` gives the reason."""


def plain(schema: Json) -> Schema:
    """Return a schema in the plain spelling. Schemas that differ only in their spelling become equal.

    Raises ``NotComparable`` for an invalid schema, a schema that is too large, and references that are not supported.
    """
    return True if schema is None else _Reader().schema(schema, "", 0)


def atoms(kinds: Json) -> frozenset[str]:
    """Return the kinds of values of a ``type``, which is a single type or a list. Return all kinds for None, a missing
    ``type``.
    """
    if kinds is None:
        return ATOMS
    return frozenset().union(*(_ATOMS_OF[kind] for kind in (kinds if isinstance(kinds, list) else [kinds])))


def atom(value: Json) -> str:
    """Return the kind of a value, which is a member of ``ATOMS``: ``integer`` for 1.0, ``fraction`` for 1.5."""
    name = type_name(value)
    if name != "number":
        return name
    return "integer" if is_whole(value) else "fraction"


def is_whole(value: int | float | Decimal) -> bool:
    """Return whether a number has no fraction, in any spelling."""
    return value == value.to_integral_value() if isinstance(value, Decimal) else float(value).is_integer()


def text(value: Json) -> str:
    """Return a text that is the same for equal values."""
    return json.dumps(value, sort_keys=True, default=str)


def nullable(schema: Schema) -> Schema:
    """Return a schema that accepts everything that ``schema`` accepts, and null."""
    if isinstance(schema, bool):
        return schema or {"type": "null"}
    kinds = schema.get("type")
    if _takes_null(schema):
        enum = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        listed = kinds if isinstance(kinds, list) else [kinds]
        return tidy({**schema, **({} if kinds is None else {"type": [*listed, "null"]}), **enum})
    if schema.keys() - _ANNOTATES == {"anyOf"}:
        return tidy({**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]})
    return tidy({"anyOf": [schema, {"type": "null"}]})


class _Reader:
    """A reader of a single schema, whose size is limited."""

    def __init__(self) -> None:
        self._left = _MOST

    def schema(self, schema: Json, place: str, depth: int) -> Schema:
        self._count(1)
        if depth > _DEEPEST:
            raise NotComparable(f"expected at most {_DEEPEST} levels of nested schemas, got more")
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            raise NotComparable(f"{place or 'the root'} is not a schema")
        if beyond := schema.keys() & {*_BEYOND}:
            raise NotComparable(f"{place}/{min(beyond)} is a keyword that this comparison does not support")
        if place and isinstance(schema.get("$id"), str):
            raise NotComparable(f"{place} has its own $id, which is supported only in the outermost schema")
        if schema.keys() & _UNEVALUATED and schema.keys() & _EVALUATING:
            raise NotComparable(
                f"{place}/{min(schema.keys() & _UNEVALUATED)} depends on other keywords of its schema, which is not "
                "supported"
            )
        read: dict[str, Any] = {}
        for key, value in schema.items():
            if (value is None and key != "const") or (
                key == "additionalItems" and not isinstance(schema.get("items"), list)
            ):
                continue
            found = self._keyword(key, value, f"{place}/{key}", depth + 1)
            if "enum" in found and "enum" in read:
                found["enum"] = _shared(found["enum"], read["enum"])
            read |= found
        examples = self._examples(schema)
        made = tidy(read | ({"examples": examples} if examples else {}))
        if schema.get("nullable") is True and isinstance(made, dict):
            return nullable(made) if {"type", "anyOf", "oneOf", "allOf", "$ref", "enum"} & made.keys() else made
        return made

    def _keyword(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        """Return the keywords of the plain spelling that have the same meaning as a keyword. Usually it is a single
        keyword.
        """
        reader = _READERS.get(key)
        return reader(self, key, value, place, depth) if reader else {}

    def by_name(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        return {
            key: {name: self.schema(inner, f"{place}/{name}", depth) for name, inner in _object(value, place).items()}
        }

    def listed(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        return {key: [self.schema(inner, f"{place}/{n}", depth) for n, inner in enumerate(_list(value, place))]}

    def single(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        if key == "items" and isinstance(value, list):
            return self.listed("prefixItems", value, place, depth)
        return {"items" if key == "additionalItems" else key: self.schema(value, place, depth)}

    def types(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        spelled = value if isinstance(value, list) else [value]
        if not all(isinstance(kind, str | int) and kind in _SPELLINGS and kind is not True for kind in spelled):
            raise NotComparable(f"{place} has a type that JSON Schema does not know")
        kinds = [_SPELLINGS[kind] for kind in spelled]
        return {} if None in kinds else {"type": kinds}

    def values(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        listed = [value] if key == "const" else _list(value, place)
        return {"enum": [self.value(item) for item in listed]}

    def names(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        return {key: _names(value, place)}

    def dependencies(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        """Return the keyword ``dependentRequired``. For the keyword ``dependencies`` of older drafts, return
        ``dependentRequired`` and ``dependentSchemas``.
        """
        required, schemas = {}, {}
        for name, inner in _object(value, place).items():
            if isinstance(inner, list):
                required[name] = _names(inner, place)
            else:
                schemas[name] = self.schema(inner, f"{place}/{name}", depth)
        return {"dependentRequired": required} | ({"dependentSchemas": schemas} if key == "dependencies" else {})

    def number(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        if isinstance(value, bool) and key.startswith("exclusive"):
            return {key: value}  # in draft 4, true or false refers to the bound beside it
        read = self.value(value)
        if isinstance(read, bool) or not isinstance(read, int | float | Decimal):
            raise NotComparable(f"{place} is not a number")
        return {key: read}

    def count(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        """Return a keyword with its count as an integer. The count may be text, as in the JSON form of protobuf
        messages.
        """
        digits = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS
        read = int(value) if digits else self.value(value)
        if isinstance(read, bool) or not isinstance(read, int) or read < 0:
            raise NotComparable(f"{place} is not a whole number of at least 0")
        return {key: read}

    def pattern(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        if not isinstance(value, str):
            raise NotComparable(f"{place} is not a string")
        return {key: value}

    def unique(self, key: str, value: Json, place: str, depth: int) -> dict[str, Any]:
        return {key: bool(value)}

    def value(self, value: Json) -> Json:
        """Return a value with its numbers in a form that validators can compare."""
        self._count(1)
        if isinstance(value, dict):
            return {key: self.value(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        number = exact(value)
        if number is None:
            return value
        near = number.near()
        if near.adjusted() >= _HUGE:
            raise NotComparable(f"a number has more than {_HUGE} digits")
        if abs(near) < _WHOLE and is_whole(near):
            return int(near)
        return float(near) if Decimal(repr(float(near))) == near else near

    def _examples(self, schema: dict[str, Any]) -> list[Json]:
        """Return the examples and default values in a schema. They are useful values to try."""
        named = [
            *_as_list(schema.get("examples"))[:5],
            *(schema[key] for key in ("default", "example") if key in schema),
        ]
        return [self.value(value) for value in named]

    def _count(self, number: int) -> None:
        self._left -= number
        if self._left < 0:
            raise NotComparable(f"expected a schema with at most {_MOST} subschemas and values, got more")


_READERS: Final[dict[str, Callable[[_Reader, str, Json, str, int], dict[str, Any]]]] = {
    **dict.fromkeys(MAPS, _Reader.by_name),
    **dict.fromkeys(LISTS, _Reader.listed),
    **dict.fromkeys((*SINGLE, "additionalItems"), _Reader.single),
    **dict.fromkeys(COUNTS, _Reader.count),
    **dict.fromkeys(NUMBERS, _Reader.number),
    **dict.fromkeys(("enum", "const"), _Reader.values),
    **dict.fromkeys(("dependencies", "dependentRequired"), _Reader.dependencies),
    **dict.fromkeys(("pattern", "$ref"), _Reader.pattern),
    "type": _Reader.types,
    "required": _Reader.names,
    "uniqueItems": _Reader.unique,
}


def _object(value: Json, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NotComparable(f"{place} is not an object")
    return value


def _list(value: Json, place: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise NotComparable(f"{place} is not a list")
    return [*value]


def _as_list(value: Json) -> list[Any]:
    return value if isinstance(value, list) else []


def _names(value: Json, place: str) -> list[str]:
    names = _list(value, place)
    if not all(isinstance(name, str) for name in names):
        raise NotComparable(f"{place} is not a list of names")
    return sorted({*names})


def tidy(schema: dict[str, Any]) -> Schema:
    """Return a schema with simpler keywords, and without keywords that require nothing. Its subschemas must already be
    tidy.

    Return True for a schema that requires nothing, and False for a schema that no value can fit.
    """
    made = schema
    for step in (_bounds, _evaluated, _alternatives, _merged, _types, _values):
        changed = step(made)
        if not isinstance(changed, dict):
            return changed
        made = changed
    made = {key: value for key, value in made.items() if value not in _NOTHING.get(key, ())}
    if "if" not in made or not {"then", "else"} & made.keys():
        made = {key: value for key, value in made.items() if key not in _CONDITIONS}
    if made.get("not") is True or _is_empty(made):
        return False
    return made if made.keys() - {"examples"} else True


def _bounds(schema: dict[str, Any]) -> Schema:
    read = dict(schema)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(flag := read.get(exclusive), bool):
            del read[exclusive]
            if flag and bound in read:
                read[exclusive] = read.pop(bound)
    if read.get("type") in ("integer", ["integer"]):
        _whole_bounds(read)
    return read


def _whole_bounds(schema: dict[str, Any]) -> None:
    """Replace the bounds in a schema of integers with whole, inclusive bounds."""
    for bound, exclusive, step in (("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1)):
        found = []
        if abs(number := schema.get(exclusive, _PLAIN)) < _PLAIN:
            found.append(math.floor(number) + 1 if step > 0 else math.ceil(number) - 1)
            del schema[exclusive]
        if abs(number := schema.get(bound, _PLAIN)) < _PLAIN:
            found.append(math.ceil(number) if step > 0 else math.floor(number))
        if found:
            schema[bound] = max(found) if step > 0 else min(found)


def _alternatives(schema: dict[str, Any]) -> Schema:
    """Return a schema with simpler alternatives.

    ``oneOf`` becomes ``anyOf`` if its alternatives exclude each other. A single alternative moves to ``allOf``.
    """
    read = dict(schema)
    if "oneOf" in read:
        read["oneOf"] = sorted((item for item in read["oneOf"] if item is not False), key=text)
        if "anyOf" not in read and _are_apart(read["oneOf"]):
            read["anyOf"] = read.pop("oneOf")
    if "anyOf" in read:
        read["anyOf"] = _joined_alternatives(read["anyOf"])
        if True in read["anyOf"]:
            del read["anyOf"]
    for key in ("anyOf", "oneOf"):
        if key in read and len(read[key]) <= 1:
            read["allOf"] = [*read.get("allOf", ()), *(read.pop(key) or [False])]
    return read


def _joined_alternatives(alternatives: list[Schema]) -> list[Schema]:
    """Return alternatives in a fixed order.

    Alternatives that only list types are joined, and so are alternatives that only list values. If the result is null
    and a single other schema, null is added to this schema.
    """
    kinds: list[str] = []
    values: list[Json] = []
    others: list[Schema] = []
    for alternative in _flat(alternatives, "anyOf"):
        match alternative:
            case {"type": kind, **more} if not more.keys() - {"examples"}:
                kinds += kind if isinstance(kind, list) else [kind]
            case {"enum": listed, **more} if not more.keys() - {"examples"}:
                values += listed
            case _ if alternative is not False and alternative not in others:
                others.append(alternative)
    found: list[Schema] = [*others]
    if values:
        found.append(tidy({"enum": values}))
    if kinds == ["null"] and len(found) == 1 and _takes_null(found[0]):
        return [nullable(found[0])]
    if kinds:
        found.append(tidy({"type": kinds}))
    return sorted(found, key=text)


def _takes_null(schema: Schema) -> bool:
    """Return whether a schema accepts null if null is added to its types or values."""
    return isinstance(schema, dict) and not schema.keys() - {
        *("type", "enum", "pattern", "required", "uniqueItems"),
        *(*NUMBERS, *COUNTS, *_OBJECTS, *_ARRAYS, *_ANNOTATES),
    }


def _flat(schemas: list[Schema], key: str) -> Iterator[Schema]:
    """Yield the schemas. Instead of a schema with only the keyword ``key``, yield the schemas under this keyword."""
    for schema in schemas:
        match schema:
            case dict() if schema.keys() - {"examples"} == {key}:
                yield from schema[key]
            case _:
                yield schema


def _are_apart(schemas: list[Schema]) -> bool:
    """Return whether it is certain that each value fits at most one of the schemas."""
    return len(schemas) <= _MOST_PAIRED and all(
        _apart(first, second) for n, first in enumerate(schemas) for second in schemas[:n]
    )


def _apart(first: Schema, second: Schema) -> bool:
    if not isinstance(first, dict) or not isinstance(second, dict):
        return False
    if "enum" in first and "enum" in second:
        return not _shared(first["enum"], second["enum"])
    if not _atoms(first) & _atoms(second):
        return True
    names = {*first.get("required", ())} & {*second.get("required", ())}
    return (_atoms(first) & _atoms(second)) == {"object"} and any(
        _apart(first.get("properties", {}).get(name, True), second.get("properties", {}).get(name, True))
        for name in names
    )


def _atoms(schema: dict[str, Any]) -> frozenset[str]:
    return frozenset(map(atom, schema["enum"])) if "enum" in schema else atoms(schema.get("type"))


def _shared(first: list[Json], second: list[Json]) -> list[Json]:
    """Return the values that are in both lists."""
    texts = {text(value) for value in second}
    return [value for value in first if text(value) in texts]


def _merged(schema: dict[str, Any]) -> Schema:
    """Return a schema with the schemas under ``allOf`` merged into it, as far as possible."""
    if "allOf" not in schema:
        return schema
    read = {key: value for key, value in schema.items() if key != "allOf"}
    left: list[Schema] = []
    for part in _flat(schema["allOf"], "allOf"):
        if part is False:
            return False
        joined = read if part is True else _joined(read, part) if isinstance(part, dict) else None
        if joined is None and part not in left:
            left.append(part)
        read = read if joined is None else joined
    return read | ({"allOf": sorted(left, key=text)} if left else {})


def _joined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any] | None:
    """Return a single schema that requires what both schemas require. None if no keywords can express such a schema."""
    names = first.get("properties", {}).keys() & second.get("properties", {}).keys()
    for group in _TOGETHER:
        used = (first.keys() & group, second.keys() & group)
        if all(used) and (used != ({"properties"}, {"properties"}) or names):
            return None
    joined = first | second
    for key in first.keys() & second.keys():
        if key not in _JOINED and first[key] != second[key]:
            return None
        joined[key] = _JOINED[key](first[key], second[key]) if key in _JOINED else first[key]
    return None if "$defs" in second else joined


_JOINED: Final[dict[str, Callable[[Any, Any], Any]]] = {
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
    "type": lambda first, second: names_of(atoms(first) & atoms(second)),
    "enum": _shared,
    "required": lambda first, second: sorted({*first, *second}),
    "properties": lambda first, second: first | second,
    "examples": lambda first, second: [*first, *second],
}
"""Keywords, each with the function that joins two values of the keyword."""


def _evaluated(schema: dict[str, Any]) -> Schema:
    """Return a schema in which ``additionalProperties`` replaces ``unevaluatedProperties``, and ``items`` replaces
    ``unevaluatedItems``.

    If the schema already has the replacement, the ``unevaluated`` keyword has no effect and is dropped.
    """
    read = {key: value for key, value in schema.items() if key not in _UNEVALUATED}
    for key, usual in (("unevaluatedProperties", "additionalProperties"), ("unevaluatedItems", "items")):
        if key in schema:
            read.setdefault(usual, schema[key])
    return read


def _types(schema: dict[str, Any]) -> Schema:
    if "type" not in schema:
        return schema
    kinds = names_of(atoms(schema["type"]))
    if not kinds:
        return False
    if atoms(kinds) == ATOMS:
        return {key: value for key, value in schema.items() if key != "type"}
    return schema | {"type": kinds[0] if len(kinds) == 1 else kinds}


def names_of(kinds: Iterable[str]) -> list[str]:
    """Return the types whose kinds of values are all among ``kinds``, without ``integer`` if ``number`` is among the
    types.
    """
    found = {*kinds}
    return [name for name in TYPES if _ATOMS_OF[name] <= found and not (name == "integer" and "fraction" in found)]


def _values(schema: dict[str, Any]) -> Schema:
    """Return a schema that lists each value once, and only values of its types. The schema then needs no types.

    Return False if no value is left. A schema without ``enum`` stays as it is.
    """
    if "enum" not in schema:
        return schema
    kinds = atoms(schema.get("type"))
    values = {text(value): value for value in schema["enum"] if atom(value) in kinds}
    if not values:
        return False
    return {key: value for key, value in schema.items() if key != "type"} | {
        "enum": [values[key] for key in sorted(values)]
    }


def _is_empty(schema: dict[str, Any]) -> bool:
    """Return whether no value can fit a schema, because a keyword requires what another keyword refuses."""
    kinds = atoms(schema.get("type"))
    bounds = {
        frozenset({"string"}): (("minLength", "maxLength"),),
        frozenset({"array"}): (("minItems", "maxItems"),),
        frozenset({"object"}): (("minProperties", "maxProperties"),),
        frozenset({"integer"}): (("minimum", "maximum"),),
        frozenset({"integer", "fraction"}): (("minimum", "maximum"),),
    }
    if any(
        least in schema and most in schema and schema[least] > schema[most] for least, most in bounds.get(kinds, ())
    ):
        return True
    unnamed = schema.get("additionalProperties", True) if "patternProperties" not in schema else True
    properties = schema.get("properties", {})
    return kinds == {"object"} and any(properties.get(name, unnamed) is False for name in schema.get("required", ()))
