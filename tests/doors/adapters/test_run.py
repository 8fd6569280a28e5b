"""Tests of ``tools/adapters/run.py``. It continues after a library that cannot be installed or judged, and reports the
failure at the end.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

RUN = Path(__file__).resolve().parents[3] / "tools" / "adapters" / "run.py"
UV = """#!/bin/sh
case "$*" in *no-such*) exit 3;; esac
"""
PLAY = """
import os, sys
print("played", sys.argv[1], os.environ.get("SAID"), flush=True)
sys.exit(sys.argv[1] == "raises")
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("run_libraries", RUN)
    assert spec is not None
    assert spec.loader is not None
    monkeypatch.syspath_prepend(str(RUN.parent))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "libraries.yaml").write_text(
        "raises: {requires: [some==1]}\nmissing: {requires: [no-such==1]}\n"
        "good: {requires: [some==1], environment: {SAID: yes indeed}, earlier: [{requires: [some==0.9]}]}\n"
    )
    (tmp_path / "play.py").write_text(PLAY)
    (tmp_path / "uv").write_text(UV)
    (tmp_path / "uv").chmod(0o755)
    for name in ("good", "good@0.9", "raises", "missing"):
        (tmp_path / name / "bin").mkdir(parents=True)
        (tmp_path / name / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module.libraries, "HERE", tmp_path)
    monkeypatch.setattr(module.libraries, "ENVIRONMENTS", tmp_path)
    return module


def test_the_others_are_judged(run: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 1
    captured = capfd.readouterr()
    assert "[3/3] good" in captured.out
    assert "played good yes indeed" in captured.out
    assert "played missing" not in captured.out
    assert captured.out.count(" s\n") == 3
    assert [line.split(":")[1].strip() for line in captured.err.splitlines()] == ["raises", "missing"]


def test_only_those_that_are_named_are_judged(run: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["good"]) == 0
    captured = capfd.readouterr()
    assert "[1/1] good" in captured.out
    assert captured.err == ""


def test_an_unknown_name_is_refused(run: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["good", "nosuch"]) == 2
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "unknown library: nosuch" in captured.err
    assert "good, good==0.9" in captured.err


def test_an_earlier_version_has_an_environment_of_its_own(run: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["good==0.9"]) == 0
    assert "played good@0.9 yes indeed" in capfd.readouterr().out
    assert run.main(["good==0.8"]) == 2
