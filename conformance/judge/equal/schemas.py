"""Operations on JSON Schemas."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Final

from conformance.judge.equal.operations import in_object, rename
from conformance.judge.subschemas import Keys, within
from toolwire.model import Json
from toolwire.providers.equal import Schema, SchemaCounts, SchemaKeys, SchemaKnown, SchemaNull, SchemaTypes
from toolwire.wire import exact_json, pointer

_KEYS: Final = Keys(
    maps=("properties", "patternProperties", "dependentSchemas", "$defs", "definitions"),
    lists=("anyOf", "allOf", "oneOf", "prefixItems", "items"),
    single=("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"),
)
_DEFINITIONS: Final = ("$defs", "definitions")
_OVERRIDES: Final = ("description", "title", "default")
"""Keys that a schema may have beside a reference. They replace the same keys of the definition."""
_OF_NULL_TOO: Final = {"const", "allOf", "anyOf", "oneOf", "not", "if", "$ref"}
"""Keywords that may forbid null. The types of a schema with such a keyword do not show whether it accepts null."""
_MOST: Final = 1000
"""The maximum number of references that are replaced by their definitions. Nested definitions can make a huge
schema.
"""


@in_object.register
def _(operation: Schema, schema: Json) -> None:
    """Convert a schema to the common form of schemas with the same meaning.

    ``required`` is sorted. Annotations are removed, and so are keywords without a meaning: an empty ``required``,
    ``properties`` or ``description``, and ``additionalProperties: true``. References are replaced by their definitions,
    except for definitions that refer to themselves. In alternatives, null becomes a type of the enclosing schema.
    """
    if isinstance(schema, dict) and any(key in schema for key in _DEFINITIONS):
        _follow(schema)
    for subschema in within(schema, _KEYS):
        _take_in_null(subschema)
        for key in operation.annotations:
            if isinstance(subschema.get(key), str | list):
                del subschema[key]
        if isinstance(subschema.get("required"), list):
            subschema["required"].sort(key=exact_json.dumps)
        for key, nothing in (("required", []), ("properties", {}), ("description", ""), ("additionalProperties", True)):
            if subschema.get(key) == nothing:
                del subschema[key]


@in_object.register
def _(operation: SchemaTypes, schema: Json) -> None:
    for subschema in within(schema, _KEYS):
        for name, spellings in operation.types.items():
            if subschema.get("type") in spellings:
                subschema["type"] = name


@in_object.register
def _(operation: SchemaNull, schema: Json) -> None:
    for subschema in within(schema, _KEYS):
        if subschema.get(operation.key) in (True, False) and subschema.pop(operation.key):
            _add_null(subschema)


@in_object.register
def _(operation: SchemaKeys, schema: Json) -> None:
    def spellings(known: tuple[str, ...]) -> tuple[str, ...]:
        return (*known, *(other for other, key in operation.keys.items() if key in known))

    keys = Keys(maps=spellings(_KEYS.maps), lists=spellings(_KEYS.lists), single=spellings(_KEYS.single))
    for subschema in within(schema, keys):
        rename(subschema, operation.keys)


@in_object.register
def _(operation: SchemaCounts, schema: Json) -> None:
    for subschema in within(schema, _KEYS):
        for key in operation.keys:
            if isinstance(count := subschema.get(key), str) and count.isdecimal():
                subschema[key] = int(count)


@in_object.register
def _(operation: SchemaKnown, schema: Json) -> None:
    known = frozenset(operation.root)
    waiting = [schema]
    while waiting:
        level, waiting = [subschema for subschema in waiting if isinstance(subschema, dict)], []
        for subschema in level:
            for key in subschema.keys() - known:
                del subschema[key]
            properties, others = subschema.get("properties"), subschema.get("anyOf")
            waiting += properties.values() if isinstance(properties, dict) else ()
            waiting += others if isinstance(others, list) else ()
        known = frozenset(operation.keywords)


def is_strict(schema: Json) -> bool:
    """Return whether strict mode accepts a schema: every object is closed and requires all its properties."""
    objects = [
        subschema
        for subschema in within(schema, _KEYS)
        if subschema.get("type") == "object" or "properties" in subschema
    ]
    return isinstance(schema, dict) and all(
        subschema.get("additionalProperties") is False
        and set(subschema.get("properties") or ())
        <= {key for key in subschema.get("required") or () if isinstance(key, str)}
        for subschema in objects
    )


def _add_null(schema: dict[str, Json]) -> None:
    """Add null to the types of a schema, and to the values of its ``enum``."""
    kinds = schema.get("type")
    schema["type"] = [*(kinds if isinstance(kinds, list) else [] if kinds is None else [kinds]), "null"]
    if isinstance(values := schema.get("enum"), list) and None not in values:
        values.append(None)


def _take_in_null(schema: dict[str, Json]) -> None:
    """Merge an ``anyOf`` or ``oneOf`` of null and one other schema into the enclosing schema. The types of the
    enclosing schema then include null, and are sorted.
    """
    for key in ("anyOf", "oneOf"):
        other = _beside_null(schema.get(key))
        if other and not (other.keys() - {*_OVERRIDES}) & schema.keys():
            del schema[key]
            _add_null(other)  # if values are listed beside the alternatives, null must already be among them
            schema |= {name: value for name, value in other.items() if name not in schema}
    if isinstance(kinds := schema.get("type"), list):
        kinds.sort(key=exact_json.dumps)


def _beside_null(alternatives: Json) -> dict[str, Json]:
    """Return the other alternative, if there are exactly two alternatives and null is one of them.

    Otherwise return an empty object. Also return an empty object if the other alternative has no single type, or has a
    keyword that may forbid null.
    """
    match alternatives:
        case [dict(schema_of_value), dict(null_schema)]:
            schema_of_value, null_schema = (
                (null_schema, schema_of_value)
                if schema_of_value.get("type") == "null"
                else (schema_of_value, null_schema)
            )
            null = {"type": "null"}
            if (
                null_schema in (null, null | {"description": schema_of_value.get("description")})
                and isinstance(schema_of_value.get("type"), str)
                and not schema_of_value.keys() & _OF_NULL_TOO
            ):
                return schema_of_value
    return {}


def _follow(schema: dict[str, Json]) -> None:
    """Replace each reference in a schema with its definition. Remove unused definitions.

    A reference to a definition that refers to itself stays. The whole schema stays as it is if it would grow too large,
    or if a reference leads to no definition, for example to a place inside a definition.
    """
    definitions = {
        f"/{key}/{pointer.escape(name)}": definition
        for key in _DEFINITIONS
        if isinstance(schema.get(key), dict)
        for name, definition in schema[key].items()
    }
    if (
        not {at for definition in (schema, *definitions.values()) for at in _references(definition)}
        <= definitions.keys()
    ):
        return
    followed = deepcopy({key: definition for key, definition in schema.items() if key not in _DEFINITIONS})
    round_about = deepcopy(
        {at: definition for at, definition in definitions.items() if at in _needed(definition, definitions)}
    )
    plain = {
        at: definition
        for at, definition in definitions.items()
        if at not in round_about and isinstance(definition, dict)
    }
    if not _replace([followed, *round_about.values()], plain):
        return
    needed = _needed(followed, definitions)
    schema.clear()
    schema |= followed
    for at in sorted(round_about.keys() & needed):
        _, key, name = at.split("/")
        schema.setdefault(key, {})[pointer.unescape(name)] = round_about[at]


def _replace(schemas: list[Json], definitions: dict[str, dict[str, Json]]) -> bool:
    """Replace references in ``schemas`` with their definitions. Return False if there are too many references."""
    left = _MOST
    while schemas:
        for subschema in [*within(schemas.pop(), _KEYS)]:
            found = definitions.get(_reference(subschema) or "")
            if found is None or found.keys() & subschema.keys() - {*_OVERRIDES}:
                continue
            del subschema["$ref"]
            subschema |= {name: deepcopy(value) for name, value in found.items() if name not in subschema}
            schemas.append(subschema)
            left -= 1
            if not left:
                return False
    return True


def _needed(schema: Json, definitions: dict[str, Json]) -> set[str]:
    """Return the pointers of the definitions that a schema refers to, also through other definitions."""
    needed: set[str] = set()
    waiting = [schema]
    while waiting:
        new = {*_references(waiting.pop())} - needed
        needed |= new
        waiting += [definitions[at] for at in new if at in definitions]
    return needed


def _references(schema: Json) -> Iterator[str]:
    """Return the pointers of the definitions that a schema refers to directly, not through other definitions."""
    return (at for subschema in within(schema, _KEYS) if (at := _reference(subschema)) is not None)


def _reference(schema: dict[str, Json]) -> str | None:
    at = schema.get("$ref")
    return at[1:] if isinstance(at, str) and at.startswith(("#/$defs/", "#/definitions/")) else None
