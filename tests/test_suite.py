"""The suite that ships with the package, as part of our own tests: one test a cassette.

A check that does more than pass is a subtest under its case id. ``pytest --pyargs conformance.suite`` has a test for
each check, which takes pytest twice as long.
"""

from itertools import groupby

import pytest

from conformance.recording.cassette import CassetteName
from conformance.suite.cases import borrowed, cassettes, strays
from conformance.suite.conftest import adapter, shut_network
from conformance.suite.test_conformance import verdict
from conformance.suite.verdicts import judge

__all__ = ["adapter", "shut_network"]


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_cassette(name: CassetteName, adapter, subtests: pytest.Subtests) -> None:
    for result in judge(name, adapter):
        if result.red or result.outcome != "pass":
            with subtests.test(result.id):
                verdict(result)


LENT = {
    lender: list(names)
    for lender, names in groupby(borrowed(), key=lambda name: f"{name.dialect}/{name.scenario}/{name.mode}")
}


@pytest.mark.parametrize("lender", LENT)
def test_by_dialect(lender: str, adapter, subtests: pytest.Subtests) -> None:
    """All providers that borrow one cassette."""
    for name in LENT[lender]:
        for result in judge(name, adapter):
            if result.red or result.outcome not in ("pass", "fail", "not-applicable"):
                with subtests.test(result.id):
                    verdict(result)


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert strays() == ()
