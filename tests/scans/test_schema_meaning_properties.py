"""Properties of the comparison of schemas, checked with validators and with a second prover."""

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from conformance.judge.schema_meaning import Different, Example, Meaning, Narrower, Same, Unknown, Wider, compare, shown

NAMES = st.sampled_from(["a", "b", "c"])
SCALARS = st.sampled_from([None, True, False, 0, 1, 2.5, "", "a", "ab"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
ARGUMENTS = st.dictionaries(NAMES, VALUES, max_size=3)
TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
SMALL = st.integers(0, 3)
PLAIN: dict[str, st.SearchStrategy[Any]] = {
    "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
    "enum": st.lists(SCALARS, min_size=1, max_size=3),
    "const": SCALARS,
    **dict.fromkeys(("minimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"), SMALL),
    "multipleOf": st.integers(1, 4),
    "pattern": st.sampled_from(["^a", "b$", "^[ab]+$"]),
    "uniqueItems": st.booleans(),
    "required": st.lists(NAMES, max_size=2, unique=True),
    "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=1),
}


def keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for schemas with a few keywords, which may contain other schemas."""
    values = {
        **PLAIN,
        **dict.fromkeys(
            ("items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"), inner
        ),
        **dict.fromkeys(("anyOf", "oneOf", "allOf", "prefixItems"), st.lists(inner, min_size=1, max_size=2)),
        "properties": st.dictionaries(NAMES, inner, max_size=2),
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=1),
        "unevaluatedProperties": inner,
    }
    chosen = st.lists(st.sampled_from(sorted(values)), max_size=3, unique=True)
    return chosen.flatmap(lambda keys: st.fixed_dictionaries({key: values[key] for key in keys}))


REFERENCES = st.sampled_from([{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/y"}])
WITHIN = st.recursive(st.booleans() | keywords(st.booleans() | REFERENCES), keywords, max_leaves=4)


def whole(root: dict[str, Any], x: Any, y: Any) -> dict[str, Any]:
    return root | {"$defs": {"x": x, "y": y}}


SCHEMAS = st.builds(
    whole,
    st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(NAMES, WITHIN, max_size=3)},
        optional={
            "required": st.lists(NAMES, max_size=2, unique=True),
            "additionalProperties": st.just(False) | WITHIN,
        },
    ),
    WITHIN,
    WITHIN,
)


@st.composite
def changed(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw a schema, and the same schema with changes in one or two places."""
    schema = draw(SCHEMAS)
    other = draw(SCHEMAS)
    keys = draw(
        st.lists(st.sampled_from(["properties", "required", "additionalProperties", "$defs"]), min_size=1, max_size=2)
    )
    mixed = {key: other[key] if key in keys and key in other else value for key, value in schema.items()}
    return schema, mixed


PAIRS = changed() | st.tuples(SCHEMAS, SCHEMAS)


def validator(schema: Any) -> Draft202012Validator | None:
    """Return the validator of a schema in its original spelling. None if the schema is invalid."""
    try:
        return Draft202012Validator(schema)
    except ValueError:
        return None


def turned(meaning: Meaning) -> Meaning:
    """Return the result that a comparison has if its two schemas are swapped. ``meaning``: the result so far."""
    match meaning:
        case Narrower(refused=refused, form=form, proven=proven):
            return Wider(accepted=refused, form=form, proven=proven)
        case Wider(accepted=accepted, form=form, proven=proven):
            return Narrower(refused=accepted, form=form, proven=proven)
        case Different(refused=refused, accepted=accepted, form=form):
            return Different(refused=accepted, accepted=refused, form=form)
    return meaning


def kept(examples: tuple[Example, ...]) -> list[tuple[Any, str]]:
    return [(example.value, example.kind) for example in examples]


@drawn(SCHEMAS)
def test_a_schema_is_the_same_as_itself(schema: dict[str, Any]) -> None:
    assert compare(schema, schema) == Same()
    assert shown(schema, schema) == ()


@drawn(PAIRS)
def test_swapped_schemas_swap_the_answer(pair: tuple[Any, Any]) -> None:
    given, sent = pair
    there, back = compare(given, sent), compare(sent, given)
    if isinstance(there, Unknown):
        assert isinstance(back, Unknown)
    else:
        assert back == turned(there)


@drawn(PAIRS)
def test_exactly_one_schema_accepts_an_example(pair: tuple[Any, Any]) -> None:
    given, sent = map(validator, pair)
    meaning = compare(*pair)
    if given is None or sent is None:
        return
    for example in getattr(meaning, "refused", ()):
        assert given.is_valid(example.value)
        assert not sent.is_valid(example.value)
    for example in getattr(meaning, "accepted", ()):
        assert sent.is_valid(example.value)
        assert not given.is_valid(example.value)


@drawn(PAIRS, st.lists(ARGUMENTS, min_size=30, max_size=30))
def test_no_value_contradicts_a_proof(pair: tuple[Any, Any], values: list[Any]) -> None:
    given, sent = map(validator, pair)
    if given is None or sent is None:
        return
    accepts_no_more, refuses_no_more = proofs(compare(*pair))
    for value in values:
        assert not accepts_no_more or given.is_valid(value) or not sent.is_valid(value)
        assert not refuses_no_more or sent.is_valid(value) or not given.is_valid(value)


def proofs(meaning: Meaning) -> tuple[bool, bool]:
    """Return two values: True if it is proven that the sent schema accepts nothing more, and that it refuses nothing
    more.
    """
    match meaning:
        case Same():
            return True, True
        case Narrower(proven=proven):
            return proven, False
        case Wider(proven=proven):
            return False, proven
    return False, False


@pytest.mark.skipif(not hasattr(jsonschema_rs, "canonicalize"), reason="this version of jsonschema-rs has no prover")
@drawn(PAIRS)
def test_a_second_prover_does_not_contradict(pair: tuple[Any, Any]) -> None:
    try:
        given, sent = (
            jsonschema_rs.canonicalize(schema | {"type": "object"}, draft=jsonschema_rs.Draft202012) for schema in pair
        )
        covered = given.covers(sent), sent.covers(given)
    except (ValueError, jsonschema_rs.canonical.CanonicalizationError):
        return
    proven = proofs(compare(*pair))
    for mine, other in zip(proven, covered, strict=True):
        assert not mine or other != jsonschema_rs.canonical.Containment.NO


def respelled(schema: Any, draw: st.DrawFn) -> Any:
    """Return a schema with the same meaning in another spelling."""
    if not isinstance(schema, dict):
        return {} if schema is True and draw(st.booleans()) else schema
    made = {key: _inner(key, value, draw) for key, value in draw(st.permutations([*schema.items()]))}
    if isinstance(made.get("type"), str):
        made["type"] = draw(st.sampled_from([made["type"], made["type"].upper(), [made["type"]]]))
    if "const" in made and "enum" not in made and draw(st.booleans()):
        made["enum"] = [made.pop("const")]
    if "required" not in made and draw(st.booleans()):
        made["required"] = []
    if "additionalProperties" not in made and "unevaluatedProperties" not in made and draw(st.booleans()):
        made["additionalProperties"] = True
    if draw(st.booleans()):
        made["description"] = draw(st.sampled_from(["", "d"]))
    if "$defs" not in made and draw(st.booleans()):
        return draw(st.sampled_from([{"allOf": [made]}, {"anyOf": [made]}, {"anyOf": [made, False]}]))
    return made


def _inner(key: str, value: Any, draw: st.DrawFn) -> Any:
    match key:
        case "properties" | "patternProperties" | "$defs":
            return {name: respelled(inner, draw) for name, inner in value.items()}
        case "anyOf" | "oneOf" | "allOf" | "prefixItems":
            return [respelled(inner, draw) for inner in value]
        case "items" | "additionalProperties" | "contains" | "propertyNames" | "not" | "if" | "then" | "else":
            return respelled(value, draw)
        case "required":
            return draw(st.permutations(value))
    return value


@drawn(st.data(), PAIRS)
def test_another_spelling_does_not_change_the_answer(data: st.DataObject, pair: tuple[Any, Any]) -> None:
    given, sent = pair
    other = respelled(sent, data.draw)
    before, after = compare(given, sent), compare(given, other)
    if isinstance(after, Unknown) and not after.why.startswith("no proof"):
        return  # it is not compared, but with itself
    assert isinstance(after, type(before))
    assert kept(getattr(before, "refused", ())) == kept(getattr(after, "refused", ()))
    assert kept(getattr(before, "accepted", ())) == kept(getattr(after, "accepted", ()))
