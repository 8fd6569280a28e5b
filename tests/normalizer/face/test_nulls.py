"""Tests that the nulls that strict mode requires for missing arguments are removed everywhere."""

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import Normalizer
from toolwire.client.nulls import without_nulls
from toolwire.dialects.arguments import from_text
from toolwire.model import Request, ToolCall, ToolDefinition
from toolwire.wire import exact_json

LEAVES = [
    ({"type": "string"}, "x"), ({"type": "integer"}, 1), ({"enum": ["x"]}, "x"),
    ({"type": ["integer", "null"]}, None), ({"anyOf": [{"type": "string"}, {"type": "null"}]}, None),
]  # fmt: skip
"""Schemas, each with a value that it accepts."""
NAMES = ("a", "b", "c")


@st.composite
def written(draw: st.DrawFn, definitions: dict[str, Any], depth: int) -> tuple[Any, Any, Any]:
    """Draw a schema, a value that a model writes in strict mode, and the meaning of this value."""
    kinds = ("leaf", "object", "list", "reference", "alternatives") if depth else ("leaf",)
    kind = draw(st.sampled_from(kinds))
    if kind == "leaf":
        schema, value = draw(st.sampled_from(LEAVES))
        return schema, value, value
    if kind == "object":
        return draw(an_object(definitions, depth - 1))
    if kind == "list":
        schema, strict, bare = draw(written(definitions, depth - 1))
        size = draw(st.integers(0, 2))
        return {"type": "array", "items": schema}, [strict] * size, [bare] * size
    if kind == "reference":
        schema, strict, bare = draw(written(definitions, depth - 1))
        name = f"d{len(definitions)}"
        definitions[name] = schema
        return {"$ref": f"#/$defs/{name}"}, strict, bare
    alternatives = [draw(an_object(definitions, depth - 1, {"kind": number})) for number in range(2)]
    _, strict, bare = alternatives[draw(st.integers(0, 1))]
    return {draw(st.sampled_from(["anyOf", "oneOf"])): [schema for schema, _, _ in alternatives]}, strict, bare


@st.composite
def an_object(draw: st.DrawFn, definitions: dict[str, Any], depth: int, fixed: Any = None) -> tuple[Any, Any, Any]:
    properties, strict, bare, required = {}, {}, {}, []
    for name, value in (fixed or {}).items():
        properties[name] = {"const": value}
        required.append(name)
        strict[name] = bare[name] = value
    for name in draw(st.sets(st.sampled_from(NAMES))):
        properties[name], strict[name], bare[name] = draw(written(definitions, depth))
        if draw(st.booleans()):
            required.append(name)
        elif draw(st.booleans()):
            strict[name] = None
            del bare[name]
            if jsonschema_rs.is_valid({"$defs": definitions, "anyOf": [properties[name]]}, None):
                bare[name] = None
    return {"type": "object", "properties": properties, "required": required}, strict, bare


@given(data=st.data())
def test_what_fits_a_strict_schema_fits_the_tools_own_without_its_nulls(data: Any) -> None:
    definitions: dict[str, Any] = {}
    schema, strict, bare = data.draw(an_object(definitions, 3))
    tool = ToolDefinition(name="f", parameters=schema | {"$defs": definitions}, strict=True)
    (sent,) = Normalizer("openai").tools([tool]).body["tools"]
    assert jsonschema_rs.is_valid(sent["function"]["parameters"], strict)
    [call] = answered(tool, strict)
    assert call.faults == ()
    assert call.parameters == bare


def answered(tool: ToolDefinition, arguments: Any) -> Any:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": exact_json.dumps(arguments)}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    body = {"choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}
    return Normalizer("openai").response(body, Request(messages=(), tools=(tool,))).calls


POINT = {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "given", "expected"),
    [
        pytest.param(
            {"properties": {"p": {"$ref": "#/$defs/P"}}, "$defs": {"P": POINT}},
            {"p": {"x": 1, "y": None}},
            {"p": {"x": 1}},
            id="reference",
        ),
        pytest.param(
            {"properties": {"p": {"$ref": "#p"}}, "$defs": {"P": {"$anchor": "p"} | POINT}},
            {"p": None},
            {},
            id="anchor",
        ),
        pytest.param(
            {"properties": {"p": {"$ref": "#"}, "q": {"type": "string"}}},
            {"p": {"p": None, "q": "x"}},
            {"p": {"q": "x"}},
            id="root",
        ),
        pytest.param(
            {"properties": {"p": {"allOf": [POINT, {"required": ["y"]}]}}},
            {"p": {"x": 1, "y": 2}},
            {"p": {"x": 1, "y": 2}},
            id="all-of",
        ),
        pytest.param(
            {"properties": {"p": {"prefixItems": [POINT]}}},
            {"p": [{"x": 1, "y": None}, {"y": None}]},
            {"p": [{"x": 1}, {"y": None}]},
            id="prefix-items",
        ),
        pytest.param(
            {
                "anyOf": [
                    {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                    {"properties": {"b": {"type": "string"}}, "required": ["b"]},
                ]
            },
            {"a": None, "b": "x"},
            {"b": "x"},
            id="any-of-objects",
        ),
        pytest.param(
            {
                "properties": {
                    "p": {
                        "anyOf": [
                            {"properties": {"a": {"type": "string"}}},
                            {"properties": {"a": {"type": ["string", "null"]}, "b": {"type": "integer"}}},
                        ]
                    }
                }
            },
            {"p": {"a": None, "b": 1}},
            {"p": {"a": None, "b": 1}},
            id="any-of-with-null",
        ),
        pytest.param(
            {"properties": {"p": {"$ref": "#/$defs/none"}}}, {"p": None}, {"p": None}, id="reference-to-nothing"
        ),
        pytest.param(
            {"properties": {"p": {"$ref": "#/$defs/P"}}, "$defs": {"P": {"$ref": "#/$defs/P"}}},
            {"p": {"x": None}},
            {"p": {"x": None}},
            id="reference-to-itself",
        ),
        pytest.param({"properties": {"p": {}}}, {"p": None}, {"p": None}, id="any-value"),
        pytest.param(
            {"properties": {"p": POINT}}, {"p": {"x": None, "y": None}}, {"p": {"x": None}}, id="required-stays"
        ),
        pytest.param({"properties": {"p": POINT}}, {"q": None}, {"q": None}, id="unknown-key-stays"),
    ],
)
def test_by_hand(schema: Any, given: Any, expected: Any) -> None:
    tool = ToolDefinition(name="f", parameters={"type": "object"} | schema, strict=True)
    call = ToolCall(id="c", name="f", arguments=from_text(exact_json.dumps(given)))
    cleaned, notes = without_nulls(call, [tool], "")
    assert cleaned.arguments.value == expected
    assert bool(notes) is (given != expected)


@pytest.mark.parametrize("strict", [False, None])
def test_of_tools_that_are_not_strict_nothing_is_taken_out(strict: bool | None) -> None:
    tool = ToolDefinition(name="f", parameters={"type": "object", "properties": {"p": POINT}}, strict=strict)
    call = ToolCall(id="c", name="f", arguments=from_text('{"p": null}'))
    assert without_nulls(call, [tool], "") == (call, ())


NODE = {
    "anyOf": [
        {"type": "object", "required": ["k", "c"], "properties": {"k": {"const": "and"}, "c": {"$ref": "#/$defs/N"}}},
        {
            "type": "object",
            "required": ["k", "c"],
            "properties": {"k": {"const": "not"}, "c": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}},
        },
    ]
}


@pytest.mark.parametrize("depth", [1, 12, 60])
def test_alternatives_within_alternatives_are_looked_at_once(depth: int) -> None:
    properties = {"n": {"$ref": "#/$defs/N"}, "unit": {"type": "string"}}
    parameters = {"type": "object", "required": ["n"], "properties": properties, "$defs": {"N": NODE}}
    tree: Any = None
    for _ in range(depth):
        tree = {"k": "not", "c": tree}
    tool = ToolDefinition(name="f", parameters=parameters, strict=True)
    call = ToolCall(id="c", name="f", arguments=from_text(exact_json.dumps({"n": tree, "unit": None})))
    cleaned, notes = without_nulls(call, [tool], "")
    assert cleaned.arguments.value == {"n": tree}
    assert len(notes) == 1
