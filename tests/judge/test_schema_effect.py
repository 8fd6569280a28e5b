"""Tests of the effect that a difference in a tool's schema has.

The whole schemas are compared first. If they differ, each difference is judged by itself.
"""

from typing import Any

import pytest

from conformance.judge.finding import Effect
from conformance.judge.schema_effect import of_schemas, within_schemas

TEXT = {"type": "string"}
CITY = {"type": "string", "description": "Name of the city."}


def tool(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*required]}


CLOSED = tool("city", city=CITY) | {"additionalProperties": False}
WHOLE = {
    "same": (tool("city", city=CITY), tool("city", city=CITY), "form", "(proven)"),
    "searched": (
        tool(a=TEXT | {"pattern": "^a+$"}),
        tool(a=TEXT | {"pattern": "^aa*$"}),
        "form",
        "(searched: ",
    ),
    "not-comparable": (tool(a={"maximum": 1e300}), tool(a={"type": "thing"}), "tools", "unknown whether"),
    "closed": (
        tool("city", city=CITY),
        CLOSED,
        "form",
        'refuses only properties that the user\'s schema does not name (proven), such as {"city":',
    ),
    "opened": (CLOSED, tool("city", city=CITY), "tools", "which the user's schema refuses"),
    "closed-map": (
        tool(headers={"type": "object"}),
        tool(headers={"type": "object", "additionalProperties": False}),
        "tools",
        "refuses {",
    ),
    "closed-and-required-lost": (tool("city", city=CITY), CLOSED | {"required": []}, "tools", "accepts {}, which"),
    "optional-made-required": (tool(unit=TEXT), tool("unit", unit=TEXT), "tools", "refuses {}, which the user's"),
    "null-added": (
        tool(unit=TEXT),
        tool(unit={"type": ["string", "null"]}),
        "tools",
        'accepts {"unit":null}, which the user\'s schema refuses',
    ),
    "nullable-in-json-schema": (tool(unit=TEXT), tool(unit=TEXT | {"nullable": True}), "form", "(proven)"),
    "property-called-nullable": (tool(nullable=TEXT), tool(), "tools", "accepts {"),
    "property-called-additionalProperties-refused": (
        tool(a=TEXT),
        tool(a=TEXT, additionalProperties=False),
        "tools",
        "refuses {",
    ),
    "enum-lost": (tool(unit={"enum": ["a", "b"]}), tool(unit=TEXT), "tools", "accepts {"),
    "enum-in-another-order": (tool(unit={"enum": ["a", "b"]}), tool(unit={"enum": ["b", "a"]}), "form", "(proven)"),
    "type-that-is-none": (tool(a=TEXT), tool(a={"type": "STRING"}), "tools", 'an unknown type: "STRING"'),
    "type-of-openapi-made-one": (tool(a={"type": "STRING"}), tool(a=TEXT), "form", "(proven)"),
    "inlined": (
        tool(a={"$ref": "#/$defs/x"}) | {"$defs": {"x": CITY}},
        tool(a=CITY),
        "form",
        "(proven)",
    ),
    "inlined-without-its-description": (
        tool(a={"$ref": "#/$defs/x"}) | {"$defs": {"x": CITY}},
        tool(a=TEXT),
        "tools",
        "(proven), but the model reads something else",
    ),
    "no-parameters": (None, {"type": "object", "properties": {}}, "form", "(proven)"),
}


@pytest.mark.parametrize(("given", "sent", "effect", "meaning"), WHOLE.values(), ids=WHOLE)
def test_schemas_are_weighed_by_what_they_accept(given: Any, sent: Any, effect: Effect, meaning: str) -> None:
    found = of_schemas(given, sent)
    assert (found.effect, meaning in found.meaning) == (effect, True), found.meaning


@pytest.mark.parametrize(
    ("place", "effect"),
    [
        pytest.param("/properties/city/description", "tools", id="description"),
        pytest.param("/properties/title/default/description", "tools", id="in-a-default"),
        pytest.param("/properties/description/type", "form", id="property-called-description"),
        pytest.param("/properties/description", "form", id="whole-property-called-description"),
        pytest.param("/items/anyOf/0/title", "tools", id="title-of-an-alternative"),
        pytest.param("/enum/0", "form", id="value"),
        pytest.param("/$schema", "form", id="schema-of-the-schema"),
        pytest.param("", "form", id="root"),
    ],
)
def test_only_what_a_model_reads_is_weighed_by_itself(place: str, effect: Effect) -> None:
    assert within_schemas(place, tool("city", city=CITY), tool("city", city=CITY)).effect == effect


MADE_STRICT = tool("city", "unit", city=CITY, unit=TEXT) | {"additionalProperties": False}
MAP = tool("headers", headers={"type": "object"})


@pytest.mark.parametrize(
    ("place", "given", "sent", "effect", "meaning"),
    [
        pytest.param(
            "/additionalProperties", tool("city", city=CITY, unit=TEXT), MADE_STRICT, "form", "(proven)", id="closed"
        ),
        pytest.param(
            "/required/1", tool("city", city=CITY, unit=TEXT), MADE_STRICT, "tools", "refuses {", id="required"
        ),
        pytest.param(
            "/properties/headers/additionalProperties",
            MAP,
            tool("headers", "unit", headers={"type": "object", "additionalProperties": False}),
            "tools",
            "refuses {",
            id="closed-map",
        ),
        pytest.param(
            "/properties/unit/type",
            tool("city", city=CITY, unit={"enum": ["a", "b"]}),
            tool(city=CITY, unit={"enum": ["a", "b"], "type": "string"}),
            "form",
            "(proven)",
            id="type-beside-an-enum",
        ),
        pytest.param(
            "/required/0",
            tool("city", city=CITY, unit={"enum": ["a", "b"]}),
            tool(city=CITY, unit={"enum": ["a", "b"], "type": "string"}),
            "tools",
            "accepts {}",
            id="required-lost-beside-it",
        ),
        pytest.param(
            "/properties/a/maximum",
            tool("b", a={"type": "integer", "maximum": 3}, b=TEXT),
            tool(a={"type": "integer"}, b=TEXT),
            "tools",
            'accepts {"a":4,"b":"a"}',
            id="its-own-example",
        ),
        pytest.param(
            "/properties/a/$ref",
            tool("b", a={"$ref": "#/$defs/x"}, b=TEXT) | {"$defs": {"x": CITY}},
            tool(a=CITY, b=TEXT),
            "form",
            "(proven)",
            id="reference-replaced",
        ),
        pytest.param(
            "/properties/a/$ref",
            tool("b", a={"$ref": "#/$defs/x"}, b=TEXT) | {"$defs": {"x": CITY}},
            tool(a={}, b=TEXT),
            "tools",
            "accepts {",
            id="reference-lost",
        ),
        pytest.param(
            "/properties/a/anyOf/1",
            tool("b", a={"anyOf": [TEXT, {"type": "null"}]}, b=TEXT),
            tool(a={"anyOf": [TEXT]}, b=TEXT),
            "tools",
            'refuses {"a":null',
            id="alternative-lost",
        ),
        pytest.param(
            "/properties/a/minimum",
            tool(a={"type": "integer", "minimum": 3, "exclusiveMinimum": 2}),
            tool(a={"type": "integer"}),
            "tools",
            "accepts {",
            id="two-that-only-together-lose-something",
        ),
        pytest.param(
            "/properties/a/minimum",
            tool("b", a={"type": "integer", "minimum": 3, "exclusiveMinimum": 2}, b=TEXT),
            tool(a={"type": "integer"}, b=TEXT),
            "tools",
            "accepts {",
            id="two-that-only-together-lose-something-beside-a-third",
        ),
        pytest.param(
            "/properties/a/type",
            tool("b", a={"$ref": "#/$defs/x"}, b=TEXT) | {"$defs": {"x": CITY}},
            tool(a=CITY, b=TEXT),
            "form",
            "(proven)",
            id="type-that-replaces-a-reference",
        ),
        pytest.param("/properties/a/type", None, tool("a", a=TEXT), "tools", "refuses {", id="no-schema-to-change"),
    ],
)
def test_each_difference_is_judged_by_itself(place: str, given: Any, sent: Any, effect: Effect, meaning: str) -> None:
    found = within_schemas(place, given, sent)
    assert (found.effect, meaning in found.meaning) == (effect, True), found.meaning


def test_the_example_is_one_of_the_keyword_that_differs() -> None:
    given = {
        "type": "object",
        "properties": {"a": {"type": "integer"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    sent = {"type": "object", "properties": {"a": {"type": "integer"}}}
    assert "accepts {}," in within_schemas("/required", given, sent).meaning
    assert 'accepts {"a":0,"other":0},' in within_schemas("/additionalProperties", given, sent).meaning
