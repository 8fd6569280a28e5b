"""Tests that only a single run at a time writes to the folder of a study."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.cli.app import app
from conformance.judge.exit_codes import Exit
from conformance.recording.lock import LOCK, alone

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
