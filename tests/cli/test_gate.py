"""Tests of ``conformance gate``: baselines with a repeated key, and the options that choose streams."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.process import TimedOut
from conformance.gate.baseline import head
from conformance.judge.exit_codes import Exit
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.recording.cassette import CassetteName
from conformance.suite import patience
from conformance.suite.cases import usual_of

NAME = CassetteName("openai", "openai_chat", "call-single", "stream")
CASE = str(NAME)
ENTRY = f"{{ids: [{CASE}/answered], fails: calls, reason: r, link: 'https://you.example/issues/7'}}"
BREAKING = f"{CASE}/mutant-cut-inside"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"failures: [{ENTRY}]\nfailures: []\n", "failures"),
        (f"failures:\n- {ENTRY[:-1]}, ids: [{CASE}/calls]}}\n", "failures/0/ids"),
    ],
)
@pytest.mark.parametrize("option", [(), ("--write-baseline",)])
def test_a_baseline_that_repeats_a_key_is_refused_and_kept(
    conformance: Any, tmp_path: Path, text: str, place: str, option: tuple[str, ...]
) -> None:
    baseline = tmp_path / "conformance.yaml"
    baseline.write_text(text)
    ran = conformance("gate", CASE, "--adapter", "reference", "--baseline", baseline, *option)
    assert ran.exit_code == Exit.USAGE
    assert f"{baseline}: {place}: expected each key once, got this key again" in " ".join(ran.stderr.split())
    assert baseline.read_text() == text


@pytest.mark.parametrize(
    ("options", "breaks", "pieces"),
    [((), False, False), (("--mutants",), True, False), (("--thorough",), True, True)],
    ids=["default", "mutants", "thorough"],
)
def test_streams_break_and_arrive_in_pieces(
    conformance: Any, options: tuple[str, ...], breaks: bool, pieces: bool
) -> None:
    ran = conformance(
        "gate", CASE, "--adapter", "reference", "--generate", 0, "--workers", 1, "--format", "json", *options
    )
    judged = json.loads(ran.stdout)["outcomes"].keys()
    assert (BREAKING in judged) == breaks
    assert ({f"{CASE}/{each.check}" for each in DELIVERIES} <= judged) == pieces
    assert {f"{CASE}/{each.check}" for each in usual_of(NAME)} <= judged


@pytest.mark.parametrize("command", ["gate", "run"])
@pytest.mark.parametrize("kind", ["text", "json", "markdown", "junit"])
def test_a_log_shows_the_verdict_of_a_report_in_a_file(
    kind: str, command: str, conformance: Any, tmp_path: Path
) -> None:
    report = tmp_path / "report"
    more = ("--results", tmp_path / "results") if command == "run" else ("--generate", 0)
    chosen = ("--providers", "openai", "--scenarios", "call-single", "--adapter", "reference", "--workers", 1)
    ran = conformance(command, *chosen, *more, "--format", kind, "--output", report)
    assert (ran.stdout, ran.stderr) == ("", "conformance: conformant (exit code 0)\n")


@pytest.mark.parametrize(
    ("case", "hint"),
    [
        ("call-single", "unknown provider: 'call-single'; that is the scenario call-single"),
        ("openai/openai_caht", "unknown dialect: 'openai_caht'; did you mean openai_chat?"),
        ("openai/openai_chat/call-singel/plain", "unknown scenario: 'call-singel'; did you mean call-single?"),
        ("text/hermees", "unknown text format: 'hermees'; did you mean hermes?"),
        ("openai/openai_chat/call-single/plan", "'conformance explain ID' shows which part of an id is unknown"),
    ],
)
def test_an_unknown_case_is_refused_with_its_first_unknown_part(case: str, hint: str, conformance: Any) -> None:
    refused = conformance("gate", case, "--adapter", "reference")
    assert (refused.exit_code, refused.stdout) == (Exit.USAGE, "")
    assert refused.stderr == f"conformance: unknown case: {case!r}: no id equals it or begins with it; {hint}\n"


HEAD = "# Our failures.\n\n# See the wiki.\n"
KEPT = f"""{HEAD}format: 1
failures:
- ids:
  - {CASE}/answered
  fails: calls
  reason: 'no # comment'
  link: https://you.example/issues/7
"""


def rewritten(conformance: Any, baseline: Path) -> Any:
    return conformance("gate", CASE, "--adapter", "reference", "--baseline", baseline, "--write-baseline")


def test_the_comments_at_the_beginning_of_a_baseline_are_kept(conformance: Any, tmp_path: Path) -> None:
    baseline = tmp_path / "conformance.yaml"
    baseline.write_text(KEPT)
    assert rewritten(conformance, baseline).exit_code == Exit.CONFORMANT
    assert baseline.read_text() == f"{HEAD}format: 1\nfailures: []\n"


@pytest.mark.parametrize(
    "text",
    ['{\n\t"format": 1,\n\t"failures": []\n}\n', '{"failures": [], "format": 1 }', " \n{ \n}", "# kept\n{}"],
)
def test_a_baseline_in_json_has_no_comments(text: str, tmp_path: Path) -> None:
    path = tmp_path / "baseline.yaml"
    path.write_text(text)
    assert head(path) == ("# kept\n" if text.startswith("#") else "")


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [("failures:", "failures:  # all", 5), ("- ids:", "# below\n- ids:", 6), ("issues/7\n", "issues/7\n# end\n", 11)],
    ids=["beside", "above", "below"],
)
def test_a_baseline_with_a_comment_that_would_be_lost_is_kept(
    conformance: Any, tmp_path: Path, before: str, after: str, line: int
) -> None:
    baseline = tmp_path / "conformance.yaml"
    baseline.write_text(KEPT.replace(before, after))
    ran = rewritten(conformance, baseline)
    assert ran.exit_code == Exit.USAGE
    assert f"{baseline}: line {line}: expected comments only at the beginning" in " ".join(ran.stderr.split())
    assert baseline.read_text() == KEPT.replace(before, after)


class Hanging:
    """A substitute for the function that reduces a failing case. The adapter hangs at each try."""

    def __init__(self) -> None:
        self.tried = 0

    def __call__(self, *_: object) -> None:
        for _ in range(50):
            patience.check()
            self.tried += 1
            patience.saw(TimedOut("no answer within 60 s"))


WRONG = ("openai/openai_chat/call-parallel/stream/calls", "--adapter", "conformance.adapters.broken:FirstCallOnly")


def test_an_adapter_that_hangs_while_conversations_are_reduced_is_given_up(
    conformance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = Hanging()
    monkeypatch.setattr("conformance.cli.judging.reducible", lambda _: (1, 2))
    monkeypatch.setattr("conformance.cli.judging.reduced", hanging)
    ran = conformance("gate", *WRONG, "--workers", 1)
    assert ran.exit_code == Exit.NOT_CONFORMANT
    assert "call-parallel" in ran.stdout
    assert hanging.tried == patience.MOST


def test_an_adapter_that_hangs_while_its_failure_is_reduced_is_given_up(
    conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = Hanging()
    monkeypatch.setattr("conformance.cli.gate.shrink", hanging)
    ran = conformance("gate", *WRONG, "--workers", 1, "--shrink", tmp_path)
    assert ran.exit_code == Exit.ADAPTER_BROKE
    assert "stopped answering while the gate reduced" in ran.stderr
    assert hanging.tried == patience.MOST
