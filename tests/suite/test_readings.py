"""Tests of the conversion of clients' readings to the canonical form: the order of text and calls."""

from typing import Any

import pytest

from conformance.adapters.wire import ReadCall, Reading
from conformance.suite.readings import response
from toolwire.model import ToolCall
from toolwire.providers import wire_format

FORM = wire_format("anthropic", "anthropic_messages")


def parts(text: str, calls: int, *order: Any) -> list[str]:
    read = Reading(text=text, calls=(ReadCall(id="a", name="f", arguments="{}"),) * calls, order=order)
    return ["()" if isinstance(part, ToolCall) else part.text for part in response(read, FORM).parts]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "order", "expected"),
    [
        ("ab", ("text", "call", "call"), ["ab", "()", "()"]),
        ("ab", ("call", "call", "text"), ["()", "()", "ab"]),
        ("ab", ("call", "text", "text", "call"), ["()", "ab", "()"]),
        ("abc", ("text", "call", "text", "call", "text"), ["a", "()", "b", "()", "c"]),
        ("abc", ("text", "call", "text", "call"), ["a", "()", "bc", "()"]),
        ("", ("call", "call"), ["()", "()"]),
    ],
)
def test_text_and_calls_stand_in_the_order_that_is_shown(
    text: str, order: tuple[str, ...], expected: list[str]
) -> None:
    assert parts(text, 2, *order) == expected


@pytest.mark.parametrize(
    ("text", "order"),
    [
        pytest.param("ab", (), id="none is shown"),
        pytest.param("ab", ("call", "text"), id="of fewer calls"),
        pytest.param("ab", ("call", "call"), id="without the text"),
        pytest.param("a", ("text", "call", "text", "call"), id="of more text than there is"),
    ],
)
def test_text_stands_before_calls_where_no_order_fits(text: str, order: tuple[str, ...]) -> None:
    assert parts(text, 2, *order) == [text, "()", "()"]
