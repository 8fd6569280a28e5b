"""Tests of the values in validators' findings, and that validators fetch no other document."""

from typing import Any

import pytest

from conformance.judge import schemas
from toolwire.model import Json
from toolwire.providers import wire_format

LONG = {"b": "y" * 60, "a": {"z": 1e20, "y": "é"}}


@pytest.mark.parametrize(
    ("value", "shown"),
    {
        "short": ({"b": 1, "a": "é"}, '{"a":"é","b":1} is not of type "null"'),
        "long": (LONG, f'{{"a":{{"y":"é","z":1e+20}},"b":"{"y" * 50} ... is not of type "null"'),
        "half-a-pair": (["\ud800"], '["\\ud800"] is not of type "null"'),
    }.values(),
    ids=["short", "long", "half-a-pair"],
)
def test_values_are_shown_in_one_order_and_form(value: object, shown: str) -> None:
    (finding,) = schemas.violations(schemas.validator({"type": "null"}), value)  # type: ignore[arg-type]
    assert finding.message == shown


def test_a_schema_elsewhere_is_not_fetched() -> None:
    with pytest.raises(ValueError, match=r"https://example\.org/tool\.json is not fetched"):
        schemas.validator({"$ref": "https://example.org/tool.json"})


def test_a_schema_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match='not a valid JSON Schema: "nope" is not valid under any'):
        schemas.validator({"type": "nope"})


PARTS = {"type": "array", "items": {"type": "object", "required": ["text"]}}


@pytest.mark.parametrize(
    ("schema", "document", "kind"),
    [
        pytest.param({"type": "string"}, ["a {"], "retyped", id="type"),
        pytest.param({"required": ["a"]}, {}, "lost", id="required"),
        pytest.param({"additionalProperties": False}, {"a": 1}, "added", id="additional"),
        pytest.param({"not": {"required": ["a"]}}, {"a": 1}, "added", id="forbidden"),
        pytest.param({"enum": ["a"]}, "b", "changed", id="enum"),
        pytest.param({"anyOf": [{"type": "string"}, PARTS]}, [{}], "lost", id="nearest"),
        pytest.param({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, "retyped", id="none-near"),
    ],
)
def test_the_keyword_decides_the_kind_of_a_violation(schema: Any, document: Any, kind: str) -> None:
    assert [found.kind for found in schemas.violations(schemas.validator(schema), document)] == [kind]


@pytest.mark.parametrize(("created_at", "lacks"), [(1747699200, []), (1748736000, [" required sequence_number"])])
def test_older_answers_may_lack_what_answers_have_since_a_day(created_at: int, lacks: list[str]) -> None:
    """Check answers from before and after the day on which the API added ``sequence_number`` (2025-05-22)."""
    form = wire_format("openai", "openai_responses")
    event: Json = {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0, "content_index": 0,
                   "delta": "Hi"}  # fmt: skip
    day = schemas.answered_on(form, [{"response": {"created_at": created_at}}, event])
    assert day is not None
    found = schemas.deviating(form, "event", event, day=day)
    assert [deviation for deviations, _ in found for deviation in deviations] == lacks


def test_an_answer_states_no_day_without_its_time() -> None:
    form = wire_format("openai", "openai_responses")
    assert schemas.answered_on(form, [{}, {"created_at": -1}, {"created_at": 1e300}, {"response": None}]) is None
