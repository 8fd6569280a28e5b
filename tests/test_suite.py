"""The suite that ships with the package, as part of our own tests: one test a cassette.

A check that does more than pass is a subtest under its case id. ``pytest --pyargs conformance.suite`` has a test for
each check, which takes pytest twice as long.
"""

import pytest

from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes, strays
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


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert strays() == ()
