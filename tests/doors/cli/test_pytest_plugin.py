"""Tests of the suite in pytest: it has the same cases, ids and baseline, and it does nothing in other test runs."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

WITHOUT = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # which takes longer to load than the cases


FIRST = "conformance.adapters.broken:FirstCallOnly"
CHOSEN = ("--conformance-provider", "openai,", "--conformance-scenario", "call-parallel")
CASE = "openai/openai_chat/call-parallel/plain"


@pytest.fixture
def suite(tmp_path: Path) -> Any:
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    raise AssertionError('mine')\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = .\n")

    def run(*options: object) -> Any:
        command = [sys.executable, "-m", "pytest", "-q", "-rA", *WITHOUT, *map(str, options)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def baseline(conformance: Any, tmp_path: Path) -> Path:
    path = tmp_path / "baseline.yaml"
    chosen = ("--providers", "openai", "--scenarios", "call-parallel", "--workers", 1)
    conformance("gate", "--adapter", FIRST, *chosen, "--baseline", path, "--write-baseline")
    document = yaml.safe_load(path.read_text())
    for entry in document["failures"]:
        entry |= {"reason": "the first alone", "link": "https://bugs.example/1"}
    path.write_text(yaml.safe_dump(document))
    return path


def test_without_a_path_the_cases_are_all_that_runs(suite: Any) -> None:
    done = suite("--conformance-adapter", "reference", *CHOSEN)
    assert done.returncode == 0
    assert f"test_conformance[{CASE}/calls]" in done.stdout
    assert "mine" not in done.stdout


def test_with_a_path_the_tests_there_run_too(suite: Any) -> None:
    done = suite("--conformance-adapter", "reference", *CHOSEN, "test_mine.py", "--pyargs", "conformance.suite")
    assert done.returncode == 1
    assert f"test_conformance[{CASE}/calls]" in done.stdout
    assert "1 failed" in done.stdout


def test_a_path_without_the_suite_is_a_usage_error(suite: Any) -> None:
    done = suite("--conformance-adapter", "reference", *CHOSEN, "test_mine.py")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "the given paths do not include the suite: leave them out, or add --pyargs conformance.suite" in done.stderr


def test_an_adapter_in_addopts_allows_a_path(suite: Any, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --conformance-adapter reference\n")
    done = suite("test_mine.py")
    assert done.returncode == 1
    assert "1 failed" in done.stdout


@pytest.mark.parametrize("more", [(), ("-n", 2), ("--ignore", "test_mine.py")])
def test_a_path_in_addopts_does_not_replace_the_suite(suite: Any, tmp_path: Path, more: tuple[object, ...]) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = test_mine.py\n")
    done = suite("--conformance-adapter", FIRST, *CHOSEN, *more)
    assert done.returncode == 1
    assert f"test_conformance[{CASE}/calls]" in done.stdout
    assert "mine" not in done.stdout


@pytest.mark.parametrize("option", ["python_files = *_mine.py", "python_functions = check_*"])
def test_names_of_tests_in_a_project_do_not_leave_the_suite_out(suite: Any, tmp_path: Path, option: str) -> None:
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{option}\n")
    (tmp_path / "test_mine.py").write_text("def check_mine():\n    pass\n\n\ndef test_mine():\n    pass\n")
    done = suite("--conformance-adapter", FIRST, *CHOSEN, "test_mine.py", "--pyargs", "conformance.suite")
    assert done.returncode == 1
    assert f"test_conformance[{CASE}/calls]" in done.stdout


def test_an_empty_name_of_an_adapter_is_a_usage_error(suite: Any) -> None:
    done = suite("--conformance-adapter", "", *CHOSEN)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--conformance-adapter: expected the name of an adapter, got ''" in done.stderr


def test_without_an_adapter_it_does_nothing(suite: Any) -> None:
    assert "1 failed" in suite().stdout


def test_on_several_workers(suite: Any) -> None:
    done = suite("--conformance-adapter", "reference", *CHOSEN, "-n", 2)
    assert done.returncode == 0
    assert "mine" not in done.stdout


def test_a_baseline(suite: Any, baseline: Path) -> None:
    options = ("--conformance-adapter", FIRST, *CHOSEN)
    assert f"FAILED {{}}[{CASE}/calls]".partition("{}")[2] in suite(*options).stdout
    known = suite(*options, "--conformance-baseline", baseline)
    assert (known.returncode, "10 xfailed" in known.stdout) == (0, True)
    assert "the first alone (https://bugs.example/1)" in known.stdout
    stale = suite("--conformance-adapter", "reference", *CHOSEN, "--conformance-baseline", baseline)
    assert stale.returncode == 1
    assert "does not fail any more, but is in the baseline" in stale.stdout


def test_what_is_declined_is_red_beside_a_baseline(suite: Any, baseline: Path, tmp_path: Path) -> None:
    (tmp_path / "declining.py").write_text(
        "from conformance.adapters.codec import Unsupported\n"
        "from conformance.adapters.reference import ReferenceAdapter\n\n\n"
        "class Declines(ReferenceAdapter):\n    def decode(self, dialect, response):\n"
        "        if response.content_type == 'text/event-stream':\n            raise Unsupported('no streams')\n"
        "        return super().decode(dialect, response)\n"
    )
    baseline.write_text("format: 1\n")
    options = ("--conformance-adapter", "declining:Declines", *CHOSEN)
    assert suite(*options).returncode == 0
    done = suite(*options, "--conformance-baseline", baseline)
    assert (done.returncode, "2 failed" in done.stdout) == (1, True)
    assert "the adapter declined, and the baseline has no entry for this check: no streams" in done.stdout


def test_a_wrong_baseline_is_a_usage_error(suite: Any, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("failures: [{ids: [x], fails: y, reason: z, link: 'https://bugs.example'}]")
    done = suite("--conformance-adapter", "reference", *CHOSEN, "--conformance-baseline", path)
    assert done.returncode == 2
    assert "failures.0.ids.0: unknown case: 'x'" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
