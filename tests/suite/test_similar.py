"""Tests of suggestions for misspelt names."""

import pytest

from conformance.scenarios import names
from conformance.similar import hint, similar


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("choise-required", ["choice-required"]),
        ("call-paralel", ["call-parallel"]),
        ("results-out-of-ordr", ["results-out-of-order"]),
        ("xyzzy", []),
    ],
    ids=str,
)
def test_only_names_that_may_be_meant_are_suggested(name: str, suggested: list[str]) -> None:
    assert similar(name, names()) == suggested


def test_a_hint_has_all_names_if_none_is_similar() -> None:
    assert hint("opnai", ["groq", "openai"]) == "did you mean openai?"
    assert hint("xyzzy", ["groq", "openai"]) == "expected one of: groq, openai"


def test_names_as_near_as_each_other_are_all_suggested() -> None:
    assert similar("call-1", ["call-2", "call-3", "result"]) == ["call-2", "call-3"]
