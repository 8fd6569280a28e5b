"""Tests that only a single run at a time writes to the folder of a study."""

import inspect
import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.cli.app import app
from conformance.judge.exit_codes import Exit
from conformance.recording.lock import LOCK, alone
from conformance.verify.errors import StudyError
from conformance.verify.log import FILE, Log, check
from conformance.verify.rendering import write_all
from toolwire.wire.limits import LIMITS

STUDY = """\
model: m
cases: cases.jsonl
repeats: 1
endpoints:
  a: {base_url: 'http://127.0.0.1:1/v1', model: m, reference: true}
  b: {base_url: 'http://127.0.0.1:1/v1', model: m}
"""


def test_a_second_run_in_the_same_folder_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(STUDY)
    (tmp_path / "cases.jsonl").write_text('{"id": "a", "messages": [{"role": "user", "content": "Hello"}]}\n')
    kept = tmp_path / "kept"
    kept.mkdir()
    with alone(kept):
        ran = CliRunner().invoke(app, ["verify", str(tmp_path / "study.yaml"), "--folder", str(kept)])
        assert [path.name for path in kept.iterdir()] == [LOCK]
    assert ran.exit_code == Exit.UNREADABLE
    assert f"{kept}: another command is writing to this folder" in ran.output
    assert not list(kept.iterdir())


def test_a_log_that_cannot_be_read_within_limits_is_named(tmp_path: Path) -> None:
    log = tmp_path / "a" / FILE
    log.parent.mkdir()
    log.touch()
    os.truncate(log, LIMITS.event + 2)
    with pytest.raises(StudyError, match=r"exchanges.jsonl:1: expected a line of at most 64 MB, got more"):
        check(log.parent, "")
    log.unlink()
    os.mkfifo(log)
    with pytest.raises(StudyError, match="not a regular file"), Log(log.parent, ""):
        pass


def test_a_report_with_folders_deeper_than_calls_is_searched_for_links(tmp_path: Path) -> None:
    tmp_path.joinpath(*["d"] * 200).mkdir(parents=True)
    link = tmp_path / "d" / "link"
    link.symlink_to(tmp_path)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        with pytest.raises(StudyError, match=f"{link} is a symbolic link"):
            write_all(None, tmp_path)  # type: ignore[arg-type]
    finally:
        sys.setrecursionlimit(limit)


def test_the_cases_of_a_study_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(STUDY)
    cases = tmp_path / "cases.jsonl"
    cases.write_text("kept\n")
    ran = CliRunner().invoke(app, ["verify", str(tmp_path / "study.yaml"), "--output", str(cases)])
    assert (ran.exit_code, cases.read_text()) == (Exit.USAGE, "kept\n")
    assert "is also an input, and would be overwritten" in ran.output
