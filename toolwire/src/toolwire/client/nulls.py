"""Removal of the nulls that strict mode makes a model write for optional arguments."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import jsonschema_rs
import msgspec

from toolwire.client.note import Note
from toolwire.client.plain import plain
from toolwire.client.subschemas import resolved
from toolwire.model import Json, Tool, ToolCall, own_functions
from toolwire.wire import exact_json, pointer
from toolwire.wire.exact_json import RepeatedKeys

_HERE: Final = "urn:tool"
"""The URI of a tool's whole schema. References in a subschema contain this URI."""
_NONE: Final[frozenset[str]] = frozenset()


def without_nulls(call: ToolCall, tools: Sequence[Tool], where: str) -> tuple[ToolCall, tuple[Note, ...]]:
    """Return a call without the nulls that strict mode makes a model write for optional arguments. Also return a note
    for each null that was removed. A call of a tool that is not strict is returned unchanged.

    Strict mode requires every property, so optional properties are offered as required properties that may be null. A
    null is removed if the tool's own schema neither requires the property nor allows null.
    """
    tool = next(
        (candidate for candidate in own_functions(tools) if candidate.name == call.name),
        None,
    )
    value = call.arguments.value
    if tool is None or not tool.strict or call.arguments.form != "object" or None not in pointer.within(value):
        return call, ()
    cleaned = _Optional(tool.parameters).left_out(value, tool.parameters)
    notes = tuple(_removal_notes(value, cleaned, f"{where}/arguments"))
    if not notes:
        return call, ()
    args = msgspec.structs.replace(call.arguments, text=exact_json.dumps(cleaned), value=cleaned)
    return msgspec.structs.replace(call, arguments=args), notes


def _removal_notes(before: Json, after: Json, where: str) -> Iterator[Note]:
    """Yield a note for each object member that is in ``before``, but not in ``after``. ``where`` is the JSON pointer to
    both values.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for key, value in before.items():
            place = f"{where}/{pointer.escape(key)}"
            if key in after:
                yield from _removal_notes(value, after[key], place)
            else:
                yield Note(kind="changed", where=place, why="the optional argument is null, so it is removed")
    elif isinstance(before, list) and isinstance(after, list):
        for n, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _removal_notes(old, new, f"{where}/{n}")


class _Optional:
    """A remover of nulls from the arguments of a call. A null is removed if the tool's schema neither requires the
    member nor allows null for it.
    """

    def __init__(self, root: Json) -> None:
        self._root = root
        self._done: dict[tuple[int, int, frozenset[str]], tuple[Json, Json, Json]] = {}
        """The results for the values that were already examined. They are stored, because each alternative examines the
        same values again.

        The keys contain the ``id`` of objects. The entries keep these objects alive, so that no other object gets the
        same ``id``.
        """
        self._validators: dict[int, tuple[Json, Any]] = {}

    def left_out(self, value: Json, schema: Json, needed: frozenset[str] = _NONE) -> Json:
        """Return a value without null members that ``schema`` neither requires nor allows to be null. Members whose
        keys are in ``needed`` are kept.
        """
        if not isinstance(value, dict | list):
            return value
        key = id(value), id(schema), needed
        if key not in self._done:
            self._done[key] = value, schema, self._looked_through(value, schema, needed)
        return self._done[key][-1]

    def _looked_through(self, value: Json, schema: Json, needed: frozenset[str]) -> Json:
        nodes = [*self._conjuncts(schema, _NONE)]
        held = needed
        if isinstance(value, list):
            for node in nodes:
                value = self._items(value, node)
        elif isinstance(value, dict) and not isinstance(value, RepeatedKeys):
            needed = needed.union(*(node.get("required") or () for node in nodes))
            for node in nodes:
                value = self._members(value, _properties(node), needed)
            held = needed.union(*map(_properties, nodes))
        for node in nodes:
            for key in ("anyOf", "oneOf"):
                if isinstance(alternatives := node.get(key), list):
                    value = self._fitting(value, alternatives, needed, held)
        return value

    def _conjuncts(self, schema: Json, seen: frozenset[str]) -> Iterator[dict[str, Json]]:
        """Yield the schemas that a value must fit together: the schema itself, the targets of its references, and the
        schemas in ``allOf``. ``seen`` has the references that were already followed.
        """
        if not isinstance(schema, dict):
            return
        yield schema
        target = schema.get("$ref")
        if isinstance(target, str) and target not in seen:
            yield from self._conjuncts(resolved(self._root, target), seen | {target})
        for part in schema.get("allOf") or ():
            yield from self._conjuncts(part, seen)

    def _members(self, value: dict[str, Json], properties: dict[str, Json], needed: frozenset[str]) -> dict[str, Json]:
        kept = {
            key: self.left_out(member, properties.get(key))
            for key, member in value.items()
            if member is not None or key not in properties or key in needed or self._takes(properties[key], None)
        }
        return value if len(kept) == len(value) and all(kept[key] is member for key, member in value.items()) else kept

    def _items(self, value: list[Json], node: dict[str, Json]) -> list[Json]:
        first, others = node.get("prefixItems") or (), node.get("items")
        kept = [self.left_out(entry, first[n] if n < len(first) else others) for n, entry in enumerate(value)]
        return value if all(entry is old for entry, old in zip(kept, value, strict=True)) else kept

    def _fitting(self, value: Json, alternatives: list[Json], needed: frozenset[str], held: frozenset[str]) -> Json:
        """Return ``value`` without the nulls that prevent it from fitting an alternative of ``anyOf`` or ``oneOf``.

        Each alternative has a candidate: ``value`` without the null members that this alternative forbids, or that only
        other alternatives define. The first candidate that fits its alternative is returned. Candidates from which
        nothing was removed are tried first. If no candidate fits, ``value`` is returned unchanged.

        Nulls under the keys in ``needed`` stay. Nulls under the keys in ``held`` stay unless the alternative forbids
        them.
        """
        known = [self._known(alternative) for alternative in alternatives]
        everybodys = _NONE.union(*known)
        bare = [_without(value, everybodys - own - held) for own in known]
        cleaned = [
            self.left_out(candidate, schema, needed) for candidate, schema in zip(bare, alternatives, strict=True)
        ]
        ways = list(zip(cleaned, alternatives, strict=True))
        as_it_is = [(candidate, schema) for candidate, schema in ways if candidate is value]
        return next((candidate for candidate, schema in (*as_it_is, *ways) if self._takes(schema, candidate)), value)

    def _known(self, schema: Json) -> frozenset[str]:
        return _NONE.union(*map(_properties, self._conjuncts(schema, _NONE)))

    def _takes(self, schema: Json, value: Json) -> bool:
        """Return whether ``schema``, a part of the tool's schema, allows a value. If the validator raises an error,
        return True only for null.
        """
        try:
            if id(schema) not in self._validators:
                made = jsonschema_rs.validator_for(_rebased(plain(schema)), retriever=self._retrieved)
                self._validators[id(schema)] = schema, made
            return bool(self._validators[id(schema)][1].is_valid(plain(value)))
        except (ValueError, RecursionError):
            return value is None

    @cached_property
    def _whole(self) -> Any:
        return plain(self._root)

    def _retrieved(self, address: str) -> Any:
        if address != _HERE:
            raise ValueError(f"the schema refers to {address}, but other documents are not fetched")
        return self._whole


def _without(value: Json, keys: frozenset[str]) -> Json:
    """Return a value without the members that are null and whose keys are in ``keys``."""
    if not isinstance(value, dict) or not any(member is None and key in keys for key, member in value.items()):
        return value
    return {key: member for key, member in value.items() if member is not None or key not in keys}


def _properties(node: dict[str, Json]) -> dict[str, Json]:
    found = node.get("properties")
    return found if isinstance(found, dict) else {}


def _rebased(schema: Any) -> Any:
    """Return a subschema whose references are changed to references into the whole schema."""
    if isinstance(schema, list):
        return [_rebased(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _HERE + inner if key == "$ref" and isinstance(inner, str) and inner.startswith("#") else _rebased(inner)
        for key, inner in schema.items()
    }
