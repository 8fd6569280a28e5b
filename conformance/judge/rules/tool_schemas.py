"""Checkers of the schemas of tools. ``at`` leads to the tools, and ``schema`` to the schema in a tool."""

from collections.abc import Iterator
from typing import Literal
from urllib.parse import unquote

import msgspec

from conformance.judge import wording
from conformance.judge.finding import Finding
from conformance.judge.rules.checker import Checker
from conformance.judge.rules.steps import Sent
from conformance.judge.subschemas import Keys, walk, within
from toolwire.model import Json
from toolwire.providers import Picker
from toolwire.providers.claim_file import Pointer
from toolwire.wire import pointer

_KEYS = Keys(
    maps=("properties", "$defs", "definitions"),
    lists=("anyOf", "allOf", "oneOf", "prefixItems"),
    single=("items", "additionalProperties", "not"),
)


_DEFINITIONS = ("$defs", "definitions")


class _OfTools(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True):
    at: Pointer
    schema: Pointer
    where: dict[str, Json] = msgspec.field(default_factory=dict)

    def applies(self, sent: Sent) -> bool:
        return any(self.schemas(sent))

    def schemas(self, sent: Sent) -> Iterator[tuple[str, Json]]:
        """Yield the schema of each tool, with its place."""
        for path, tool in Picker(at=self.at, where=self.where).find(sent.body):
            for below, schema in pointer.find(tool, self.schema):
                yield path + below, schema


class SchemaClosed(_OfTools, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-closed"):
    """The rule that every object schema has ``additionalProperties: false``."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for place, schema in self.schemas(sent):
            for path, subschema in walk(schema, _KEYS, place):
                if _is_object(subschema) and subschema.get("additionalProperties") is not False:
                    yield Finding(
                        path=path, message=f"expected additionalProperties to be false, got {_closedness(subschema)}"
                    )


class SchemaComplete(_OfTools, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-complete"):
    """The rule that every object schema requires all its properties."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for place, schema in self.schemas(sent):
            for path, subschema in walk(schema, _KEYS, place):
                for key in _optional(subschema):
                    yield Finding(
                        path=path,
                        message=f"expected {wording.quoted(key)} to be required, but it is optional",
                    )


class StrictStated(_OfTools, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="strict-stated"):
    """The rule that a tool with optional parameters states whether it is strict."""

    key: str

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for path, tool in Picker(at=self.at, where=self.where).find(sent.body):
            optional = [] if self.key in tool else optional_parameters(pointer.values(tool, self.schema))
            if optional:
                message = f"{self.key!r} is left out, so the provider makes these parameters required: "
                yield Finding(path=f"{path}/{self.key}", message=message + ", ".join(optional))


class SchemaAcyclic(_OfTools, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-acyclic"):
    """The rule that no schema refers to itself, directly or through other schemas."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for place, schema in self.schemas(sent):
            named = {"#": _without_definitions(schema), **{f"#{path}": inner for path, inner in _definitions(schema)}}
            refers = {
                name: {to for subschema in within(inner, _KEYS) if isinstance(to := subschema.get("$ref"), str)}
                for name, inner in named.items()
            }
            for start in refers:
                if start in _reached(refers, start):
                    yield Finding(
                        path=place + start[1:],
                        message="expected a schema without cycles, got a schema that refers to itself",
                    )


class SchemaReferences(_OfTools, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-references"):
    """The rule that every reference ``#/...`` in a schema has a target in the same schema."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for place, schema in self.schemas(sent):
            for path, subschema in walk(schema, _KEYS, place):
                to = subschema.get("$ref")
                if isinstance(to, str) and to.startswith("#/") and not pointer.values(schema, unquote(to[1:])):
                    yield Finding(
                        path=f"{path}/$ref",
                        message=f"expected a reference to something in the schema, got {wording.quoted(to)}",
                    )


class SchemaLimit(_OfTools, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-limit"):
    """The rule that all schemas together have at most ``most`` parameters of the kind ``count``.

    The kind ``optional`` is a property that is not required. The kind ``union`` is a schema with several types or
    ``anyOf``. With ``each``, the limit is for each schema alone.
    """

    count: Literal["optional", "union"]
    most: int
    each: bool = False

    def violations(self, sent: Sent) -> Iterator[Finding]:
        found = [(place, self._count(schema)) for place, schema in self.schemas(sent)]
        if not self.each:
            found = [(self.at, sum(number for _, number in found))]
        for place, number in found:
            if number > self.most:
                yield Finding(path=place, message=f"expected at most {self.most} {self.count} parameters, got {number}")

    def _count(self, schema: Json) -> int:
        every = list(within(schema, _KEYS))
        if self.count == "optional":
            return sum(len(_optional(subschema)) for subschema in every)
        return sum(_is_union(subschema) for subschema in every)


def _is_union(schema: dict[str, Json]) -> bool:
    kinds = schema.get("type")
    return (isinstance(kinds, list) and len(kinds) > 1) or "anyOf" in schema


def _is_object(schema: dict[str, Json]) -> bool:
    kind = schema.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _closedness(schema: dict[str, Json]) -> str:
    return wording.shown(schema["additionalProperties"]) if "additionalProperties" in schema else "nothing"


def optional_parameters(schemas: list[Json]) -> list[str]:
    """Return the properties that schemas do not require. Nested properties are given as paths."""
    return [
        f"{path}/{key}".replace("/properties/", "/").lstrip("/")
        for schema in schemas
        for path, subschema in walk(schema, _KEYS, "")
        for key in _optional(subschema)
    ]


def _optional(schema: dict[str, Json]) -> list[str]:
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, dict):
        return []
    needed = {key for key in required if isinstance(key, str)} if isinstance(required, list) else set()
    return [key for key in properties if key not in needed]


def _without_definitions(schema: Json) -> Json:
    return (
        {key: value for key, value in schema.items() if key not in _DEFINITIONS} if isinstance(schema, dict) else schema
    )


def _definitions(schema: Json) -> Iterator[tuple[str, Json]]:
    for key in _DEFINITIONS:
        inner = schema.get(key) if isinstance(schema, dict) else None
        if isinstance(inner, dict):
            yield from ((f"/{key}/{pointer.escape(name)}", value) for name, value in inner.items())


def _reached(refers: dict[str, set[str]], start: str) -> set[str]:
    """Return all definitions to which a definition refers, directly or through other definitions."""
    found: set[str] = set()
    waiting = list(refers[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += refers.get(name, ())
    return found


KINDS = (SchemaAcyclic, SchemaClosed, SchemaComplete, SchemaLimit, SchemaReferences, StrictStated)
