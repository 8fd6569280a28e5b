"""Tests of the comparison of schemas by the arguments that they accept, in any spelling."""

from typing import Any

import pytest
import yaml
from jsonschema_rs import Draft202012Validator

from conformance.judge.schema_meaning import (
    Different,
    Example,
    Meaning,
    Narrower,
    Same,
    Unknown,
    Wider,
    compare,
    shown,
)
from toolwire.wire import exact_json, pointer

TEXT = {"type": "string"}
COUNT = {"type": "integer"}
CLOSED = {"additionalProperties": False}
NESTED = {
    "type": "object",
    "properties": {"date": TEXT, "hours": {"type": "array", "items": COUNT}},
    "required": ["date"],
}
SECTION = {
    "type": "object",
    "properties": {"title": TEXT, "sections": {"type": "array", "items": {"$ref": "#/$defs/section"}}},
    "required": ["title"],
}


def tool(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": [*required]} if required else {})}


def unary(schema: Any) -> dict[str, Any]:
    """Return the schema of a tool with one parameter."""
    return tool(a=schema)


def outline(root: dict[str, Any], /, **more: Any) -> dict[str, Any]:
    return tool("root", root=root) | ({"$defs": more} if more else {})


SAME = {
    "text": (tool("a", a=TEXT, b=COUNT), {"required": ["a"], "properties": {"b": COUNT, "a": TEXT}, "type": "object"}),
    "required-in-another-order": (tool("a", "b", a=TEXT, b=TEXT), tool("b", "a", "b", a=TEXT, b=TEXT)),
    "nothing-and-no-properties": (None, {"type": "object", "properties": {}}),
    "empty-schema-and-no-properties": ({}, {"type": "object", "properties": {}, "required": []}),
    "boolean-schema-and-object": (True, {"type": "object"}),
    "type-of-the-root-missing": ({"properties": {"a": TEXT}}, unary(TEXT)),
    "root-of-several-types": ({"type": ["object", "null"], "properties": {"a": TEXT}}, unary(TEXT)),
    "explicitly-open": (unary(TEXT), unary(TEXT) | {"additionalProperties": True}),
    "open-by-an-empty-schema": (unary(TEXT), unary(TEXT) | {"additionalProperties": {}}),
    "nullable-and-type-list": (unary({"type": ["string", "null"]}), unary({"type": "string", "nullable": True})),
    "nullable-and-any-of": (unary({"anyOf": [TEXT, {"type": "null"}]}), unary({"type": "string", "nullable": True})),
    "nullable-alternatives": (
        unary({"anyOf": [TEXT, COUNT, {"type": "null"}]}),
        unary({"anyOf": [TEXT, COUNT], "nullable": True}),
    ),
    "nullable-reference": (
        unary({"$ref": "#/$defs/x", "nullable": True}) | {"$defs": {"x": NESTED}},
        unary({"anyOf": [NESTED, {"type": "null"}]}),
    ),
    "nullable-object": (unary({"anyOf": [{"type": "null"}, NESTED]}), unary(NESTED | {"type": ["object", "null"]})),
    "nullable-enum": (
        unary({"type": ["string", "null"], "enum": ["x", "y", None]}),
        unary({"type": "STRING", "enum": ["x", "y"], "nullable": True}),
    ),
    "one-type-in-a-list": (unary({"type": ["string"]}), unary(TEXT)),
    "integer-among-numbers": (unary({"type": ["integer", "number"]}), unary({"type": "number"})),
    "const-and-enum": (unary({"const": "x"}), unary({"enum": ["x"]})),
    "enum-with-its-type": (unary({"enum": ["x", "y"]}), unary({"type": "string", "enum": ["y", "x"]})),
    "enum-of-constants": (unary({"anyOf": [{"const": "x"}, {"const": "y"}]}), unary({"enum": ["x", "y"]})),
    "enum-of-all-booleans": (unary({"enum": [False, True]}), unary({"type": "boolean"})),
    "enum-of-equal-numbers": (unary({"enum": [1]}), unary({"enum": [1.0]})),
    "reference-inlined": (unary({"$ref": "#/$defs/x"}) | {"$defs": {"x": NESTED}}, unary(NESTED)),
    "reference-with-an-escaped-name": (
        unary({"$ref": "#/$defs/x~1y%20z"}) | {"$defs": {"x/y z": NESTED}},
        unary(NESTED),
    ),
    "reference-to-definitions": (
        unary({"$ref": "#/definitions/x"}) | {"definitions": {"x": TEXT}},
        unary({"$ref": "#/$defs/y"}) | {"$defs": {"y": TEXT}},
    ),
    "reference-of-the-root": ({"$ref": "#/$defs/x", "$defs": {"x": unary(TEXT)}}, unary(TEXT)),
    "reference-in-all-of": (unary({"allOf": [{"$ref": "#/$defs/x"}]}) | {"$defs": {"x": TEXT}}, unary(TEXT)),
    "recursion": (outline({"$ref": "#/$defs/section"}, section=SECTION), outline(SECTION, section=SECTION)),
    "recursion-renamed": (
        outline({"$ref": "#/$defs/section"}, section=SECTION),
        outline(
            {"$ref": "#/$defs/part"},
            part=SECTION
            | {"properties": {"title": TEXT, "sections": {"type": "array", "items": {"$ref": "#/$defs/part"}}}},
        ),
    ),
    "recursion-through-the-root": (
        tool("t", t=TEXT, next={"$ref": "#"}),
        {"$ref": "#/$defs/node", "$defs": {"node": tool("t", t=TEXT, next={"$ref": "#/$defs/node"})}},
    ),
    "recursion-through-alternatives": (
        unary({"$ref": "#/$defs/tree"})
        | {"$defs": {"tree": {"anyOf": [TEXT, {"type": "array", "items": {"$ref": "#/$defs/tree"}}]}}},
        unary({"$ref": "#/$defs/x"})
        | {"$defs": {"x": {"oneOf": [{"type": "array", "items": {"$ref": "#/$defs/x"}}, TEXT]}}},
    ),
    "all-of-merged": (
        {"allOf": [tool("a", a=TEXT), tool("b", b=COUNT)]},
        tool("a", "b", a=TEXT, b=COUNT),
    ),
    "one-alternative": (unary({"anyOf": [TEXT]}), unary(TEXT)),
    "one-of-types-and-any-of": (unary({"oneOf": [TEXT, COUNT]}), unary({"anyOf": [TEXT, COUNT]})),
    "one-of-and-any-of-told-apart-by-a-property": (
        unary({"oneOf": [tool("kind", kind={"const": "x"}, a=TEXT), tool("kind", kind={"const": "y"}, b=TEXT)]}),
        unary({"anyOf": [tool("kind", kind={"const": "x"}, a=TEXT), tool("kind", kind={"const": "y"}, b=TEXT)]}),
    ),
    "types-in-alternatives": (unary({"anyOf": [TEXT, COUNT]}), unary({"type": ["integer", "string"]})),
    "whole-bounds": (unary(COUNT | {"exclusiveMinimum": 0}), unary(COUNT | {"minimum": 1})),
    "bounds-of-draft-4": (
        unary({"type": "number", "minimum": 1, "exclusiveMinimum": True}),
        unary({"type": "number", "exclusiveMinimum": 1}),
    ),
    "bounds-of-other-types": (unary(TEXT | {"minimum": 3, "maxItems": 2}), unary(TEXT)),
    "counts-as-text": (
        unary({"type": "ARRAY", "minItems": "1", "items": {"type": "STRING"}}),
        unary({"type": "array", "minItems": 1, "items": TEXT}),
    ),
    "items-of-draft-7": (
        unary({"type": "array", "items": [TEXT, COUNT], "additionalItems": False}),
        unary({"type": "array", "prefixItems": [TEXT, COUNT], "items": False}),
    ),
    "openapi": (
        tool("a", a=TEXT, b={"type": "array", "items": COUNT}, c={"type": "number"}, d=NESTED),
        yaml.safe_load("""
            type: OBJECT
            properties:
              a: {type: STRING}
              b: {type: ARRAY, items: {type: INTEGER}}
              c: {type: NUMBER}
              d: {type: OBJECT, properties: {date: {type: STRING}, hours: {type: ARRAY, items: {type: INTEGER}}},
                required: [date]}
            required: [a]
            propertyOrdering: [a, b, c, d]
        """),
    ),
    "types-by-number": (unary(TEXT), {"type": 6, "properties": {"a": {"type": 1}}}),
    "dependencies-of-draft-7": (
        tool(a=TEXT, b=TEXT) | {"dependencies": {"a": ["b"]}},
        tool(a=TEXT, b=TEXT) | {"dependentRequired": {"a": ["b"]}},
    ),
    "unevaluated-and-additional": (unary(TEXT) | {"unevaluatedProperties": False}, unary(TEXT) | CLOSED),
    "unevaluated-beside-additional": (
        unary(TEXT) | {"additionalProperties": COUNT, "unevaluatedProperties": False},
        unary(TEXT) | {"additionalProperties": COUNT},
    ),
    "unevaluated-items": (
        unary({"type": "array", "prefixItems": [TEXT], "unevaluatedItems": False}),
        unary({"type": "array", "prefixItems": [TEXT], "items": False}),
    ),
    "format": (unary(TEXT | {"format": "date"}), unary(TEXT)),
    "annotations": (
        unary(TEXT | {"description": "d", "default": "x", "title": "A", "examples": ["x"]})
        | {"$schema": "http://json-schema.org/draft-07/schema#"},
        unary(TEXT),
    ),
    "unsatisfiable": (tool("a", a=False), False),
    "unsatisfiable-bounds": (tool("a", a={"type": "string", "minLength": 2, "maxLength": 1}), {"not": {}}),
    "no-object": (TEXT, False),
    "not-twice": (unary({"not": TEXT}), unary({"not": {"type": "STRING"}})),
    "conditions": (
        unary(TEXT) | {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
        unary({"type": "STRING"}) | {"then": {"required": ["b"]}, "if": {"required": ["a"]}},
    ),
    "same-pattern": (unary(TEXT | {"pattern": "^[a-z]+$"}), unary({"type": "STRING", "pattern": "^[a-z]+$"})),
    "no-schemas-alike": ({"type": "thing"}, {"type": "thing"}),
}


@pytest.mark.parametrize(("given", "sent"), [pytest.param(*pair, id=name) for name, pair in SAME.items()])
def test_what_accepts_the_same_is_the_same(given: Any, sent: Any) -> None:
    assert compare(given, sent) == Same()
    assert compare(sent, given) == Same()


NARROWER = {
    # what was given, what was sent, an example that only the first accepts, the keyword that refuses it, its kind
    "closed": (unary(TEXT), unary(TEXT) | CLOSED, {"other": 0}, "/additionalProperties", "closed"),
    "closed-within": (
        tool("w", w=NESTED),
        tool("w", w=NESTED | CLOSED),
        {"w": {"date": "a", "other": 0}},
        "/properties/w/additionalProperties",
        "closed",
    ),
    "closed-as-unevaluated": (
        unary(TEXT),
        unary(TEXT) | {"unevaluatedProperties": False},
        {"other": 0},
        "/unevaluatedProperties",
        "closed",
    ),
    "closed-without-parameters": (
        None,
        {"type": "object", "properties": {}} | CLOSED,
        {"other": 0},
        "/additionalProperties",
        "closed",
    ),
    "free-form-object-emptied": (
        unary({"type": "object"}),
        unary({"type": "object"} | CLOSED),
        {"a": {"other": 0}},
        "/properties/a/additionalProperties",
        "property",
    ),
    "map-emptied": (
        unary({"type": "object", "additionalProperties": COUNT}),
        unary({"type": "object"} | CLOSED),
        {"a": {"other": 0}},
        "/properties/a/additionalProperties",
        "property",
    ),
    "property-dropped-and-closed": (
        tool(a=TEXT, b=TEXT),
        unary(TEXT) | CLOSED,
        {"b": "a"},
        "/additionalProperties",
        "property",
    ),
    "required-added": (unary(TEXT), tool("a", a=TEXT), {}, "/required", "required"),
    "required-added-by-a-condition": (
        tool(a=TEXT, b=TEXT),
        tool(a=TEXT, b=TEXT) | {"dependentRequired": {"a": ["b"]}},
        {"a": "a"},
        "/dependentRequired",
        "required",
    ),
    "null-lost": (unary({"type": ["string", "null"]}), unary(TEXT), {"a": None}, "/properties/a/type", "null"),
    "null-lost-of-openapi": (
        unary({"type": "STRING", "nullable": True}),
        unary({"type": "STRING"}),
        {"a": None},
        "/properties/a/type",
        "null",
    ),
    "null-lost-of-an-enum": (
        unary({"enum": ["x", None]}),
        unary({"enum": ["x"]}),
        {"a": None},
        "/properties/a/enum",
        "null",
    ),
    "enum-narrowed": (unary({"enum": ["x", "y"]}), unary({"enum": ["x"]}), {"a": "y"}, "/properties/a/enum", "values"),
    "enum-narrowed-to-a-constant": (
        unary({"enum": ["x", "y"]}),
        unary({"const": "x"}),
        {"a": "y"},
        "/properties/a/const",
        "values",
    ),
    "enum-added": (unary(TEXT), unary({"type": "string", "enum": ["x"]}), {"a": ""}, "/properties/a/enum", "values"),
    "number-made-an-integer": (unary({"type": "number"}), unary(COUNT), {"a": 0.5}, "/properties/a/type", "type"),
    "type-added": (unary({}), unary(TEXT), {"a": 0}, "/properties/a/type", "type"),
    "minimum-added": (unary(COUNT), unary(COUNT | {"minimum": 3}), {"a": 0}, "/properties/a/minimum", "bounds"),
    "exclusive-bound": (
        unary({"type": "number", "minimum": 3}),
        unary({"type": "number", "exclusiveMinimum": 3}),
        {"a": 3},
        "/properties/a/exclusiveMinimum",
        "bounds",
    ),
    "maximum-lowered": (
        unary(COUNT | {"maximum": 9}),
        unary(COUNT | {"maximum": 5}),
        {"a": 6},
        "/properties/a/maximum",
        "bounds",
    ),
    "multiple": (
        unary(COUNT | {"multipleOf": 2}),
        unary(COUNT | {"multipleOf": 4}),
        {"a": 2},
        "/properties/a/multipleOf",
        "bounds",
    ),
    "length": (unary(TEXT), unary(TEXT | {"maxLength": 3}), {"a": "aaaa"}, "/properties/a/maxLength", "bounds"),
    "length-beside-a-pattern": (
        unary(TEXT | {"pattern": "^[a-z]{2}-\\d+$"}),
        unary(TEXT | {"pattern": "^[a-z]{2}-\\d+$", "minLength": 4, "maxLength": 9}),
        {"a": "aa-0000000"},
        "/properties/a/maxLength",
        "bounds",
    ),
    "pattern-added": (unary(TEXT), unary(TEXT | {"pattern": "^\\d{4}$"}), {"a": ""}, "/properties/a/pattern", "bounds"),
    "pattern-within-a-pattern": (
        tool("a", "b", a=TEXT | {"pattern": "^[A-Z]{2}-\\d+$"}, b={}),
        tool("a", "b", a=TEXT | {"pattern": "^[A-Z]{2}-\\d+$"}, b=COUNT),
        {"a": "AA-0", "b": ""},
        "/properties/b/type",
        "type",
    ),
    "items-added": (
        unary({"type": "array"}),
        unary({"type": "array", "items": TEXT}),
        {"a": [0]},
        "/properties/a/items/type",
        "type",
    ),
    "count-of-items": (
        unary({"type": "array"}),
        unary({"type": "array", "minItems": 1}),
        {"a": []},
        "/properties/a/minItems",
        "bounds",
    ),
    "unique-items": (
        unary({"type": "array"}),
        unary({"type": "array", "uniqueItems": True}),
        {"a": ["a", "a"]},
        "/properties/a/uniqueItems",
        "bounds",
    ),
    "items-of-a-reference": (
        unary({"type": "array", "items": {}}),
        unary({"type": "array", "items": {"$ref": "#/$defs/x"}}) | {"$defs": {"x": TEXT}},
        {"a": [0]},
        "/$defs/x/type",
        "type",
    ),
    "map-typed": (
        unary({"type": "object"}),
        unary({"type": "object", "additionalProperties": COUNT}),
        {"a": {"other": ""}},
        "/properties/a/additionalProperties/type",
        "type",
    ),
    "names-of-properties": (
        unary({"type": "object"}),
        unary({"type": "object", "propertyNames": {"enum": ["x"]}}),
        {"a": {"": 0}},
        "/properties/a/propertyNames/enum",
        "values",
    ),
    "pattern-of-names": (
        unary({"type": "object"}),
        unary({"type": "object", "patternProperties": {"^x_": COUNT}}),
        {"a": {"x_": ""}},
        "/properties/a/patternProperties/^x_/type",
        "type",
    ),
    "alternative-lost": (unary({"anyOf": [TEXT, COUNT]}), unary(TEXT), {"a": 0}, "/properties/a/type", "type"),
    "any-of-made-one-of": (
        unary({"anyOf": [{"type": "number"}, COUNT]}),
        unary({"oneOf": [{"type": "number"}, COUNT]}),
        {"a": 0},
        "/properties/a/oneOf",
        "other",
    ),
    "unsatisfiable": (unary(TEXT), False, {}, "", "other"),
    "nothing-made-a-schema": (
        {"properties": {"a": {}}},
        {"properties": {"a": False}},
        {"a": 0},
        "/properties/a",
        "other",
    ),
    "recursion-added": (
        outline(SECTION | {"properties": {"title": TEXT, "sections": {"type": "array", "items": {"type": "object"}}}}),
        outline({"$ref": "#/$defs/section"}, section=SECTION),
        {"root": {"title": "a", "sections": [{}]}},
        "/$defs/section/required",
        "required",
    ),
    "recursion-added-below": (
        outline(
            {"$ref": "#/$defs/section"},
            section=tool("title", title=TEXT, sections={"type": "array", "items": tool("title", title=TEXT)}),
        ),
        outline({"$ref": "#/$defs/section"}, section=SECTION),
        {"root": {"title": "a", "sections": [{"title": "a", "sections": 0}]}},
        "/$defs/section/properties/sections/type",
        "type",
    ),
}
"""Pairs of schemas, of which the second accepts less than the first. In reverse order, each pair is also a case of a
wider schema.
"""


@pytest.mark.parametrize(
    ("given", "sent", "value", "keyword", "kind"), [pytest.param(*case, id=name) for name, case in NARROWER.items()]
)
def test_a_narrower_schema_refuses_an_example(given: Any, sent: Any, value: Any, keyword: str, kind: Any) -> None:
    narrower, wider = compare(given, sent), compare(sent, given)
    assert isinstance(narrower, Narrower)
    assert Example(value=value, keyword=keyword, kind=kind) in narrower.refused
    assert wider == Wider(accepted=narrower.refused, form=narrower.form, proven=narrower.proven)
    assert narrower.proven
    assert keyword in ("", "/properties/a") or [*pointer.find(sent, keyword)]


def test_a_nested_object_that_is_dropped_shows_all_that_is_lost() -> None:
    meaning = compare(tool("w", w=NESTED), tool("w", w={"type": "object"}))
    assert isinstance(meaning, Wider)
    assert [(example.keyword, example.kind, example.value) for example in meaning.accepted] == [
        ("/properties/w/required", "required", {"w": {}}),
        ("/properties/w/properties/date/type", "type", {"w": {"date": 0}}),
        ("/properties/w/properties/hours/type", "type", {"w": {"date": "a", "hours": 0}}),
        ("/properties/w/properties/hours/items/type", "type", {"w": {"date": "a", "hours": [""]}}),
    ]
    assert [(found.at, found.key) for found in shown(tool("w", w=NESTED), tool("w", w={"type": "object"}))] == [
        ("/w/date", "property"),
        ("/w/hours", "property"),
    ]


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of plain properties as strict mode asks for it."""
    required = schema.get("required", [])
    properties = {
        name: inner if name in required else {"anyOf": [inner, {"type": "null"}]}
        for name, inner in schema["properties"].items()
    }
    return schema | CLOSED | {"properties": properties, "required": [*properties]}


def test_the_strict_form_differs_by_null_and_is_named() -> None:
    given = tool("city", city=TEXT, unit={"enum": ["celsius", "fahrenheit"]})
    assert compare(given, strict(given)) == Different(
        refused=(
            Example(value={"city": "a"}, keyword="/required", kind="required"),
            Example(value={"city": "a", "unit": "celsius", "other": 0}, keyword="/additionalProperties", kind="closed"),
        ),
        accepted=(Example(value={"city": "a", "unit": None}, keyword="/properties/unit/enum", kind="null"),),
        form="strict",
    )


@pytest.mark.parametrize(
    ("given", "sent", "form"),
    [
        pytest.param(tool("w", w=NESTED), tool("w", w=NESTED | CLOSED) | CLOSED, "closed", id="closed"),
        pytest.param(tool("w", w=NESTED), tool("w", w=NESTED) | CLOSED, "closed", id="closed-at-the-root-alone"),
        pytest.param(tool("w", w=NESTED), tool("w", w=strict(NESTED)) | CLOSED, "strict", id="strict-below"),
        pytest.param(
            outline({"$ref": "#/$defs/section"}, section=SECTION),
            outline({"$ref": "#/$defs/section"}, section=strict(SECTION)) | CLOSED,
            "strict",
            id="strict-with-recursion",
        ),
        pytest.param(unary(TEXT), tool("a", a=TEXT) | CLOSED, None, id="required-and-not-null"),
        pytest.param(unary(TEXT), unary({"type": ["string", "null"]}), None, id="null-alone"),
        pytest.param(strict(tool("a", a=TEXT, b=COUNT)), tool("a", a=TEXT, b=COUNT), "strict", id="no-longer-strict"),
        pytest.param(
            unary({"type": "object"}), unary({"type": "object"} | CLOSED) | CLOSED, None, id="free-form-emptied"
        ),
        pytest.param(unary({"enum": ["x", "y"]}), unary(TEXT) | CLOSED, None, id="closed-and-an-enum-lost"),
        pytest.param(
            {"allOf": [{"anyOf": [unary(TEXT), tool(b=TEXT)]}, tool(c=TEXT)]},
            {"allOf": [{"anyOf": [unary(TEXT) | CLOSED, tool(b=TEXT)]}, tool(c=TEXT)]},
            None,
            id="parts-that-cannot-be-closed-alone",
        ),
    ],
)
def test_a_form_explains_the_difference_only_if_nothing_else_differs(given: Any, sent: Any, form: Any) -> None:
    meaning = compare(given, sent)
    assert isinstance(meaning, Narrower | Wider | Different)
    assert meaning.form == form


def listed(*values: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string", "enum": [*values]}}


def matching(pattern: str) -> dict[str, Any]:
    return TEXT | {"pattern": pattern}


def entry(n: int, **more: Any) -> dict[str, Any]:
    return tool("kind", kind={"const": f"k{n}"}, **more)


TEXTS = {"type": "array", "items": TEXT}
NUMBER = {"type": "number"}
MANY = [f"v{n}" for n in range(200)]
LIMITED = {
    "multiple-of-a-half": (NUMBER | {"multipleOf": 0.5}, NUMBER),
    "multiple-of-a-cent": (NUMBER | {"multipleOf": 0.01, "minimum": 1}, NUMBER | {"minimum": 1}),
    "many-items": (TEXTS | {"maxItems": 100}, TEXTS),
    "items-of-a-long-list": (
        {"type": "array", "minItems": 50, "items": TEXT | {"minLength": 2}},
        {"type": "array", "minItems": 50, "items": TEXT},
    ),
    "equal-objects": (
        {"type": "array", "items": tool(x=TEXT, y=TEXTS), "uniqueItems": True},
        {"type": "array", "items": tool(x=TEXT, y=TEXTS)},
    ),
    "many-different-items": (
        TEXTS | {"minItems": 1, "maxItems": 5, "uniqueItems": True},
        TEXTS | {"minItems": 1, "uniqueItems": True},
    ),
    "long-text": (TEXT | {"maxLength": 5000}, TEXT),
    "long-texts-of-other-lengths": (TEXT | {"maxLength": 2048}, TEXT | {"maxLength": 2000}),
    "integers-that-scripts-keep": (COUNT | {"minimum": -(2**53) + 1, "maximum": 2**53 - 1}, COUNT),
    "integers-of-64-bits": (COUNT | {"maximum": 2**63 - 1}, COUNT | {"maximum": 2**63}),
    "integers-of-128-bits": (COUNT | {"exclusiveMinimum": -(2**127)}, COUNT | {"exclusiveMinimum": -(2**127) - 1}),
    "fractions-of-32-bits": (NUMBER | {"maximum": 3.4028234663852886e38}, NUMBER),
    "multiples-above-a-large-limit": (
        COUNT | {"minimum": 2**90, "multipleOf": 6},
        COUNT | {"minimum": 2**90, "multipleOf": 3},
    ),
    "many-members": (
        {"type": "object", "additionalProperties": COUNT, "maxProperties": 30},
        {"type": "object", "additionalProperties": COUNT},
    ),
    "last-of-many-values": ({"enum": MANY}, {"enum": MANY[:-1]}),
    "last-of-many-values-in-a-list": (listed(*MANY), listed(*MANY[:-1])),
    "last-of-many-alternatives": (
        {"anyOf": [entry(n) for n in range(80)]},
        {"anyOf": [entry(n) for n in range(79)]},
    ),
    "inside-the-last-of-many-alternatives": (
        {"anyOf": [*map(entry, range(40)), entry(40, x=TEXT | {"maxLength": 9})]},
        {"anyOf": [*map(entry, range(40)), entry(40, x=TEXT)]},
    ),
    "alternative-of-a-pattern": (matching("^(red|green|blue)$"), matching("^(red|green)$")),
    "end-of-a-class": (matching("^[a-z]+$"), matching("^[a-y]+$")),
    "wider-class": (matching("^[0-9a-f]+$"), matching("^[0-9a-z]+$")),
    "smaller-count": (matching("^[a-z]{2,5}$"), matching("^[a-z]{2,4}$")),
    "count-without-an-end": (matching("^[a-z]{2,5}$"), matching("^[a-z]{2,}$")),
    "piece-that-may-be-left-out": (matching("^-?[0-9]+$"), matching("^[0-9]+$")),
    "anchors": (matching("abc"), matching("^abc$")),
    "lookahead": (matching("^(?!admin)[a-z]+$"), matching("^[a-z]+$")),
    "letters-of-every-script": (matching("^\\p{L}+$"), matching("^[A-Za-z]+$")),
}


@pytest.mark.parametrize(("given", "sent"), [pytest.param(*pair, id=name) for name, pair in LIMITED.items()])
def test_a_difference_at_a_limit_is_found(given: Any, sent: Any) -> None:
    meaning = compare(unary(given), unary(sent))
    assert not isinstance(meaning, Same | Unknown)
    assert_examples(unary(given), unary(sent), meaning)
    assert not isinstance(compare(unary(sent), unary(given)), Same | Unknown)


HARD = {
    "not": TEXT | {"not": {"const": "a"}},
    "contains": {"type": "array", "contains": {"const": "x"}, "minContains": 2},
    "members": {"type": "object", "additionalProperties": TEXT, "minProperties": 3},
    "names-of-members": {
        "type": "object",
        "propertyNames": {"pattern": "^[A-Z]{3}$"},
        "additionalProperties": COUNT,
        "minProperties": 1,
    },
    "one-of-two": tool(x=TEXT, y=TEXT) | {"oneOf": [{"required": ["x"]}, {"required": ["y"]}]},
    "lookaheads": matching("^(?=.*[A-Z])(?=.*\\d).{8,}$"),
    "multiple-between-bounds": NUMBER | {"multipleOf": 0.25, "minimum": 0.3, "maximum": 0.9},
    "different-items": {"type": "array", "items": TEXT, "minItems": 3, "uniqueItems": True},
    "long-text": TEXT | {"minLength": 500},
}


@pytest.mark.parametrize("beside", HARD)
def test_a_difference_beside_a_parameter_with_few_values_is_found(beside: str) -> None:
    given, sent = (tool("a", "b", a=HARD[beside], b=b) for b in (COUNT | {"minimum": 1}, COUNT))
    meaning = compare(given, sent)
    assert isinstance(meaning, Wider)
    assert_examples(given, sent, meaning)


def test_values_that_both_schemas_refuse_show_nothing() -> None:
    impossible = {"allOf": [matching("^b+c$"), matching("^bb"), matching("d$")]}
    meaning = compare(tool("a", a=impossible, b=COUNT | {"minimum": 1}), tool("a", a=impossible, b=COUNT))
    assert meaning == Unknown("found no arguments that either schema accepts")


DIFFERENT = {
    "other-type": (unary(TEXT), unary(COUNT)),
    "alternatives-flattened": (unary({"anyOf": [tool("x", x=TEXT), tool("y", y=TEXT)]}), unary(tool(x=TEXT, y=TEXT))),
    "renamed": (tool("a", a=TEXT), tool("b", b=TEXT)),
    "value-made-a-list": (tool("a", a=TEXT), tool("a", a={"type": "array", "items": TEXT})),
    "text-of-json": (tool("w", w=NESTED), tool("w", w=TEXT)),
}


@pytest.mark.parametrize(("given", "sent"), [pytest.param(*pair, id=name) for name, pair in DIFFERENT.items()])
def test_different_schemas_have_examples_on_both_sides(given: Any, sent: Any) -> None:
    meaning = compare(given, sent)
    assert isinstance(meaning, Different)
    assert compare(sent, given) == Different(refused=meaning.accepted, accepted=meaning.refused, form=meaning.form)
    assert_examples(given, sent, meaning)


def examples(meaning: Meaning) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """Return the examples that only the given schema accepts, and the examples that only the sent schema accepts."""
    return getattr(meaning, "refused", ()), getattr(meaning, "accepted", ())


def assert_examples(given: Any, sent: Any, meaning: Meaning) -> None:
    """Validate every example with both schemas in their original spelling."""
    accepts = [Draft202012Validator(True if schema is None else schema).is_valid for schema in (given, sent)]
    refused, accepted = examples(meaning)
    assert all(accepts[0](example.value) and not accepts[1](example.value) for example in refused)
    assert all(accepts[1](example.value) and not accepts[0](example.value) for example in accepted)


def deep(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = TEXT
    for _ in range(levels):
        schema = tool(a=schema)
    return schema


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        pytest.param(deep(200), unary(TEXT), id="deep"),
        pytest.param(deep(100_000), deep(100_000), id="very-deep"),
        pytest.param(tool(**{f"p{n}": TEXT for n in range(10_000)}), unary(TEXT), id="large"),
        pytest.param(unary({"enum": [*range(10_000)]}), unary(TEXT), id="many-values"),
        pytest.param(unary({"type": "thing"}), unary(TEXT), id="no-type"),
        pytest.param(unary([]), unary(TEXT), id="no-schema"),
        pytest.param({"properties": []}, unary(TEXT), id="no-properties"),
        pytest.param("object", unary(TEXT), id="text"),
        pytest.param(unary({"$ref": "#/$defs/none"}), unary(TEXT), id="reference-to-nothing"),
        pytest.param(unary({"$ref": "https://schema.example/a.json"}), unary(TEXT), id="reference-elsewhere"),
        pytest.param(unary({"$dynamicRef": "#a"}), unary(TEXT), id="dynamic-reference"),
        pytest.param({"$ref": "#"}, unary(TEXT), id="reference-to-itself"),
        pytest.param(
            {"allOf": [unary(TEXT) | {"additionalProperties": True}], "unevaluatedProperties": False},
            {"allOf": [unary(TEXT)], "unevaluatedProperties": False},
            id="what-others-evaluate",
        ),
        pytest.param(
            unary({"type": "array", "minItems": "9" * 5000}), unary({"type": "array"}), id="count-of-too-many-digits"
        ),
        pytest.param(
            unary({"$ref": "#/$defs/a"})
            | {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, COUNT]}, "b": {"not": {"$ref": "#/$defs/a"}}}},
            unary(TEXT),
            id="references-in-a-circle",
        ),
        pytest.param(unary(TEXT | {"pattern": "("}), unary(COUNT), id="no-pattern"),
        pytest.param(unary(TEXT | {"pattern": "^a+$"}), unary(TEXT | {"pattern": "^aa*$"}), id="equal-patterns"),
        pytest.param(
            unary(TEXT | {"pattern": "^[a-z]{2,4}-?\\d$"}),
            unary(TEXT | {"pattern": "^[a-z]{2,4}-?\\d$", "minLength": 3, "maxLength": 6}),
            id="lengths-that-a-pattern-has-anyway",
        ),
        pytest.param(unary({"minimum": "3"}), unary(TEXT), id="no-number"),
        pytest.param(unary({"enum": ["\ud800"]}), unary({"enum": ["\ud801"]}), id="half-a-character"),
        pytest.param(unary({"type": "number", "multipleOf": 0}), unary({"type": "number"}), id="multiple-of-nothing"),
        *(
            pytest.param(unary({key: huge}), unary({"type": "number"}), id=f"{key}-beyond-all-exponents")
            for key in ("maximum", "const", "multipleOf", "minLength", "default")
            for huge in [exact_json.loads("1e1000000")]
        ),
        pytest.param(
            unary({"enum": [exact_json.loads("-1e9999999999")]}), unary(TEXT), id="negative-beyond-all-exponents"
        ),
    ],
)
def test_what_cannot_be_decided_is_unknown(given: Any, sent: Any) -> None:
    assert isinstance(compare(given, sent), Unknown)
    assert isinstance(compare(sent, given), Unknown)


DESCRIBED = tool("city", city=TEXT | {"description": "Name of the city."}, unit={"enum": ["c", "f"], "default": "c"})


@pytest.mark.parametrize(
    ("given", "sent", "changes"),
    [
        pytest.param(DESCRIBED, DESCRIBED, [], id="same"),
        pytest.param(
            DESCRIBED,
            unary(TEXT),
            [("/city", "property", "lost"), ("/unit", "property", "lost"), ("/a", "property", "added")],
            id="other-properties",
        ),
        pytest.param(
            unary(TEXT | {"description": "d"}), unary(TEXT), [("/a", "description", "lost")], id="description-lost"
        ),
        pytest.param(unary(TEXT | {"description": ""}), unary(TEXT), [], id="empty-description"),
        pytest.param(
            unary(TEXT | {"description": "d"}),
            unary(TEXT | {"description": "D"}),
            [("/a", "description", "changed")],
            id="description-changed",
        ),
        pytest.param(
            unary(TEXT) | {"description": "d"}, unary(TEXT), [("", "description", "lost")], id="description-of-the-root"
        ),
        pytest.param(unary(TEXT), unary(TEXT | {"title": "A"}), [("/a", "title", "added")], id="title-added"),
        pytest.param(unary(TEXT | {"default": None}), unary(TEXT), [("/a", "default", "lost")], id="default-of-null"),
        pytest.param(
            unary(COUNT | {"default": 1}), unary(COUNT | {"default": 1.0}), [], id="default-in-another-spelling"
        ),
        pytest.param(unary(TEXT | {"examples": ["x"]}), unary(TEXT | {"example": "x"}), [], id="example-of-openapi"),
        pytest.param(unary(TEXT | {"format": "date"}), unary(TEXT), [("/a", "format", "lost")], id="format-lost"),
        pytest.param(
            unary({"enum": ["x", "y"]}), unary({"enum": ["y", "x"]}), [("/a", "enum", "changed")], id="order-of-values"
        ),
        pytest.param(unary({"enum": ["x", "y"]}), unary({"enum": ["y"]}), [], id="values-lost"),
        pytest.param(tool(a=TEXT, b=TEXT), tool(b=TEXT, a=TEXT), [("", "order", "changed")], id="order-of-properties"),
        pytest.param(
            unary({"type": "array", "items": tool(b=TEXT | {"description": "d"})}),
            unary({"type": "array", "items": tool(b=TEXT)}),
            [("/a/*/b", "description", "lost")],
            id="within-items",
        ),
        pytest.param(
            unary({"type": "object", "additionalProperties": TEXT | {"title": "T"}}),
            unary({"type": "object", "additionalProperties": TEXT}),
            [("/a/*", "title", "lost")],
            id="within-a-map",
        ),
        pytest.param(
            unary({"anyOf": [TEXT | {"title": "T"}, COUNT]}),
            unary({"anyOf": [TEXT, COUNT]}),
            [("/a/anyOf/0", "title", "lost")],
            id="within-alternatives",
        ),
        pytest.param(
            unary({"anyOf": [TEXT | {"description": "d"}, {"type": "null"}]}),
            unary({"type": "STRING", "nullable": True, "description": "d"}),
            [],
            id="beside-null",
        ),
        pytest.param(
            unary({"$ref": "#/$defs/x", "description": "d"}) | {"$defs": {"x": TEXT | {"description": "D"}}},
            unary(TEXT | {"description": "d"}),
            [],
            id="beside-a-reference",
        ),
        pytest.param(
            outline({"$ref": "#/$defs/section"}, section=SECTION),
            outline(SECTION, section=SECTION | {"description": "d"}),
            [("/root/sections/*", "description", "added")],
            id="within-recursion",
        ),
    ],
)
def test_what_the_model_is_shown(given: Any, sent: Any, changes: list[tuple[str, str, str]]) -> None:
    found = shown(given, sent)
    assert not isinstance(found, Unknown)
    assert [(change.at, change.key, change.change) for change in found] == changes
    swapped = shown(sent, given)
    assert not isinstance(swapped, Unknown)
    opposite = {"lost": "added", "added": "lost", "changed": "changed"}
    assert {(change.at, change.key, opposite[change.change]) for change in swapped} == {*changes}


@pytest.mark.parametrize("schema", [pytest.param(deep(100_000), id="deep"), pytest.param([1], id="list")])
def test_what_is_shown_is_looked_at_in_bounded_time(schema: Any) -> None:
    assert shown(schema, schema) == () or isinstance(shown(schema, schema), Unknown)
