"""Tests of regular expressions in claims and schemas: their matches, and their time limit."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.text import values
from toolwire.wire import patterns
from toolwire.wire.errors import PatternError, SlowPattern

EXPONENTIAL = "(?:a|aa)+$"
LONG = "a" * 60 + "b"


@pytest.mark.parametrize(
    ("pattern", "text", "whole", "part"),
    [
        ("[a-z]+", "abc", True, True),
        ("[a-z]+", "abc1", False, True),
        ("^b", "abc", False, False),
        (r"(?:\w+ )*\w+", "été \ud800", False, True),
        ("", "", True, True),
    ],
)
def test_a_whole_text_or_a_part_of_it_matches(pattern: str, text: str, whole: bool, part: bool) -> None:
    assert patterns.matches(pattern, text) is whole
    assert patterns.occurs(pattern, text) is part


@given(st.text())
def test_any_text_is_a_pattern_or_an_error(pattern: str) -> None:
    with contextlib.suppress(PatternError):
        patterns.check(pattern)


def test_an_invalid_pattern_is_an_error() -> None:
    with pytest.raises(PatternError, match=r"^not a valid regular expression: '\('"):
        patterns.check("(")


@pytest.mark.parametrize("asked", [patterns.matches, patterns.occurs])
def test_a_match_that_takes_too_long_is_an_error(
    asked: Callable[[str, str], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.05)
    with pytest.raises(SlowPattern, match=r"\(\?:a\|aa\)\+\$.* was stopped after 0\.05 seconds, on a text of 61"):
        asked(EXPONENTIAL, LONG)


def test_a_slow_pattern_of_a_schema_names_no_member(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_SECONDS", 0.05)
    schema = {"patternProperties": {EXPONENTIAL: {"type": "integer"}}}
    assert values.member(schema, schema, LONG) is None
    assert values.member(schema, schema, "aaa") == {"type": "integer"}
