"""Tests of the shell steps in the scheduled workflow's file, with an imitated vendor on loopback."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import yaml

from conformance.recording.live import key_of
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from toolwire.wire.exchange import WireRequest

from .conftest import KEY, Bench, Vendor

pytest.importorskip("mistralai", reason="the types of official SDKs are in the extra 'oracles'")
WORKFLOW = Path(__file__).parents[3] / ".github" / "workflows" / "drift.yml"
HUB = "https://x-access-token:token@github.com/owner/name"
RECORD = """#!/bin/sh
[ "$1" != record ] || set -- "$@" --base-url "$VENDOR" --scenario call-single
exec "%s" -m conformance "$@"
"""
GH = '#!/bin/sh\necho "$@" >> "$GH_LOG"\ncat drift.md >> "$GH_LOG"\n'


class Runner:
    """A runner of the workflow's steps, in a new repository."""

    def __init__(self, home: Path, vendor: str) -> None:
        self.log, self.outputs, self.pushed = home / "log", home / "outputs", home / "pushed.git"
        self._work, self._programs = home / "work", home / "programs"
        self._programs.mkdir()
        for name, text in (("conformance", RECORD % sys.executable), ("gh", GH)):
            (self._programs / name).write_text(text)
            (self._programs / name).chmod(0o755)
        (self._work / "cassettes").mkdir(parents=True)
        self._env = os.environ | {
            "PATH": f"{self._programs}{os.pathsep}{os.environ['PATH']}",
            "VENDOR": vendor,
            "GH_LOG": str(self.log),
            "PROVIDER": "mistral",
            "VARIABLE": "MISTRAL_API_KEY",
            "KEY": KEY,
            "GH_TOKEN": "token",
            "GITHUB_REPOSITORY": "owner/name",
            "GITHUB_OUTPUT": str(self.outputs),
            "GITHUB_STEP_SUMMARY": str(home / "summary"),
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{self.pushed}.insteadOf",
            "GIT_CONFIG_VALUE_0": HUB,
        }
        self._env.pop("MISTRAL_API_KEY", None)
        for command in (["init", "-q", "--bare", str(self.pushed)], ["init", "-q", str(self._work)]):
            subprocess.run(["git", *command], check=True)

    def step(self, name: str, **more: str) -> int:
        [job] = yaml.safe_load(WORKFLOW.read_text())["jobs"].values()
        [script] = [step["run"] for step in job["steps"] if step.get("name") == name]
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(command, cwd=self._work, env=self._env | more, check=False).returncode

    @property
    def code(self) -> str:
        return self.outputs.read_text().strip().removeprefix("code=")

    def branches(self) -> str:
        return subprocess.run(
            ["git", "-C", str(self.pushed), "log", "--all", "--name-only", "--format=%S %s"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip


def run(home: Path, change: Callable[[Answer], Answer], **more: str) -> tuple[Runner, dict[str, int]]:
    key = key_of("mistral")
    assert key is not None
    vendor = Vendor("mistral", "mistral_chat", key.onto({}), "")

    def answer(request: WireRequest) -> Answer:
        return change(vendor.answer(request))

    with serving(answer) as url:
        runner = Runner(home, f"{url}/api")
        steps = ("Record", "Compare", "Look for secrets", "Open a pull request")
        codes = {name: runner.step(name, **more) for name in steps}
    codes["last"] = runner.step("What could not be looked at is not unchanged", CODE=runner.code)
    return runner, codes


def moved(answer: Answer) -> Answer:
    """Return the answer with an additional unknown key."""
    chunks = tuple(
        Chunk(chunk.at, chunk.data.replace(b'"object":', b'"novelty":{"a":1},"object":')) for chunk in answer.chunks
    )
    return msgspec.structs.replace(answer, chunks=chunks)


def test_a_move_opens_a_pull_request(bench: Bench, tmp_path: Path) -> None:
    runner, codes = run(tmp_path, moved)
    assert codes == {"Record": 0, "Compare": 0, "Look for secrets": 0, "Open a pull request": 0, "last": 1}
    assert runner.code == "6", "the other scenarios were not recorded"
    command = runner.log.read_text()
    assert command.startswith("pr create --head drift/mistral --title Drift of mistral --body-file drift.md")
    assert "novelty" in command
    assert "drift/mistral Drift of mistral" in runner.branches()
    assert "cassettes/mistral/mistral_chat/call-single.plain.yaml" in runner.branches()


def test_what_did_not_move_opens_none(bench: Bench, tmp_path: Path) -> None:
    runner, codes = run(tmp_path, lambda answer: answer)
    assert (codes["Open a pull request"], codes["last"]) == (0, 1)
    assert not runner.log.exists()
    assert runner.branches() == ""


def test_a_wrong_key_is_not_unchanged(bench: Bench, tmp_path: Path) -> None:
    runner, codes = run(tmp_path, lambda answer: answer, KEY=KEY[::-1])
    assert (runner.code, codes["last"]) == ("5", 1)
    assert runner.branches() == ""
