"""Tests of the steps of the action in ``action.yml``. A script that notes its arguments replaces the programs."""

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest
import yaml

ROOT: Final = Path(__file__).resolve().parents[3]
ACTION: Final = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
DEFAULTS: Final = {name: given["default"] for name, given in ACTION["inputs"].items()}
ADAPTER: Final = {"adapter": "client:Client"}
NOTING: Final = """#!/bin/bash
printf '%s\\n' "$@" > "$NOTED"
for last; do :; done
[ -z "$REPORT" ] || printf '%s\\n' "$REPORT" > "${last#markdown=}"
exit "$CODE"
"""


class Step:
    """A step of the action, after it ran: its exit code, its stderr, the summary and the arguments of its program."""

    def __init__(self, folder: Path, name: str, inputs: dict[str, str], *, code: int = 0, report: str = "") -> None:
        [step] = [step for step in ACTION["runs"]["steps"] if step["name"] == name]
        for program in ("conformance", "python"):
            (folder / program).write_text(NOTING)
            (folder / program).chmod(0o755)
        shown = {f"${{{{ inputs.{key} }}}}": value for key, value in (DEFAULTS | inputs).items()}
        shown["${{ github.action_path }}"] = "action"
        variables = {key: shown[value] for key, value in step["env"].items()}
        environment = os.environ | variables | {
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(folder),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "NOTED": str(folder / "noted"),
            "CODE": str(code),
            "REPORT": report,
        }  # fmt: skip
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        self.code, self.stderr = done.returncode, done.stderr
        summary = folder / "summary"
        self.summary = summary.read_text() if summary.exists() else ""
        self.arguments = (folder / "noted").read_text().splitlines()


@pytest.mark.parametrize(
    ("install", "expected"), [("", ["action/toolwire", "action"]), ("suite.whl", ["suite.whl"])], ids=["own", "given"]
)
def test_the_action_installs_its_own_version_or_a_given_package(
    install: str, expected: list[str], tmp_path: Path
) -> None:
    assert Step(tmp_path, "Install", {"install": install}).arguments == ["-m", "pip", "install", "--quiet", *expected]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"adapter": "client:Client", "baseline": "b.yaml"}, ["--adapter", "client:Client", "--baseline", "b.yaml"]),
        ({"command": "node adapter.mjs", "junit": "j.xml"}, ["--command", "node adapter.mjs", "--also", "junit=j.xml"]),
        (
            {"gateway": "http://h/v1", "speaks": "s", "upstream": "u"},
            ["--gateway", "http://h/v1", "--speaks", "s", "--upstream", "u"],
        ),
        ({"gateway-headers": "a=1 2\n\nb=$K\n"}, ["--gateway-header", "a=1 2", "--gateway-header", "b=$K"]),
        ({"adapter": "a:B", "arguments": "--generate 3"}, ["--adapter", "a:B", "--generate", "3"]),
    ],
    ids=["adapter", "command", "gateway", "headers", "arguments"],
)
def test_the_inputs_are_options_of_the_gate(inputs: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    arguments = Step(tmp_path, "Judge", {"providers": "openai", "scenarios": "call-single"} | inputs).arguments
    assert arguments[:5] == ["gate", "--providers", "openai", "--scenarios", "call-single"]
    assert arguments[5:-2] == expected


@pytest.mark.parametrize("code", [0, 1])
def test_the_summary_has_the_report_and_the_step_ends_as_the_gate_does(code: int, tmp_path: Path) -> None:
    step = Step(tmp_path, "Judge", ADAPTER, code=code, report="# Report")
    assert (step.code, step.summary, step.stderr) == (code, "# Report\n", "")


def test_a_gate_without_a_report_adds_nothing_to_the_summary(tmp_path: Path) -> None:
    Step(tmp_path, "Judge", ADAPTER, report="# Earlier")
    (tmp_path / "summary").unlink()
    step = Step(tmp_path, "Judge", ADAPTER, code=2)
    assert (step.code, step.summary, step.stderr) == (2, "", "")
