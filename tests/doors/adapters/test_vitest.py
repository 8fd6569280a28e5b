"""Tests of the example for Vitest: a test fails exactly if the gate fails, with the same finding."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "node"
ASKED = '"openai/openai_chat"'
KNOWN = """format: 1
failures:
- ids: [openai/openai_chat/end-length/plain/limit, openai/openai_chat/end-length/stream/limit]
  fails: FAILS
  reason: the limit is not sent
  link: https://bugs.example/1
"""
FEW = f'{ASKED}, "--scenarios", "call-single,end-length"'


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which Vitest is installed."""
    folder = tmp_path_factory.mktemp("vitest")
    (folder / "package.json").write_text('{"private": true}')
    subprocess.run(["npm", "install", "--silent", "vitest@4.1.12"], cwd=folder, check=True)
    return folder


def failures(packages: Path, adapter: str, known: str | None = None) -> tuple[dict[str, list[str]], str]:
    """Run the example's tests with an adapter. Return the failure messages of each test, and the stderr of the run.

    ``known``: the text of the baseline.
    """
    (packages / "adapter.mjs").write_text(adapter)
    baseline = packages / "conformance.yaml"
    baseline.unlink(missing_ok=True)
    if known is not None:
        baseline.write_text(known)
    tests = (EXAMPLES / "conformance.test.mjs").read_text()
    assert ASKED in tests
    (packages / "conformance.test.mjs").write_text(tests.replace(ASKED, FEW))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = ["npx", "vitest", "run", "--reporter=json", "--outputFile=found.json"]
    run = subprocess.run(command, cwd=packages, env=os.environ | {"PATH": path}, capture_output=True, text=True)
    [file] = json.loads((packages / "found.json").read_text())["testResults"]
    return {test["title"]: test["failureMessages"] for test in file["assertionResults"]}, run.stderr


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_each_case_is_a_test(packages: Path) -> None:
    right = (EXAMPLES / "adapter.mjs").read_text()
    found, stderr = failures(packages, right)
    assert stderr.startswith("conformance: the gate judges adapter.mjs before the tests begin")
    modes = ("plain", "stream")
    cases = [f"openai/openai_chat/{scenario}/{mode}" for scenario in ("call-single", "end-length") for mode in modes]
    assert [found[case] for case in cases] == [[], [], [], []]

    found, _ = failures(packages, right.replace(", max_completion_tokens: task.max_output_tokens", ""))
    [message] = found["openai/openai_chat/end-length/plain"]
    assert "max_output_tokens: expected 20, got nothing" in message
    assert "again: conformance gate openai/openai_chat/end-length/plain/limit" in message
    assert found["openai/openai_chat/call-single/plain"] == []


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_a_stale_entry_of_the_baseline_fails(packages: Path) -> None:
    right = (EXAMPLES / "adapter.mjs").read_text()
    wrong = right.replace(", max_completion_tokens: task.max_output_tokens", "")
    found, _ = failures(packages, wrong, KNOWN.replace("FAILS", "/max_completion_tokens"))
    assert not any(found.values())

    for adapter, why in ((wrong, "fails differently"), (right, "does not fail any more")):
        found, _ = failures(packages, adapter, KNOWN.replace("FAILS", "unsupported"))
        [message] = found["openai/openai_chat/end-length/plain"]
        assert f"conformance.yaml: {why}" in message
        assert found["openai/openai_chat/call-single/plain"] == []
