"""Every check of every cassette, also of those by dialect, one test each."""

from pathlib import Path

import pytest

from conformance.adapters.adapter import Adapter, speaks
from conformance.adapters.loading import AdapterNotFound, load_adapter
from conformance.adapters.process import Misbehaved
from conformance.data import Data, DataError, ours, use
from conformance.recording.errors import CassetteError
from conformance.report.results import Result
from conformance.suite.cases import Case, UnknownName, borrowed, cases, cassettes, check_names, strays
from conformance.suite.lint import refused
from conformance.suite.verdicts import judge_one


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    option = metafunc.config.getoption
    provider, scenario, folder = (
        option("--conformance-provider"),
        option("--conformance-scenario"),
        _folder(metafunc.config),
    )
    lay_over(option("--conformance-data"))
    try:
        check_names(provider, scenario)
        asked = load_adapter(option("--conformance-adapter"))
    except (UnknownName, AdapterNotFound, Misbehaved) as error:
        raise pytest.UsageError(str(error)) from None
    names = cassettes(provider, scenario, folder) + (() if folder else borrowed(provider, scenario))
    every = list(cases(tuple(name for name in names if speaks(asked, name.dialect))))
    ids = [str(case) for case in every]
    # A file whose name says nothing fails under its path.
    others = strays(provider, scenario, folder)
    if not every and not others:
        raise pytest.UsageError("nothing to judge: there is no cassette that fits")
    metafunc.parametrize("case", [*every, *others], ids=[*ids, *(str(stray.path) for stray in others)])


def lay_over(folders: list[str]) -> None:
    """Lay data of somebody's own over ours, in every process that runs tests."""
    try:
        use(ours(), *(Data.below(Path(folder)) for folder in folders))
    except DataError as error:
        raise pytest.UsageError(f"--conformance-data: {error}") from None
    if folders:
        for problem in refused(ours=False):
            raise pytest.UsageError(f"--conformance-data: {problem} ('conformance lint' says all that is wrong)")


def _folder(config: pytest.Config) -> Path | None:
    named = config.getoption("--conformance-cassettes")
    if named is not None and not Path(named).is_dir():
        raise pytest.UsageError(f"--conformance-cassettes: there is no folder {named}")
    return named and Path(named)


def test_conformance(case: Case | CassetteError, adapter: Adapter, pytestconfig: pytest.Config) -> None:
    if isinstance(case, CassetteError):
        pytest.fail(str(case), pytrace=False)
    try:
        result = judge_one(case.cassette, adapter, case.check, _folder(pytestconfig))
    except CassetteError as error:
        pytest.fail(str(error), pytrace=False)
    verdict(result)


def verdict(result: Result) -> None:
    """Pass, or fail, skip or expect to fail the test that asks, as a result says."""
    said = "\n".join(
        f"{finding.level} {finding.said}" + (f"  [{finding.rule}]" if finding.rule else "")
        for finding in result.findings
    )
    if result.outcome == "fail" and result.known is not None:
        pytest.xfail(result.known)
    if result.red:
        pytest.fail(said or f"passes now, though it is listed as a known deviation: {result.known}", pytrace=False)
    if result.outcome not in ("pass", "warn", "fail"):
        pytest.skip(f"{result.outcome}: {said}" if said else result.outcome)
    if result.declined is not None:
        pytest.skip(f"unsupported in part: {result.declined}; the rest passes")
