"""Two schemas in a single document, so that references in both are unambiguous."""

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any, Final, Literal, NoReturn, TypeAlias
from urllib.parse import quote, unquote

from jsonschema_rs import Draft202012Validator, FancyRegexOptions

from conformance.judge.schema_meaning.plain import LISTS, MAPS, SINGLE, NotComparable, Schema, plain, text
from conformance.judge.subschemas import Keys, within
from toolwire.model import Json
from toolwire.wire import pointer

KEYS: Final = Keys(maps=MAPS, lists=LISTS, single=SINGLE)
Side: TypeAlias = Literal["given", "sent"]
_IN_PLACE: Final = Keys(
    maps=("dependentSchemas",), lists=("allOf", "anyOf", "oneOf"), single=("not", "if", "then", "else")
)
"""The keywords whose schemas are applied to the same value as the enclosing schema."""
_ABOUT_MEMBERS: Final = frozenset((
    "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "prefixItems",
    "contains", "unevaluatedItems",
))  # fmt: skip
_BACKTRACKS: Final = 10_000
_MOST_STEPS: Final = 10_000
"""The maximum number of schemas that are applied to a single value. With references, a few schemas can be applied many
times.
"""
_MOST_WORK: Final = 100_000
"""The maximum number of schemas that are applied to a value and all values in it."""


class Pair:
    """Two schemas in their plain spelling, with resolved references.

    Raises ``NotComparable`` if a reference has no target, or if a schema refers to itself without end.
    """

    sides: tuple[Side, Side] = ("given", "sent")

    def __init__(self, given: Schema, sent: Schema) -> None:
        self._validators: dict[tuple[int, ...], tuple[tuple[Schema, ...], Draft202012Validator]] = {}
        """The validators that ``fits`` has made, by the ``id()`` of each of their schemas. The schemas are kept with
        them, so that no other object gets the same ``id()``.
        """
        self._in_place: dict[int, tuple[Schema, ...]] = {}
        """A map from the ``id()`` of a schema to the schemas that this schema applies to the same value."""
        turned = text(given) > text(sent)
        self.given = self._rebased(given, "given")
        self.sent = self._rebased(sent, "sent")
        self.ordered = (self.sent, self.given) if turned else (self.given, self.sent)
        """The schemas in an order that stays the same if the given and the sent schema are swapped."""
        self._document = {"given": self.given, "sent": self.sent}
        self._targets = {at: self._resolve(at) for side in self.sides for at in self._references(self._document[side])}
        for side in self.sides:
            for schema in within(self._document[side], KEYS):
                self._check_end(schema)
        steps = dict[int, int]()
        schemas = [schema for side in self.sides for schema in within(self._document[side], KEYS)]
        self._most_steps = max((self._steps(schema, steps) for schema in schemas), default=1)
        if self._most_steps > _MOST_STEPS:
            raise NotComparable(f"because of references, more than {_MOST_STEPS:,} schemas apply to a single value")

    @classmethod
    def of(cls, given: Json, sent: Json) -> "Pair":
        """Return the pair of two schemas in any spelling. Raises ``NotComparable`` with a text that names the schema at
        fault: the given or the sent schema.
        """
        read = []
        for side, schema in zip(cls.sides, (given, sent), strict=True):
            try:
                read.append(plain(schema))
            except NotComparable as error:
                raise NotComparable(f"the {side} schema: {error}") from error
        return cls(*read)

    def parts(self, schemas: tuple[Schema, ...]) -> list[dict[str, Any]] | None:
        """Return all schemas that a value must fit: these schemas, and those under their ``$ref`` and ``allOf``.

        The keywords ``$ref`` and ``allOf`` can then be ignored. None if no value fits.
        """
        waiting, found = [*schemas], dict[int, dict[str, Any]]()
        while waiting:
            schema = waiting.pop(0)
            if schema is False:
                return None
            if schema is True or id(schema) in found or not isinstance(schema, dict):
                continue
            found[id(schema)] = schema
            waiting += schema.get("allOf", ())
            if "$ref" in schema:
                waiting.append(self.target(schema))
        return [*found.values()]

    def target(self, schema: dict[str, Any]) -> Schema:
        """Return the target of a schema's ``$ref``."""
        return self._targets[schema["$ref"]]

    def validator(self, schema: Schema) -> Draft202012Validator:
        """Return the validator of a schema of the pair, or of an inner schema. Raises ``ValueError`` if the schema is
        invalid.
        """
        return _validator({"allOf": [schema], "$defs": self._document})

    def fits(self, schemas: tuple[Schema, ...], value: Json) -> bool:
        """Return whether a value fits all of these schemas of the pair. Raises ``ValueError`` if a schema is
        invalid.
        """
        key = tuple(map(id, schemas))
        if key not in self._validators:
            inner = (part for schema in schemas for part in within(schema, KEYS))
            document = {"$defs": self._document} if any("$ref" in part for part in inner) else {}
            self._validators[key] = schemas, _validator({"allOf": [*schemas]} | document)
        return self._validators[key][1].is_valid(value)

    def validator_of(self, side: Side) -> Draft202012Validator:
        """Return the validator of the given or the sent schema. Its errors have paths in the pair's document."""
        return _validator({"$ref": f"#/$defs/{side}", "$defs": self._document})

    def is_costly(self, value: Json) -> bool:
        """Return whether the validation of a value takes more than 100,000 steps. Nested alternatives can cause so many
        steps.
        """
        if self._most_steps == 1 or self._most_steps ** _depth(value) <= _MOST_WORK:
            return False
        return any(self._work(self._document[side], value, {}) > _MOST_WORK for side in self.sides)

    def place(self, path: list[str | int]) -> str:
        """Return the pointer to a keyword, from the root of the given or the sent schema. ``path``: the keyword's place
        in the document that contains both schemas, as a validator reports it.
        """
        return pointer.written(tuple(path[2:] if path[:1] == ["$defs"] else path))

    def find(self, path: list[str | int]) -> dict[str, Any]:
        """Return the schema at a place that a validator reports. Return {} if no object is at this place."""
        place: Any = {"$defs": self._document}
        for step in path:
            place = place[step]
        return place if isinstance(place, dict) else {}

    def _rebased(self, schema: Schema, side: Side) -> Schema:
        for inner in within(schema, KEYS):
            if "$ref" in inner:
                inner["$ref"] = _rebased(inner["$ref"], side)
        return schema

    def _references(self, schema: Schema) -> set[str]:
        return {inner["$ref"] for inner in within(schema, KEYS) if "$ref" in inner}

    def _resolve(self, reference: str) -> Schema:
        place: Any = self._document
        for step in reference.removeprefix("#/$defs/").split("/"):
            name = pointer.unescape(unquote(step))
            place = place.get(name) if isinstance(place, dict) else _item(place, name)
        if not isinstance(place, dict | bool):
            raise NotComparable(f"{reference.removeprefix('#/$defs/')} leads to nothing")
        return place

    def _check_end(self, schema: dict[str, Any]) -> None:
        """Raise ``NotComparable`` if a schema would be applied to the same value without end, because it refers to
        itself.
        """
        waiting = [*self._applied(schema)]
        seen = set[int]()
        while waiting:
            inner = waiting.pop()
            if inner is schema:
                raise NotComparable("a schema refers to itself without end")
            if id(inner) not in seen and isinstance(inner, dict):
                seen.add(id(inner))
                waiting += self._applied(inner)

    def _steps(self, schema: Schema, known: dict[int, int]) -> int:
        """Return the number of schemas that a validator applies to a value because of ``schema``.

        A schema that combines other schemas or refers to a schema counts only if it also has keywords about members.
        """
        if not isinstance(schema, dict):
            return 1
        if id(schema) not in known:
            inside = sum(self._steps(inner, known) for inner in self._applied(schema))
            known[id(schema)] = inside + (not inside or not _ABOUT_MEMBERS.isdisjoint(schema))
        return known[id(schema)]

    def _work(self, schema: Schema, value: Json, known: dict[tuple[int, int], int]) -> int:
        """Return the maximum number of schemas that a validator applies to a value and to all values in it.

        Counting stops above ``_MOST_WORK``.
        """
        if not isinstance(schema, dict):
            return 1
        key = id(schema), id(value)
        if key not in known:
            known[key] = 1
            for inner, item in chain(zip(self._applied(schema), repeat(value)), _members(schema, value)):
                known[key] += self._work(inner, item, known)
                if known[key] > _MOST_WORK:
                    break
        return known[key]

    def _applied(self, schema: dict[str, Any]) -> tuple[Schema, ...]:
        """Return the schemas by which a schema also checks its value, such as those of ``allOf`` or behind ``$ref``."""
        if id(schema) not in self._in_place:
            self._in_place[id(schema)] = tuple(self._found(schema))
        return self._in_place[id(schema)]

    def _found(self, schema: dict[str, Any]) -> Iterator[Schema]:
        if "$ref" in schema:
            yield self.target(schema)
        for key in _IN_PLACE.lists:
            yield from schema.get(key, ())
        for key in _IN_PLACE.single:
            if key in schema:
                yield schema[key]
        yield from schema.get("dependentSchemas", {}).values()


def _depth(value: Json) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)


def _members(schema: dict[str, Any], value: Json) -> Iterator[tuple[Schema, Json]]:
    """Yield each schema that may apply to a member of a value, with the member."""
    if isinstance(value, dict):
        about = [schema[key] for key in ("additionalProperties", "unevaluatedProperties") if key in schema]
        about += schema.get("patternProperties", {}).values()
        yield from ((inner, item) for item in value.values() for inner in about)
        yield from ((inner, value[name]) for name, inner in schema.get("properties", {}).items() if name in value)
    elif isinstance(value, list):
        about = [schema[key] for key in ("items", "contains", "unevaluatedItems") if key in schema]
        yield from ((inner, item) for item in value for inner in about)
        yield from zip(schema.get("prefixItems", ()), value, strict=False)


def _item(place: Any, name: str) -> Any:
    return place[int(name)] if isinstance(place, list) and name.isdecimal() and int(name) < len(place) else None


def _rebased(reference: str, side: Side) -> str:
    if reference != "#" and not reference.startswith("#/"):
        raise NotComparable(f"the {side} schema: the reference {reference!r} leads out of the schema")
    return f"#/$defs/{side}" + quote(unquote(reference[1:]), safe="/~$")


def _validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(
        schema, retriever=_nowhere, pattern_options=FancyRegexOptions(backtrack_limit=_BACKTRACKS)
    )


def _nowhere(uri: str) -> NoReturn:
    raise ValueError(f"the schema refers to {uri}, but other documents are not fetched")
