"""Tests that hostile schemas are compared in bounded time: doubled definitions, long lists, many choices and
properties.
"""

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from conformance.judge.schema_meaning import Same, compare, pair
from tests.judge.test_schema_meaning import COUNT, TEXT, entry, examples, tool, unary


def bomb(levels: int, leaf: dict[str, Any]) -> dict[str, Any]:
    definitions = {
        f"d{n}": tool(a={"$ref": f"#/$defs/d{n + 1}"}, b={"$ref": f"#/$defs/d{n + 1}"}) for n in range(levels)
    }
    return unary({"$ref": "#/$defs/d0"}) | {"$defs": definitions | {f"d{levels}": leaf}}


def nested_lists(levels: int, **leaf: Any) -> dict[str, Any]:
    schema: dict[str, Any] = TEXT | leaf
    for _ in range(levels):
        schema = {"type": "array", "items": schema, "minItems": 5000}
    return schema


WITHIN: dict[str, Any] = {"a0": TEXT}
for n in range(1, 40):
    less = {"$ref": f"#/$defs/a{n - 1}"}
    WITHIN[f"a{n}"] = {"anyOf": [less, {"type": "object", "properties": {"x": less, "y": less}}]}


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        pytest.param(bomb(25, TEXT), bomb(25, COUNT), id="doubled-at-every-level"),
        pytest.param(unary(TEXT | {"minLength": 10**12}), unary(TEXT), id="huge-length"),
        pytest.param(unary({"type": "array", "minItems": 10**12}), unary({"type": "array"}), id="huge-count"),
        pytest.param(unary({"type": "number", "maximum": 10**400}), unary({"type": "number"}), id="huge-number"),
        pytest.param(unary(TEXT | {"pattern": "^(?=x)((a+)+)+\\1$"}), unary(TEXT), id="backtracking"),
        pytest.param(
            {"allOf": [{"anyOf": [{"required": [f"k{n}"]}, {"required": [f"l{n}"]}]} for n in range(40)]},
            {},
            id="many-choices",
        ),
        pytest.param(
            {"oneOf": [{"required": [f"k{n}"]} for n in range(40)]},
            {"anyOf": [{"required": [f"k{n}"]} for n in range(40)]},
            id="one-of-many",
        ),
        pytest.param(
            tool(**{f"p{n}": TEXT for n in range(500)}),
            tool(**{f"p{n}": COUNT for n in range(500)}),
            id="many-properties",
        ),
        pytest.param(unary(TEXT), unary({"$ref": "#/$defs/a39"}) | {"$defs": WITHIN}, id="alternatives-within"),
        pytest.param(unary(nested_lists(6)), unary(nested_lists(6, minLength=1)), id="long-lists-in-long-lists"),
        pytest.param(
            tool(**{f"p{n}": TEXT | {"minLength": 9_000} for n in range(300)}), unary(TEXT), id="many-long-texts"
        ),
        pytest.param(
            unary({"anyOf": [{"anyOf": [entry(n) for n in range(40)]} for _ in range(40)]}), unary(COUNT), id="choices"
        ),
    ],
)
def test_hostile_schemas_are_compared_in_bounded_time(given: Any, sent: Any) -> None:
    meaning = compare(given, sent)
    assert not isinstance(meaning, Same)
    assert all(len(found) <= 8 for found in examples(meaning))


def test_a_search_makes_the_validators_of_a_schema_once(monkeypatch: pytest.MonkeyPatch) -> None:
    make, made = pair._validator, list[dict[str, Any]]()

    def counted(schema: dict[str, Any]) -> Draft202012Validator:
        made.append(schema)
        return make(schema)

    monkeypatch.setattr(pair, "_validator", counted)
    compare(unary(nested_lists(3)), unary(nested_lists(3, minLength=1)))
    assert len(made) < 40
