"""Tests that each vendor's SDK reads its streams in all pieces and legal forms. A form that the SDK does not
read is not legal.
"""

import pytest

from conformance.adapters.official import OfficialSdk
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import legal_streams
from conformance.suite.mutated import judge_streams
from tests.oracles.apart import apart
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner


@pytest.mark.parametrize("scenario", ["call-unicode-arguments", "call-with-text"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_sdk_reads_all_of_them(dialect: str, scenario: str) -> None:
    name = CassetteName(owner(dialect), dialect, scenario, "stream")
    checks = legal_streams(name)
    results = apart(
        lambda: [*judge_streams(open_case(name), OfficialSdk(dialect), lambda case: case.rpartition("/")[2] in checks)]
    )
    read = {result.check: result.outcome for result in results if result.outcome != "not-applicable"}
    assert {*read.values()} == {"pass"}
    assert len(read) > 5
