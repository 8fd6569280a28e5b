"""A test for every check of every cassette, and for every check of every case in a text format.

Borrowed cassettes are included.
"""

from functools import lru_cache
from pathlib import Path

import pytest

from conformance.adapters.adapter import Adapter, speaks
from conformance.adapters.gateway import Gateway
from conformance.adapters.loading import REFERENCE, AdapterNotFound
from conformance.adapters.text import text_formats_of
from conformance.adapters.unsupported import Gone
from conformance.data import Data, DataError, kept, ours, use
from conformance.gate.baseline import Baseline, Entry
from conformance.gate.failing import is_declined, is_to_explain
from conformance.gate.verdict import NOT_JUDGED, Stale, why_stale
from conformance.judge.checks import by_name
from conformance.judge.finding import in_words
from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.recording.text_case import open_text_case
from conformance.suite import selection, text_formats
from conformance.suite.cases import CaseCheck, UnknownName
from conformance.suite.conftest import listed
from conformance.suite.converse import server_of
from conformance.suite.hidden import hidden_in
from conformance.suite.lint import refused
from conformance.suite.run import AdapterBroke, started
from conformance.suite.selection import Selection
from conformance.suite.verdicts import judge_check, kept_case


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    option = metafunc.config.getoption
    folder = _folder(metafunc.config)
    lay_over(option("--conformance-data"))
    try:
        chosen = Selection(
            providers=selection.listed(option("--conformance-provider")),
            scenarios=selection.listed(option("--conformance-scenario")),
            folder=folder,
        )
        asked = started(option("--conformance-adapter") or REFERENCE)
    except (UnknownName, AdapterNotFound, AdapterBroke) as error:
        raise pytest.UsageError(str(error)) from None
    if isinstance(asked, Gateway):
        _listen(asked)
    every = [case for case in chosen.cases(gateway=isinstance(asked, Gateway)) if _is_asked(case.cassette, asked)]
    ids = [str(case) for case in every]
    # A file with an invalid name fails under its path. A listed case that is not judged fails under its id.
    others = chosen.strays()
    stale = sorted({case for case in _entries(metafunc.config) if chosen.covers(case)} - {*ids})
    if not every and not others:
        raise pytest.UsageError("nothing to judge: no cassette matches the options and the adapter's dialects")
    metafunc.parametrize(
        "case",
        [*every, *others, *(Stale(id=case, why=NOT_JUDGED) for case in stale)],
        ids=[*ids, *(str(stray.path) for stray in others), *stale],
    )


def _is_asked(name: CassetteName, adapter: Adapter) -> bool:
    """Return whether the adapter speaks the dialect, or reads the text format, of a case."""
    if isinstance(name.subject, Dialect):
        return speaks(adapter, name.dialect, name.provider)
    return name.dialect in text_formats_of(adapter)


def _listen(gateway: Gateway) -> None:
    """Start the replay server, to which the gateway sends its requests, before all tests. Raises ``UsageError`` if the
    port is in use.
    """
    try:
        server_of(gateway)
    except OSError as error:
        why = f"the replay server cannot listen on port {gateway.port}, where the gateway expects its provider"
        raise pytest.UsageError(f"{why}: {error.strerror}") from None


def _entries(config: pytest.Config) -> dict[str, Entry]:
    known = listed(config)
    return known.entries if known else {}


def lay_over(folders: list[str]) -> None:
    """Overlay the project's data with the user's data, in every process that runs tests. Raises ``UsageError`` if the
    data is wrong.
    """
    try:
        use(ours(), *(Data.below(Path(folder)) for folder in folders))
    except DataError as error:
        raise pytest.UsageError(f"--conformance-data: {error}") from None
    if folders:
        for problem in refused(ours=False):
            raise pytest.UsageError(f"--conformance-data: {problem} ('conformance lint' lists all errors)")


def _folder(config: pytest.Config) -> Path | None:
    named = config.getoption("--conformance-cassettes")
    if named is not None and not Path(named).is_dir():
        raise pytest.UsageError(f"--conformance-cassettes: the folder {named} does not exist")
    return named and Path(named)


def test_conformance(
    case: CaseCheck | CassetteError | Stale, adapter: Adapter, baseline: Baseline | None, pytestconfig: pytest.Config
) -> None:
    if isinstance(case, Stale):
        pytest.fail(case.why, pytrace=False)
    if isinstance(case, CassetteError):
        pytest.fail(str(case), pytrace=False)
    try:
        result = hidden_in(_result(case, adapter, _folder(pytestconfig)), adapter)
    except (CassetteError, Gone) as error:
        pytest.fail(str(error), pytrace=False)
    if baseline is not None:
        held(result, baseline.entries.get(result.id))
    verdict(result)


# pytest collects this test, also if the option ``python_functions`` of the user's project does not match its name.
test_conformance.__test__ = True  # type: ignore[attr-defined]


def _result(case: CaseCheck, adapter: Adapter, folder: Path | None) -> Result:
    if isinstance(case.cassette.subject, Dialect):
        return judge_check(kept_case(case.cassette, folder), adapter, by_name(case.check))
    return _results_in_text(case.cassette, adapter)[case.check]


@kept
@lru_cache(maxsize=1)
def _results_in_text(name: CassetteName, adapter: Adapter) -> dict[str, Result]:
    """Return the results of a case in a text format, by check.

    All results are made together. They are cached, because each check is a separate test.
    """
    return {result.check: result for result in text_formats.judge(open_text_case(name), adapter)}


def held(result: Result, entry: Entry | None) -> None:
    """Mark the current test as an expected failure if ``entry``, its entry in the baseline, exists and is not stale.

    The test fails if the entry is stale, or if there is no entry and the adapter declined a case that needs an entry.
    """
    if entry is None:
        if is_declined(result) and (is_to_explain(result) or not isinstance(result.subject, Dialect)):
            why = result.declined or findings_text(result)
            pytest.fail(f"the adapter declined, and the baseline has no entry for this check: {why}", pytrace=False)
        return
    stale = why_stale(entry, result)
    if stale is not None:
        pytest.fail(stale, pytrace=False)
    pytest.xfail(f"{entry.reason} ({entry.link})")


def findings_text(result: Result) -> str:
    """Return the findings of a result, each on its own line."""
    return "\n".join(
        f"{finding.level} {in_words([finding])}" + (f"  [{finding.rule}]" if finding.rule else "")
        for finding in result.findings
    )


def verdict(result: Result) -> None:
    """Pass, fail or skip the current test, or mark it as an expected failure, according to a result."""
    found = findings_text(result)
    if result.outcome == "fail" and result.known is not None:
        pytest.xfail(result.known)
    if result.is_stale:
        message = f"expected this check to fail because of a known deviation, but it did not fail: {result.known}"
        pytest.fail(message, pytrace=False)
    if result.red:
        pytest.fail(found, pytrace=False)
    if result.outcome not in ("pass", "warn", "fail"):
        pytest.skip(f"{result.outcome}: {found}" if found else result.outcome)
    if result.declined is not None:
        pytest.skip(f"the adapter does not support a part of the case: {result.declined}; the rest passes")
