"""Tests of schemas in the style of another dialect: exactly the losses are listed."""

from typing import Any, get_args

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.client.openapi_schemas import from_openapi
from toolwire.client.schema_styles import StyleName, style
from toolwire.client.schemas import translate
from toolwire.client.subschemas import is_recursive

STYLES = get_args(StyleName)
NAMES = st.sampled_from(["city", "unit", "type", "properties", "a/b"])
LEAVES = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={"minLength": st.integers(0, 3), "enum": st.just(["x", "y"]), "description": st.text(max_size=5)},
    ),
    st.fixed_dictionaries(
        {"type": st.just("integer")}, optional={"minimum": st.integers(-3, 3), "exclusiveMaximum": st.integers(4, 9)}
    ),
    st.fixed_dictionaries({"type": st.sampled_from([["string", "null"], ["integer", "string"], ["number"]])}),
    st.fixed_dictionaries({"const": st.sampled_from(["x", 3, None])}),
    st.just({"enum": [None]}),
    st.just({"$ref": "#/$defs/leaf"}),
    st.just({"$ref": "#leaf"}),
    st.just({"anyOf": [{"$ref": "#/$defs/leaf"}, {"type": "null"}], "default": None}),
    st.just({"$ref": "#/$defs/leaf", "minLength": 1, "maxLength": 7, "properties": {"a": {}}}),
    st.just({"$ref": "#/$defs/chain", "enum": ["x", "y", "long text"]}),
    st.just({"allOf": [{"$ref": "#/$defs/chain", "enum": ["x", "y"]}, {"pattern": "^x"}]}),
    st.just({"const": "x", "enum": ["x", "y"]}),
    st.just({}),
)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    properties = st.dictionaries(NAMES, inner, max_size=3)
    return properties.flatmap(
        lambda found: st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.just(found)},
            optional={
                "required": st.lists(st.sampled_from(sorted(found) or ["none"]), unique=True),
                "additionalProperties": st.booleans(),
            },
        )
    )


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        objects(inner),
        st.fixed_dictionaries({"type": st.just("array"), "items": inner}, optional={"maxItems": st.integers(0, 3)}),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"oneOf": st.lists(inner, min_size=1, max_size=2)}),
        st.fixed_dictionaries({"allOf": st.lists(objects(LEAVES), min_size=1, max_size=2)}),
    )


CLOSED = {"additionalProperties": False}
DEFINITIONS = {
    "leaf": {"$anchor": "leaf", "type": "string", "maxLength": 4},
    "chain": {"$ref": "#/$defs/leaf", "minLength": 1},
    "object": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "closed": {"type": "object", "properties": {"city": {"type": "string"}}} | CLOSED,
}
ROOTS = st.sampled_from(
    [
        {},
        {"allOf": [{"$ref": "#/$defs/object", "required": ["unit"]}, {"properties": {"a/b": {"type": "string"}}}]},
        {"anyOf": [{"$ref": "#/$defs/closed"}, {"properties": {"unit": {"$ref": "#/anyOf/0"}}} | CLOSED]},
        {"allOf": [{"allOf": [{"required": ["city"]}, {"required": ["unit"]}]}]},
    ]
)
SCHEMAS = st.tuples(objects(st.recursive(LEAVES, nested, max_leaves=6)), ROOTS).map(
    lambda both: both[0] | both[1] | {"$defs": DEFINITIONS}
)
VALUES = st.recursive(
    st.none() | st.integers(-4, 10) | st.sampled_from(["x", "y", "long text"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


@given(SCHEMAS, st.sampled_from(STYLES))
def test_a_translated_schema_needs_no_further_translation(schema: Any, name: StyleName) -> None:
    once = translate(schema, style(name)).schema
    again = translate(once, style(name))
    assert again.notes == ()
    assert again.schema == once


@given(SCHEMAS)
def test_what_a_style_can_say_stays_as_it_is(schema: Any) -> None:
    assert translate(schema, style("json-schema")).schema == schema
    assert translate(schema, style("json-schema")).notes == ()


@given(SCHEMAS, st.sampled_from(["object", "ollama"]), VALUES.filter(lambda value: isinstance(value, dict)))
def test_a_loss_takes_more_and_never_less(schema: Any, name: StyleName, value: Any) -> None:
    """Check that the translated schema accepts each value that the tool accepts, because only restrictions are lost."""
    translated = translate(schema, style(name)).schema
    if jsonschema_rs.is_valid(schema, value):
        assert jsonschema_rs.is_valid(translated, value)


@given(SCHEMAS, VALUES.filter(lambda value: isinstance(value, dict)))
def test_openapi_and_back_takes_more_and_never_less(schema: Any, value: Any) -> None:
    back = from_openapi(translate(schema, style("openapi")).schema)
    if jsonschema_rs.is_valid(schema, value):
        assert jsonschema_rs.is_valid(back, value)


WIDER = (
    "properties that differ are optional",
    "several alternatives may match",
    "both forms are allowed",
    "which allows any object",
)
"""Changes after which a schema accepts more values."""


@given(SCHEMAS, st.sampled_from(["object", "ollama", "openapi"]), VALUES.filter(lambda value: isinstance(value, dict)))
def test_where_no_loss_is_noted_nothing_is_lost(schema: Any, name: StyleName, value: Any) -> None:
    done = translate(schema, style(name))
    if any(note.kind == "dropped" or note.why.endswith(WIDER) for note in done.notes):
        return
    translated = from_openapi(done.schema) if name == "openapi" else done.schema
    assert jsonschema_rs.is_valid(translated, value) == jsonschema_rs.is_valid(schema, value)


@given(SCHEMAS, st.sampled_from(STYLES))
def test_only_keywords_of_the_style_are_left(schema: Any, name: StyleName) -> None:
    def check(part: Any) -> None:
        if isinstance(part, dict):
            assert all(style(name).takes(key) for key in part if key != "$defs")
            for key in ("anyOf", "oneOf", "allOf"):
                for inner in part.get(key, ()):
                    check(inner)
            for inner in part.get("properties", {}).values():
                check(inner)
            check(part.get("items"))

    check(translate(schema, style(name)).schema)


@given(SCHEMAS)
def test_strict_objects_are_closed_and_complete(schema: Any) -> None:
    def check(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("type") == "object":
                assert part["additionalProperties"] is False
                assert set(part.get("properties", ())) <= set(part.get("required", ()))
            for inner in (*part.get("anyOf", ()), *part.get("oneOf", ()), *part.get("properties", {}).values()):
                check(inner)
            check(part.get("items"))

    check(translate(schema, style("strict-openai")).schema)


def test_every_loss_is_noted_with_its_place() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a/b": {"type": "integer", "multipleOf": 2},
            "kind": {"oneOf": [{"const": 1}, {"type": ["string", "null"]}]},
        },
        "additionalProperties": False,
    }
    translated = translate(schema, style("openapi"))
    assert translated.schema == {
        "type": "object",
        "properties": {
            "a/b": {"type": "integer"},
            "kind": {"anyOf": [{}, {"type": "string", "nullable": True}]},
        },
    }
    assert [(note.kind, note.where) for note in translated.notes] == [
        ("dropped", "/additionalProperties"),
        ("dropped", "/properties/a~1b/multipleOf"),
        ("changed", "/properties/kind/oneOf"),
        ("changed", "/properties/kind/anyOf/0/const"),
        ("dropped", "/properties/kind/anyOf/0/enum"),
    ]


def test_parts_that_are_put_together_lose_nothing_in_silence() -> None:
    parts = [
        {"properties": {"a": {"type": "string"}}, "additionalProperties": False},
        {"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["b"], "description": "Of it."},
    ]
    translated = translate({"type": "object", "allOf": parts}, style("ollama"))
    assert translated.schema == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {}},
        "required": ["b"],
        "description": "Of it.",
    }
    assert [(note.kind, note.where) for note in translated.notes] == [
        ("dropped", "/allOf/0/additionalProperties"),
        ("dropped", "/allOf/1/properties/a"),
        ("changed", "/allOf"),
    ]


def test_alternatives_at_the_top_are_one_object() -> None:
    cat = {
        "type": "object",
        "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
        "required": ["kind"],
    }
    dog = {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind", "name"]}
    translated = translate({"oneOf": [{"$ref": "#/$defs/cat"}, dog], "$defs": {"cat": cat}}, style("object"))
    assert {key: value for key, value in translated.schema.items() if key != "$defs"} == {
        "type": "object",
        "properties": {"kind": {"anyOf": [{"const": "cat"}, {"const": "dog"}]}, "lives": {"type": "integer"}},
        "required": ["kind"],
    }
    assert [(note.kind, note.where) for note in translated.notes] == [
        ("changed", "/oneOf/1/properties/kind"),
        ("changed", "/oneOf"),
        ("changed", ""),
    ]


def test_what_refers_to_itself_is_cut_where_references_cannot_stand() -> None:
    tree = {"type": "object", "properties": {"inner": {"$ref": "#"}}}
    assert is_recursive(tree)
    translated = translate(tree, style("ollama"))
    assert [note.kind for note in translated.notes] == ["dropped"]
    assert not is_recursive(translated.schema)


@pytest.mark.parametrize("name", STYLES)
def test_references_that_grow_without_end_do_not(name: StyleName) -> None:
    definitions = {
        f"d{n}": {"type": "object", "properties": {key: {"$ref": f"#/$defs/d{n + 1}"} for key in "abcd"}}
        for n in range(30)
    }
    translate({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions}, style(name))


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(True, id="true"),
        pytest.param([], id="list"),
        pytest.param({"$ref": "#"}, id="reference-to-itself"),
        pytest.param({"$ref": 3}, id="reference-number"),
        pytest.param({"type": 3}, id="type-number"),
        pytest.param({"anyOf": 3}, id="any-of-number"),
        pytest.param({"properties": []}, id="properties-list"),
    ],
)
@pytest.mark.parametrize("name", STYLES)
def test_what_is_no_schema_makes_none_fail(schema: Any, name: StyleName) -> None:
    translate(schema, style(name))


PLACE = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
BOTH = {"x": {"type": "integer"}, "y": {"type": "string"}}


@pytest.mark.parametrize("union", ["anyOf", "oneOf"])
def test_a_reference_or_null_is_what_it_refers_to(union: str) -> None:
    schema = {"type": "object", "properties": {"b": {union: [{"$ref": "#/$defs/A"}, {"type": "null"}]}}}
    translated = translate(schema | {"$defs": {"A": PLACE}}, style("openapi"))
    assert translated.schema["properties"]["b"] == PLACE | {"nullable": True}
    assert not any(note.kind == "dropped" for note in translated.notes)


@pytest.mark.parametrize("name", ["openapi", "ollama"])
def test_what_stands_beside_a_reference_holds_as_well(name: StyleName) -> None:
    beside = {"$ref": "#/$defs/A", "properties": {"y": {"type": "string"}}, "required": ["y"], "maxProperties": 3}
    small = PLACE | {"maxProperties": 2, "description": "Where."}
    schema = {"type": "object", "properties": {"b": beside}, "$defs": {"A": small}}
    translated = translate(schema, style(name))
    found = translated.schema["properties"]["b"]
    assert (found["properties"], {*found["required"]}, found["description"]) == (BOTH, {"x", "y"}, "Where.")
    noted = [(note.kind, note.where) for note in translated.notes if note.where.endswith("$ref")]
    assert noted == [("dropped", "/properties/b/$ref"), ("changed", "/properties/b/$ref")]


def test_what_stands_beside_a_reference_at_the_top_holds_as_well() -> None:
    schema = {"$ref": "#/$defs/A", "properties": {"y": {"type": "string"}}, "required": ["y"], "$defs": {"A": PLACE}}
    found = translate(schema, style("object")).schema
    assert (found["properties"], {*found["required"]}) == (BOTH, {"x", "y"})


@pytest.mark.parametrize("null", [pytest.param({"const": None}, id="const"), pytest.param({"enum": [None]}, id="enum")])
def test_null_alone_is_a_type_where_values_are_texts(null: Any) -> None:
    translated = translate({"type": "object", "properties": {"b": null}}, style("openapi"))
    assert translated.schema["properties"]["b"] == {"type": "null"}
    assert {note.kind for note in translated.notes} == {"changed"}


@pytest.mark.parametrize("target", ["#foo", "http://x/#foo", "http://x/#/$defs/A"])
def test_references_by_name_lead_somewhere(target: str) -> None:
    schema = {"$id": "http://x/", "type": "object", "properties": {"b": {"$ref": target}}}
    translated = translate(schema | {"$defs": {"A": PLACE | {"$anchor": "foo"}}}, style("ollama"))
    assert translated.schema["properties"]["b"] == PLACE


def test_counts_are_texts_on_geminis_wire() -> None:
    wire = {"type": "ARRAY", "minItems": "1", "items": {"type": "STRING", "maxLength": "20"}}
    schema = {"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 20}}
    assert from_openapi(wire) == schema


def test_formats_of_several_types_stay_with_theirs() -> None:
    kinds = {"type": ["integer", "string"], "format": "int64"}, {"type": ["integer", "string"], "format": "date-time"}
    schema = {"type": "object", "properties": dict(zip("ab", kinds, strict=True))}
    found = translate(schema, style("openapi")).schema["properties"]
    assert found["a"] == {"anyOf": [{"type": "integer", "format": "int64"}, {"type": "string"}]}
    assert found["b"] == {"anyOf": [{"type": "integer"}, {"type": "string", "format": "date-time"}]}


@pytest.mark.parametrize("name", ["ollama", "openapi", "strict-openai", "object"])
def test_what_refers_to_itself_in_a_part_is_cut_or_stays(name: StyleName) -> None:
    again = {"allOf": [{"$ref": "#/$defs/Tree"}], "description": "A branch."}
    tree = {"type": "object", "properties": {"left": again, "right": again}}
    schema = {"type": "object", "properties": {"root": {"$ref": "#/$defs/Tree"}}, "$defs": {"Tree": tree}}
    done = translate(schema, style(name))
    assert len(str(done.schema)) < 1000
    cut = [note for note in done.notes if note.why.startswith("the schema refers to itself")]
    assert bool(cut) is not style(name).references


def test_strict_mode_requires_only_what_is_named() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]}
    done = translate(schema, style("strict-openai"))
    assert done.schema["required"] == ["a"]
    assert ("dropped", "/required") in [(note.kind, note.where) for note in done.notes]


def test_keys_as_the_proto_has_them() -> None:
    wire = {
        "type": "OBJECT",
        "properties": {"a": {"any_of": [{"type": "STRING", "max_length": "2"}]}},
        "min_properties": 1,
    }
    assert from_openapi(wire) == {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "string", "maxLength": 2}]}},
        "minProperties": 1,
    }


@pytest.mark.parametrize(("least", "kept"), [(0, True), (1, True), (2, False)])
def test_strict_lists_are_asked_for_one_item_at_most(least: int, kept: bool) -> None:
    done = translate(
        {"type": "object", "properties": {"a": {"type": "array", "minItems": least}}}, style("strict-anthropic")
    )
    assert ("minItems" in done.schema["properties"]["a"]) is kept
    assert any(note.where.endswith("minItems") for note in done.notes) is not kept


@pytest.mark.parametrize("name", ["ollama", "openapi", "strict-openai", "strict-anthropic"])
def test_what_is_inherited_is_kept_and_can_be_written(name: StyleName) -> None:
    schema = {
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/C"}},
        "required": ["x"],
        "$defs": {
            "A": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            "B": {"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}]},
            "C": {"allOf": [{"$ref": "#/$defs/B"}, {"properties": {"c": {"type": "string"}}, "required": ["c"]}]},
        },
    }
    done = translate(schema, style(name))
    assert not any(note.kind == "dropped" for note in done.notes)
    assert len({*done.notes}) == len(done.notes)
    for value in ({"a": "1", "b": "2", "c": "3"}, {"b": "2", "c": "3"}, {"a": "1"}):
        assert jsonschema_rs.is_valid(done.schema, {"x": value}) is (len(value) == 3)


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        pytest.param(True, "the top level of a schema must be an object", id="no-object"),
        pytest.param(
            {"$ref": "#/$defs/none"}, "the reference is removed, because it leads to no schema", id="dangling"
        ),
        pytest.param(
            {"$ref": "#/$defs/object", "$defs": DEFINITIONS}, "the reference is replaced by the schema", id="reference"
        ),
    ],
)
def test_the_note_names_what_became_of_a_top_level_that_is_no_object(schema: Any, why: str) -> None:
    assert translate(schema, style("object")).notes[0].why.startswith(why)
