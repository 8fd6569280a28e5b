"""JSON Schemas of parameters, translated into the style of another dialect. Notes list what is lost or changed."""

from typing import Final

import msgspec

from toolwire.client.note import Note, NoteKind
from toolwire.client.nullable import or_null, takes_null
from toolwire.client.schema_styles import SchemaStyle
from toolwire.client.subschemas import LISTS, MAPS, SINGLE, resolved
from toolwire.model import Json
from toolwire.wire import pointer

_DEEPEST: Final = 60
_LARGEST: Final = 20_000
"""The largest number of subschemas in a translated schema.

A small schema can become huge when references are replaced by their targets.
"""
_DEFINITIONS: Final = ("$defs", "definitions")
_OF_TYPE: Final = {
    "array": ("items", "minItems", "maxItems"),
    "object": ("properties", "required", "minProperties", "maxProperties", "propertyOrdering"),
    "string": ("pattern", "minLength", "maxLength"),
}
"""The types, each with the keywords that apply only to values of this type."""
_NUMBERS: Final = ("integer", "number")
_NUMBER_FORMATS: Final = ("int32", "int64", "float", "double")
_ANNOTATIONS: Final = frozenset({"title", "description", "default", "example", "examples", "deprecated", "$comment"})
_UNIONS: Final = ("anyOf", "oneOf", "allOf")


class TranslatedSchema(msgspec.Struct, frozen=True, kw_only=True):
    """A schema in another style, and notes about what was dropped or changed.

    The pointers of the notes lead into the schema before the translation.
    """

    schema: Json
    notes: tuple[Note, ...] = ()


def translate(schema: Json, style: SchemaStyle, where: str = "") -> TranslatedSchema:
    """Return ``schema`` in a style. The pointers of notes begin with ``where``. None (no parameters) stays None."""
    if schema is None:
        return TranslatedSchema(schema=None)
    translation = _Translation(schema, style)
    translated = translation.rooted(where)
    return TranslatedSchema(schema=translated, notes=tuple(translation.notes))


class _Translation:
    """The translation of a schema into a style."""

    def __init__(self, root: Json, style: SchemaStyle) -> None:
        self.notes: dict[Note, None] = {}
        """The notes in the order in which they were made, without repetitions."""
        self._root = root
        self._style = style
        self._written = 0
        self._gone: list[str] = []
        """The beginnings, such as ``#/allOf/``, of references that have become invalid, because their targets were
        merged into the top level.
        """

    def rooted(self, where: str) -> Json:
        """Return the translation of the whole schema. The pointers of its notes begin with ``where``."""
        root = self._root
        if self._style.object_root:
            root = self._as_object(root, where)
        return self._schema(root, where, (), 0)

    def _note(self, kind: NoteKind, where: str, why: str) -> None:
        self.notes[Note(kind=kind, where=where, why=why)] = None

    def _as_object(self, root: Json, where: str) -> dict[str, Json]:
        """Return the whole schema with the type ``object``.

        If the top level has a reference, the target replaces it. Schemas in ``allOf``, ``anyOf`` or ``oneOf`` of the
        top level are merged into the top level.
        """
        if not isinstance(root, dict):
            why = (
                'the top level of a schema must be an object, so the schema is replaced by {"type": "object"}, '
                "which allows any object"
            )
            self._note("changed", where, why)
            return {"type": "object"}
        if "$ref" in root:
            found = self._looked_up(root, f"{where}/$ref")
            if isinstance(found, dict):
                root, why = found, "the reference is replaced by the schema that it refers to"
            else:
                root = {key: value for key, value in root.items() if key != "$ref"}
                why = "the reference is removed, because it leads to no schema"
            self._note("changed", f"{where}/$ref", why)
        for _ in range(_DEEPEST):  # a merged schema may bring such a keyword again
            key = next((key for key in _UNIONS if isinstance(root.get(key), list)), None)
            if key is None:
                break
            self._gone.append(f"#/{key}/")
            root = self._joined({k: v for k, v in root.items() if k != key}, key, root[key], where)
        if root.get("type") != "object":
            self._note("changed", where, "the top level must have the type object, so its type is set to object")
            root = {**root, "type": "object"}
        return dict(root)

    def _beside(self, found: dict[str, Json], beside: dict[str, Json], where: str) -> dict[str, Json]:
        """Return ``found``, the target of a reference, merged with ``beside``, the keywords beside the reference.

        If both have the same annotation, such as ``title``, the annotation in ``beside`` is used.
        """
        conflicting = {key for key in found.keys() & beside.keys() if found[key] != beside[key]}
        if conflicting <= _ANNOTATIONS:
            return found | beside
        bare = {key: value for key, value in found.items() if key not in _ANNOTATIONS or key not in beside}
        return self._joined(beside, "allOf", [bare], where, at=where)

    def _joined(
        self, node: dict[str, Json], key: str, parts: list[Json], where: str, at: str | None = None
    ) -> dict[str, Json]:
        """Return ``node`` merged with the schemas ``parts``, which the keyword ``key`` combines. For ``anyOf`` and
        ``oneOf``, a property of the parts is required only if every part requires it.

        ``at``: the JSON pointer for every note about a change. If it is None, each note points to the changed keyword.
        """
        found = [self._looked_up(part, at or f"{where}/{key}/{n}/$ref") for n, part in enumerate(parts)]
        objects = [(n, subschema) for n, subschema in enumerate(found) if isinstance(subschema, dict)]
        out = dict(node)
        needed = [set(subschema.get("required") or ()) for _, subschema in objects]
        always = set.union(set(), *needed) if key == "allOf" else set.intersection(*needed) if needed else set()
        for n, subschema in objects:
            for name, value in subschema.items():
                place = at or f"{where}/{key}/{n}/{pointer.escape(name)}"
                if name == "properties" and isinstance(value, dict):
                    mine = out.get("properties")
                    out["properties"] = self._both(mine if isinstance(mine, dict) else {}, value, place, key, at)
                elif name == "required":
                    pass
                elif name == key == "allOf" and isinstance(value, list):
                    out["allOf"] = [*out.get("allOf", ()), *value]
                elif key != "allOf" or name == "additionalProperties" or out.get(name, value) != value:
                    self._lost(name, value, out, place)
                else:
                    out[name] = value
        required = [*dict.fromkeys([*(node.get("required") or ()), *sorted(always)])]
        if required:
            out["required"] = required
        together = "the schemas here are merged into one schema"
        self._note(
            "changed",
            at or f"{where}/{key}",
            together if key == "allOf" else f"{together}: a property is required only if each schema requires it",
        )
        return out

    def _both(
        self, mine: dict[str, Json], theirs: dict[str, Json], where: str, key: str, at: str | None
    ) -> dict[str, Json]:
        """Return the properties of two schemas, ``mine`` and ``theirs``.

        If both have a property with different schemas, the result depends on ``key``, the keyword that combines them.
        For ``allOf``, the schema in ``mine`` is used. For ``anyOf`` and ``oneOf``, either schema may match.
        """
        out = dict(mine)
        for name, schema in theirs.items():
            if out.setdefault(name, schema) == schema:
                continue
            place = at or f"{where}/{pointer.escape(name)}"
            if key == "allOf":
                self._note(
                    "dropped", place, "two parts of allOf define this property: only the first definition is used"
                )
            else:
                self._note("changed", place, "another alternative also has this property: both definitions are allowed")
                known = out[name]
                several = isinstance(known, dict) and set(known) == {"anyOf"}
                out[name] = {"anyOf": [*(known["anyOf"] if several else [known]), schema]}
        return out

    def _lost(self, name: str, value: Json, out: dict[str, Json], where: str) -> None:
        if out.get(name) != value and not (name == "type" and value == "object"):
            self._note(
                "dropped", where, "this keyword gets lost in the merged schema, which may then allow more values"
            )

    def _looked_up(self, schema: Json, where: str, depth: int = 0) -> Json:
        """Return the target of a schema's reference, merged with the keywords beside the reference.

        A schema without a reference is returned unchanged. Return None if the target does not exist, or if the
        reference leads back to itself.
        """
        if not (isinstance(schema, dict) and isinstance(target := schema.get("$ref"), str)):
            return schema
        found = self._looked_up(resolved(self._root, target), where, depth + 1) if depth < _DEEPEST else None
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return self._beside(found, beside, where) if beside and isinstance(found, dict) else found

    def _schema(self, schema: Json, where: str, within: tuple[str, ...], depth: int) -> Json:
        """Return the translation of ``schema``: the whole schema, or a schema inside it. ``within`` has the references
        that were followed on the path to ``schema``.
        """
        self._written += 1
        if depth > _DEEPEST or self._written > _LARGEST:
            self._note("dropped", where, "the schema is nested too deep, or too large: any value is allowed there")
            return {}
        if not isinstance(schema, dict):
            return schema if self._style.takes("not") and not self._style.closed else self._boolean(schema, where)
        node = dict(schema)
        if isinstance(target := node.get("$ref"), str) and not self._keeps_reference(target):
            found = None if target in within else self._looked_up(node, f"{where}/$ref")
            if not isinstance(found, dict):
                why = "the schema refers to itself" if target in within else f"{target} does not exist"
                self._note("dropped", f"{where}/$ref", f"{why}: any value is allowed there")
                return {key: value for key, value in node.items() if key == "description"}
            return self._schema(found, where, (*within, target), depth + 1)
        node, within = self._unions(node, where, within)
        node = self._values(node, where)
        node = self._types(node, where)
        if isinstance(target := node.get("$ref"), str) and not self._keeps_reference(target):
            # The reference was an alternative, and null was the only other alternative.
            return self._schema(node, where, within, depth + 1)
        node = self._kept(node, where)
        node = self._inner(node, where, within, depth)
        return self._strict(node, where) if self._style.closed else node

    def _keeps_reference(self, target: str) -> bool:
        """Return whether a reference to ``target`` can stay: the style allows references, and the target was not merged
        into the top level.
        """
        return self._style.references and not target.startswith(tuple(self._gone))

    def _boolean(self, schema: Json, where: str) -> Json:
        if schema is not True:
            self._note("dropped", where, "the dialect cannot express a false or invalid schema: any value is allowed")
        return {}

    def _unions(
        self, node: dict[str, Json], where: str, within: tuple[str, ...]
    ) -> tuple[dict[str, Json], tuple[str, ...]]:
        """Return the schema without ``allOf`` and ``oneOf``, if the style does not have these keywords: the parts of
        ``allOf`` are merged into the schema, and ``oneOf`` becomes ``anyOf``.

        Also return ``within`` extended by the references whose targets were merged into the schema.
        """
        at = None
        for _ in range(_DEEPEST):  # a merged part may bring an allOf again
            parts = node.get("allOf")
            if not isinstance(parts, list) or (self._style.takes("allOf") and not self._style.closed):
                break  # parts that are closed forbid each other's properties
            rest = {key: value for key, value in node.items() if key != "allOf"}
            match parts:
                case [{"$ref": str(target)}] if self._keeps_reference(target) and rest.keys() <= _ANNOTATIONS:
                    node = rest | {"anyOf": parts}  # for a single schema, allOf and anyOf are the same
                case _:
                    others = self._others(parts, f"{where}/allOf", within)
                    node = self._joined(rest, "allOf", others, where, at=at)
                    within = (*within, *(part["$ref"] for part in others if isinstance(part, dict) and "$ref" in part))
            at = f"{where}/allOf"
        if isinstance(parts := node.get("oneOf"), list) and not self._style.takes("oneOf"):
            node = {key: value for key, value in node.items() if key != "oneOf"}
            if "anyOf" not in node:
                self._note("changed", f"{where}/oneOf", "oneOf becomes anyOf, so several alternatives may match")
                node["anyOf"] = parts
            else:
                self._note(
                    "dropped",
                    f"{where}/oneOf",
                    "oneOf cannot be combined with the anyOf beside it, so oneOf is dropped",
                )
        return node, within

    def _others(self, parts: list[Json], where: str, within: tuple[str, ...]) -> list[Json]:
        """Return the parts of ``allOf`` without references that lead back to a schema around the part.

        Such a reference could be followed without end. So if a part's ``$ref`` is in ``within``, the ``$ref`` is
        dropped, and only the part's other keys stay.
        """
        found: list[Json] = []
        for n, part in enumerate(parts):
            if isinstance(part, dict) and part.get("$ref") in within:
                self._note("dropped", f"{where}/{n}/$ref", "the schema refers to itself: any value is allowed there")
                part = {key: value for key, value in part.items() if key != "$ref"}
            found.append(part)
        return found

    def _values(self, node: dict[str, Json], where: str) -> dict[str, Json]:
        """Return the schema with ``const``, ``enum`` and bounds in the form that the style allows."""
        if "const" in node and not self._style.takes("const"):
            node["enum"] = [node.pop("const")]
            self._note("changed", f"{where}/const", "const becomes an enum with 1 value")
        for old, new, step in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
            bound = node.get(old)
            whole = node.get("type") == "integer" and isinstance(bound, int) and not isinstance(bound, bool)
            if whole and new not in node and not self._style.takes(old) and self._style.takes(new):
                node[new] = node.pop(old) + step
                self._note(
                    "changed", f"{where}/{old}", f"{old} becomes {new} {node[new]}, which means the same for integers"
                )
        most, least = self._style.most_min_items, node.get("minItems")
        if most is not None and isinstance(least, int) and least > most:
            self._note("dropped", f"{where}/minItems", f"the dialect allows a minItems of at most {most}")
            del node["minItems"]
        enum = node.get("enum")
        if self._style.string_enums and isinstance(enum, list):
            texts = [value for value in enum if isinstance(value, str)]
            if None in enum and self._style.nullable:
                node["nullable"] = True
            if enum and set(map(type, enum)) == {type(None)}:
                self._note("changed", f"{where}/enum", "the enum allows only null, so it becomes the type null")
                node.pop("nullable", None)
                del node["enum"]
                node["type"] = "null"
            elif len(texts) < len([value for value in enum if value is not None]):
                self._note(
                    "dropped", f"{where}/enum", "the dialect allows only strings in an enum, so the enum is dropped"
                )
                del node["enum"]
            else:
                node["enum"] = texts
                node.setdefault("type", "string")
        return node

    def _types(self, node: dict[str, Json], where: str) -> dict[str, Json]:
        """Return the schema with its types in the form that the style allows."""
        if self._style.nullable:
            node = self._nullable(node)
        kinds = node.get("type")
        if self._style.type_lists or not isinstance(kinds, list):
            return node
        if len(kinds) == 1:
            return node | {"type": kinds[0]}
        if "anyOf" in node:
            self._note(
                "dropped", f"{where}/type", "a list of types cannot be combined with anyOf, so the list is dropped"
            )
            return {key: value for key, value in node.items() if key != "type"}
        self._note("changed", f"{where}/type", "the list of types becomes anyOf")
        own = [key for keys in _OF_TYPE.values() for key in keys]
        out = {key: value for key, value in node.items() if key not in ("type", "format", *own)}
        return out | {"anyOf": [{"type": kind} | _of_type(str(kind), node) for kind in kinds]}

    def _nullable(self, node: dict[str, Json]) -> dict[str, Json]:
        """Return the schema with the keyword ``nullable`` instead of the type null."""
        kinds, union = node.get("type"), node.get("anyOf")
        if isinstance(kinds, list) and "null" in kinds and len(kinds) > 1:
            node = node | {"type": [kind for kind in kinds if kind != "null"], "nullable": True}
        if isinstance(union, list) and {"type": "null"} in union:
            others = [alternative for alternative in union if alternative != {"type": "null"}]
            rest = {key: value for key, value in node.items() if key != "anyOf"} | {"nullable": True}
            only = others[0] if len(others) == 1 else None
            if isinstance(only, dict) and not set(only) & set(rest):
                return self._nullable(only | rest)
            return rest | ({"anyOf": others} if others else {})
        return node

    def _kept(self, node: dict[str, Json], where: str) -> dict[str, Json]:
        """Return the schema with only those keywords that the style allows."""
        out = {}
        for key, value in node.items():
            if self._style.takes(key):
                out[key] = value
            elif key not in _DEFINITIONS:
                self._note(
                    "dropped", f"{where}/{pointer.escape(key)}", "the dialect's schemas do not have this keyword"
                )
        return out

    def _inner(self, node: dict[str, Json], where: str, within: tuple[str, ...], depth: int) -> dict[str, Json]:
        """Return the schema with its inner schemas, such as those of properties, replaced by their translations."""
        out = {}
        for key, value in node.items():
            place = f"{where}/{pointer.escape(key)}"
            if key in MAPS and isinstance(value, dict):
                value = {
                    name: self._schema(subschema, f"{place}/{pointer.escape(name)}", within, depth + 1)
                    for name, subschema in value.items()
                }
            elif key in LISTS and isinstance(value, list):
                value = [
                    self._schema(subschema, f"{place}/{n}", within, depth + 1) for n, subschema in enumerate(value)
                ]
            elif key in SINGLE and (isinstance(value, dict) or key == "items"):
                value = self._schema(value, place, within, depth + 1)
            out[key] = value
        return out

    def _strict(self, node: dict[str, Json], where: str) -> dict[str, Json]:
        """Return the schema in strict form, in which objects allow only the listed properties.

        If ``complete`` of the style is true, all properties become required. Properties that were optional may be null.
        """
        kinds = node.get("type")
        if not (kinds == "object" or (isinstance(kinds, list) and "object" in kinds) or "properties" in node):
            return node
        further = node.get("additionalProperties", True)
        if further is not False:
            is_schema = isinstance(further, dict) and bool(further)
            why = "strict mode allows only properties that the schema lists: additionalProperties becomes false"
            self._note("dropped" if is_schema else "changed", f"{where}/additionalProperties", why)
        node = node | {"additionalProperties": False}
        properties = node.get("properties")
        if not self._style.complete or not isinstance(properties, dict):
            return node
        required = dict.fromkeys(node.get("required") or ()).keys()
        out = dict(properties)
        for name, subschema in properties.items():
            if name not in required:
                place = f"{where}/properties/{pointer.escape(name)}"
                why = "strict mode requires this optional property: null means that it is missing"
                self._note("changed", place, why)
                out[name] = subschema if takes_null(subschema) else or_null(subschema)
        for name in required - properties.keys():
            self._note(
                "dropped",
                f"{where}/required",
                f"strict mode can require only properties that the schema lists, and {name!r} is not listed",
            )
        return node | {"properties": out, "required": list(properties)}


def _of_type(kind: str, node: dict[str, Json]) -> dict[str, Json]:
    """Return the keywords that apply to values of the type ``kind``, from a schema that allows several types."""
    keywords = {key: node[key] for key in _OF_TYPE.get(kind, ()) if key in node}
    if "format" in node and kind in (_NUMBERS if node["format"] in _NUMBER_FORMATS else ("string",)):
        keywords["format"] = node["format"]
    return keywords
