"""Tests that two values have the same spelling exactly if the judge counts them as equal."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.judge import arguments
from toolwire.wire import exact_json
from toolwire.wire.spelling import spelled


def members(pairs: list[tuple[str, str]]) -> str:
    return ",".join(f'"{key}":{item}' for key, item in pairs)


NUMBERS = st.sampled_from(["0", "-0", "0e9", "1", "1.0", "10e-1", "1e400", "10e399", "-1", "9007199254740993"])
TEXTS = st.recursive(
    st.one_of(NUMBERS, st.sampled_from(["null", "true", "false", '""', '"1"', '"\\ud800"', '"\\\\ud800"'])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]"),
        st.lists(st.tuples(st.sampled_from(["a", "b"]), inner), max_size=3).map(lambda pairs: f"{{{members(pairs)}}}"),
    ),
    max_leaves=6,
)
"""Values as JSON text. Some objects repeat a key."""


def value(text: str) -> Any:
    return exact_json.loads(text)


@given(TEXTS, TEXTS)
def test_what_is_spelled_alike_is_the_same(first: str, second: str) -> None:
    alike = spelled(value(first)) == spelled(value(second))
    assert alike is arguments.same(value(first), value(second))


@given(TEXTS)
def test_a_spelling_is_spelled_as_it_is(text: str) -> None:
    assert spelled(value(spelled(value(text)))) == spelled(value(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"b": 1.10, "a": [-0.0, 1e3]}', '{"a":[0,1000],"b":1.1}'),
        ('{"b": 1, "b": {"x": 2}, "a": 0}', '{"b":1,"b":{"x":2},"a":0}'),
        ('{"b": {}, "b": {}}', '{"b":{},"b":{}}'),
        ("[true, 1]", "[true,1]"),
    ],
)
def test_there_is_one_spelling(text: str, expected: str) -> None:
    assert spelled(value(text)) == expected
