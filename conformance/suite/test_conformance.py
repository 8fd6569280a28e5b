"""Every check of every cassette, one test each."""

import pytest

from conformance.adapters.codec import CodecAdapter
from conformance.suite.cases import Case, cases, cassettes
from conformance.suite.verdicts import judge_one


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    option = metafunc.config.getoption
    chosen = cassettes(option("--conformance-provider"), option("--conformance-scenario"))
    every = list(cases(chosen))
    metafunc.parametrize("case", every, ids=[str(case) for case in every])


def test_conformance(case: Case, adapter: CodecAdapter) -> None:
    result = judge_one(case.cassette, adapter, case.check)
    said = "\n".join(
        f"{finding.level} {finding.path}: {finding.message}" + (f"  [{finding.rule}]" if finding.rule else "")
        for finding in result.findings
    )
    if result.outcome == "fail" and result.known is not None:
        pytest.xfail(result.known)
    if result.red:
        pytest.fail(said or f"passes now, though it is listed as a known deviation: {result.known}", pytrace=False)
    if result.outcome not in ("pass", "warn", "fail"):
        pytest.skip(f"{result.outcome}: {said}" if said else result.outcome)
