"""Tests of the gate with readers of calls in text: in another language, with a baseline, and from pytest."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

READER = Path(__file__).parent / "regex_reader.py"
COMMAND = f"{sys.executable} {READER} 1.1"
CASE = "text/hermes/call-single"


def gate(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conformance", "gate", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def judged() -> dict[str, object]:
    ran = gate("--command", COMMAND, "--mutants", "--format", "json")
    assert ran.returncode == 1, ran.stderr
    return json.loads(ran.stdout)


def test_the_formats_that_it_names_are_judged_and_nothing_else(judged: dict) -> None:
    assert {tuple(case.split("/")[:2]) for case in judged["outcomes"]} == {("text", "hermes")}
    assert {case.split("/")[3] for case in judged["outcomes"]} == {"plain", "stream"}


def test_what_a_regular_expression_does_not_know_is_caught(judged: dict) -> None:
    failed = judged["failed"]
    assert {failure["check"] for failure in failed} == {"text-tag-in-value"}  # a value may hold a tag
    behind = ("mutant-text-before-text", "mutant-text-twice")  # text behind a call may stand before it
    found = {what for case, what in judged["outcomes"].items() if case.endswith(behind)}
    assert found == {"pass", "warn", "not-applicable"}
    in_fences = [what for case, what in judged["outcomes"].items() if case.endswith("/text-quoted")]
    assert sorted(set(in_fences)) == ["pass", "warn"]  # that a fence quotes, which nobody defines
    assert in_fences.count("pass") == 1  # which has no call
    assert all(failure["silent"] and failure["seen"]["received"] and failure["seen"]["got"] for failure in failed)


def test_a_baseline_explains_what_is_known(judged: dict, tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.yaml"
    assert gate(CASE, "--command", COMMAND, "--baseline", baseline, "--write-baseline").returncode == 1
    text = baseline.read_text(encoding="utf-8")
    assert "text/hermes/call-single/plain/text-tag-in-value" in text
    filled = "\n".join(_explained(line) for line in text.splitlines())
    baseline.write_text(filled, encoding="utf-8")
    held = gate(CASE, "--command", COMMAND, "--baseline", baseline)
    assert held.returncode == 0, held.stdout
    stale = filled.replace("call-single/plain/text-tag-in-value", "call-single/plain/text-calls")
    baseline.write_text(stale, encoding="utf-8")
    assert gate(CASE, "--command", COMMAND, "--baseline", baseline).returncode == 4
    baseline.write_text(filled, encoding="utf-8")
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "conformance.suite",
             "--conformance-adapter", f"command:{COMMAND}", "--conformance-scenario", "call-single",
             "--conformance-baseline", str(baseline)]  # fmt: skip
    ran = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "xfailed" in ran.stdout
    assert " failed" not in ran.stdout
    without = subprocess.run(asked[:-2], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert without.returncode == 1
    assert "test_conformance[text/hermes/call-single/plain/text-tag-in-value]" in without.stdout


def _explained(line: str) -> str:
    key, colon, _ = line.partition(":")
    if key.strip() in ("reason", "link") and colon:
        return f"{key}: known of it" if key.strip() == "reason" else f"{key}: https://git.example/1"
    return line


def test_who_speaks_the_protocol_before_is_not_asked() -> None:
    ran = gate(CASE, "--command", f"{sys.executable} {READER} 1.0")
    assert ran.returncode == 5, ran.stdout
    assert "nothing was judged" in ran.stderr
    ran = gate("--providers", "text", "--adapter", "examples.python.client:Client")
    assert ran.returncode == 5, ran.stderr
    assert "the adapter reads these text formats: none; the chosen cases need claude_invoke, cohere" in ran.stderr


def test_an_unknown_format_is_refused() -> None:
    ran = gate("text/hermees", "--command", COMMAND)
    assert ran.returncode == 2
    assert "unknown case: 'text/hermees'" in ran.stderr
