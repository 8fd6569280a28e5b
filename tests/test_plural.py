"""Tests of numbers with their nouns."""

from conformance.plural import counted


def test_one_is_one() -> None:
    assert counted(1, "check") == "1 check"
    assert counted(0, "check") == "0 checks"
    assert counted(2, "capability", "capabilities") == "2 capabilities"
