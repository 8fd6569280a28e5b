"""Every check has its killers, which it fails with a declared set of others, and its innocents, which it passes."""

from pathlib import Path

import pytest

from conformance.report.results import Result

from .bench import Innocent, Killer, dialects, innocents, judged, killers

KILLERS = [(dialect, killer) for dialect in dialects() for killer in killers(dialect)]
INNOCENTS = [(dialect, innocent) for dialect in dialects() for innocent in innocents(dialect)]


def _named(results: tuple[Result, ...], outcome: str) -> set[str]:
    return {result.check for result in results if result.outcome == outcome}


@pytest.mark.parametrize(("dialect", "killer"), KILLERS, ids=[f"{dialect}-{killer.id}" for dialect, killer in KILLERS])
def test_killer(dialect: str, killer: Killer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = judged(dialect, killer, (*killer.given, killer.change), tmp_path, monkeypatch)
    said = {result.check: [str(finding) for finding in result.findings] for result in results if result.findings}
    assert (_named(results, "fail"), _named(results, "warn")) == (killer.failing, killer.warning), said
    broken = {finding.rule for result in results for finding in result.findings if finding.rule}
    assert broken == {f"{dialect}.{rule}" for rule in killer.rules}


@pytest.mark.parametrize(
    ("dialect", "innocent"), INNOCENTS, ids=[f"{dialect}-{innocent.id}" for dialect, innocent in INNOCENTS]
)
def test_innocent(dialect: str, innocent: Innocent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = judged(dialect, innocent, innocent.given, tmp_path, monkeypatch)
    assert {result.check: result.findings for result in results if result.outcome in ("fail", "warn", "error")} == {}
    assert innocent.passing <= _named(results, "pass")
    assert _named(results, "unsupported") == innocent.unsupported
