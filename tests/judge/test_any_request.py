"""Tests that rules and schemas find faults in any request, and never raise an exception."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.judge import rules, schemas
from conformance.judge.rules import checker, frames
from conformance.judge.rules.steps import Sent, read
from toolwire.providers import load_all, own_rules, owner, wire_format
from toolwire.wire import exact_json
from toolwire.wire.exact_json import Number
from toolwire.wire.exchange import WireResponse

from .bench import dialects, document

RULES = {
    dialect: tuple(
        rule
        for provider, profile in load_all().items()
        if dialect in profile.dialects
        for rule in own_rules(provider, dialect)
    )
    for dialect in dialects()
}
"""The rules of all providers that speak each dialect."""
HISTORY = "history-parallel-results.plain"
WORDS = st.sampled_from(["", "a", "user", "assistant", "tool", "function", "function_call", "\ud800", "null"])
SCALARS = st.sampled_from([None, True, False, 0, -1, 1.5, Number("1e400"), Number("1e99999999999999999999")]) | WORDS
KEYS = st.sampled_from(
    ["role", "content", "parts", "type", "id", "call_id", "tool_calls", "function", "name", "arguments", "parameters",
     "properties", "required", "$ref", "$defs", "anyOf", "items", "strict", "functionCall", "functionResponse",
     "\udc00"]
)  # fmt: skip
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


@st.composite
def requests(draw: Any, dialect: str) -> Any:
    """Draw a right request with arbitrary values in some places. The whole request may be replaced."""
    body = exact_json.loads(document(dialect, HISTORY)["interactions"][-1]["request"]["body"])
    for _ in range(draw(st.integers(1, 3))):
        body = _spoiled(draw, body)
    return body


def _spoiled(draw: Any, value: Any) -> Any:
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 5)) == 0:
        return draw(ANYTHING)
    if isinstance(value, list):
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], _spoiled(draw, value[place]), *value[place + 1 :]]
    key = draw(st.sampled_from(sorted(value)))
    return {**value, key: _spoiled(draw, value[key])}


@pytest.mark.parametrize("dialect", dialects())
@given(data=st.data())
def test_no_request_breaks_a_rule_s_checker_or_the_schema(dialect: str, data: Any) -> None:
    body = data.draw(requests(dialect))
    form = wire_format(owner(dialect), dialect)
    sent = read(body, form.history)
    for rule in RULES[dialect]:
        if rule.check is not None and rule.applies_to == "request" and not checker(rule).applies(sent):
            assert not [*checker(rule).violations(sent)]
    list(rules.violations(body, form.history, RULES[dialect]))
    list(schemas.request_violations(form, body, RULES[dialect]))


@given(found=st.lists(ANYTHING, max_size=4))
def test_no_answer_breaks_a_rule_s_checker(found: list[Any]) -> None:
    for dialect in dialects():
        view = wire_format(owner(dialect), dialect).history
        response = WireResponse(headers={"content-type": "text/event-stream"}, body=b"data: {}\n\n")
        for mode, body in (("stream", frames.document(response, found)), ("plain", found[0] if found else None)):
            answered = Sent(body, (), view)
            for rule in rules.checked(RULES[dialect], mode):
                broken = [*checker(rule).violations(answered)]
                assert not broken or checker(rule).applies(answered)


@pytest.mark.parametrize(
    "tools",
    [
        pytest.param({"a": None}, id="object"),
        pytest.param(["get_weather"], id="name"),
        pytest.param([None], id="null"),
        pytest.param([[]], id="list"),
        pytest.param([{"function": None}], id="function-null"),
        pytest.param("function", id="text"),
    ],
)
@pytest.mark.parametrize("dialect", dialects())
def test_tools_that_are_none_are_findings(dialect: str, tools: Any) -> None:
    form = wire_format(owner(dialect), dialect)
    body = exact_json.loads(document(dialect, HISTORY)["interactions"][-1]["request"]["body"]) | {"tools": tools}
    list(rules.violations(body, form.history, RULES[dialect]))
    assert [*schemas.request_violations(form, body, ())]
