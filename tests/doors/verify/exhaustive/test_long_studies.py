"""Tests of long studies: killed several times, with waits after errors, with enough cases for the verdict *same*."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("statsmodels", reason="statistics come with the extra 'verify'")

from conformance.verify import rendering
from conformance.verify.report import report
from conformance.verify.run import run
from conformance.verify.simulated import Behaviour
from tests.doors.verify.studies import CAUSES, SAME, many, opened, ran


def test_server_errors_are_asked_again_and_counted(tmp_path: Path) -> None:
    many(tmp_path / "cases.jsonl", 12)
    broken = Behaviour(seed=1, certain=True, faults={"failed": 1.0})
    with opened(
        tmp_path, {"official": SAME, "vendor": broken}, repeats=1, cases="cases.jsonl", modes=["plain"]
    ) as kept:
        run(kept, lambda *_: None)
    made = report(kept)
    _, vendor = made.columns
    assert vendor.rates["failed"] is not None
    assert vendor.rates["failed"].value == 1
    assert vendor.faults[0].cause.startswith(CAUSES["failed"])
    assert "failed" in made.comparisons[0].why


def test_enough_cases_acquit(tmp_path: Path) -> None:
    many(tmp_path / "cases.jsonl", 300)
    made, _ = ran(tmp_path, {"official": SAME, "good": SAME}, repeats=2, cases="cases.jsonl", modes=["plain"])
    (comparison,) = made.comparisons
    assert (comparison.verdict, comparison.untested) == ("same", {})


def stable(path: Path) -> Any:
    """Return a report without the values that depend on the time of the run."""
    made = json.loads(path.read_text())
    for column in made["columns"]:
        del column["seal"], column["base_url"]
        for fault in column["faults"]:
            del fault["shown"]
    for comparison in made["comparisons"]:
        del comparison["latency"]
    for key in ("first", "last", "study"):
        del made[key]
    return made


def test_a_run_that_is_killed_again_and_again_comes_to_the_same_report(tmp_path: Path) -> None:
    bad = Behaviour(seed=1, certain=True, faults={"leaked-call": 1.0})
    behaviours = {"official": SAME, "vendor": bad}
    whole, _ = ran(tmp_path / "whole", behaviours, repeats=2)
    rendering.write_all(whole, tmp_path / "whole/kept/report")
    with opened(tmp_path / "killed", behaviours, repeats=2) as kept:
        command = [
            sys.executable, "-m", "conformance", "verify", str(tmp_path / "killed/study.yaml"), "--folder",
            str(kept.path),
        ]  # fmt: skip
        kills = 0
        log = kept.path / "vendor/exchanges.jsonl"
        for size in (1, 40_000, 120_000):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and (not log.exists() or log.stat().st_size < size):
                time.sleep(0.01)
            kills += process.poll() is None
            process.kill()
            process.wait()
        assert kills == 3
        assert subprocess.run(command, capture_output=True, timeout=120).returncode == 1
    lines = [json.loads(line)["record"] for line in log.read_text().splitlines()]
    assert len({(line["case"], line["mode"], line["repeat"]) for line in lines}) == len(lines)
    assert stable(kept.path / "report/report.json") == stable(tmp_path / "whole/kept/report/report.json")
