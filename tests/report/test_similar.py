"""Tests of suggestions for misspelt names."""

import pytest

from conformance.report.similar import similar
from conformance.scenarios import names


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


def test_names_as_near_as_each_other_are_all_suggested() -> None:
    assert similar("call-1", ["call-2", "call-3", "result"]) == ["call-2", "call-3"]
