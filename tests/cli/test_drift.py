"""Tests of ``conformance drift``: exit codes and formats."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit

NAMES = [
    f"llamacpp/openai_chat/{scenario}.{mode}.yaml"
    for scenario in ("call-single", "call-parallel")
    for mode in ("plain", "stream")
]
ASKED = ("--scenario", "call-single,call-parallel")


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    for name in NAMES:
        path = tmp_path / "fresh" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(cassettes_folder() / name, path)
    return tmp_path / "fresh"


def move(fresh: Path) -> None:
    path = fresh / NAMES[0]
    path.write_text(re.sub(r'"total_tokens(\\?)":', r'"sum_of_tokens\1":', path.read_text()))


def test_nothing_moved(fresh: Path, conformance: Any) -> None:
    result = conformance("drift", fresh, *ASKED)
    assert (result.exit_code, result.stdout) == (Exit.CONFORMANT, "4 cassettes compared: nothing moved.\n")


def test_something_moved(fresh: Path, tmp_path: Path, conformance: Any) -> None:
    move(fresh)
    result = conformance("drift", fresh, *ASKED)
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert "provider moved: llamacpp/openai_chat plain /usage/" in result.stdout
    conformance("drift", fresh, *ASKED, "--format", "json", "--output", tmp_path / "drift.json")
    assert json.loads((tmp_path / "drift.json").read_text())["moved"] is True
    assert conformance("drift", fresh, *ASKED, "--format", "markdown").stdout.startswith("## Drift\n")


def test_what_could_not_be_looked_at_is_worse_than_what_moved(fresh: Path, conformance: Any) -> None:
    move(fresh)
    (fresh / NAMES[1]).write_text("[")
    result = conformance("drift", fresh, *ASKED)
    assert result.exit_code == Exit.UNREADABLE
    assert "provider moved" in result.stdout
    assert "not compared: " in result.stdout
    assert conformance("drift", fresh).exit_code == Exit.UNREADABLE


@pytest.mark.parametrize("ending", ["json", "JSON", "json.gz", "har", "jsonl", "ndjson.gz"])
@pytest.mark.parametrize("folder", ["llamacpp/openai_chat", "."])
def test_a_recording_that_is_no_cassette_is_named(fresh: Path, conformance: Any, folder: str, ending: str) -> None:
    path = fresh / folder / f"call-single.plain.{ending}"
    path.write_text("{}")
    result = conformance("drift", fresh, *ASKED)
    assert result.exit_code == Exit.UNREADABLE
    assert f"{path}: expected a cassette, which is a YAML file" in " ".join(result.stdout.split())


def test_other_files_beside_cassettes_are_no_recordings(fresh: Path, conformance: Any) -> None:
    (fresh / "README.md").write_text("{}")
    assert conformance("drift", fresh, *ASKED).exit_code == Exit.CONFORMANT


def test_cases_that_were_never_committed_are_new(fresh: Path, tmp_path: Path, conformance: Any) -> None:
    source = cassettes_folder() / "openai/openai_chat"
    home = fresh / "llamacpp/openai_chat"
    shutil.copy(source / "call-unknown-tool.plain.yaml", home)
    asked = ("--scenario", "call-single,call-parallel,call-unknown-tool")
    result = conformance("drift", fresh, *asked)
    expected = (
        "4 cassettes compared: nothing moved; 1 new.\nnew: llamacpp/openai_chat, 1 cassette: call-unknown-tool/plain\n"
    )
    assert (result.exit_code, result.stdout) == (Exit.CONFORMANT, expected)
    assert json.loads(conformance("drift", fresh, *asked, "--format", "json").stdout)["new"] == [
        "llamacpp/openai_chat/call-unknown-tool/plain"
    ]
    assert "### New\n" in conformance("drift", fresh, *asked, "--format", "markdown").stdout


def test_where_nothing_was_committed_there_is_nothing_to_compare_with(tmp_path: Path, conformance: Any) -> None:
    home = tmp_path / "groq/openai_chat"
    home.mkdir(parents=True)
    shutil.copy(cassettes_folder() / "openai/openai_chat/call-single.plain.yaml", home)
    result = conformance("drift", tmp_path)
    assert result.exit_code == Exit.CONFORMANT
    assert result.stdout.startswith("0 cassettes compared: there was nothing to compare; 1 new.\n")


def test_a_folder_without_cassettes_is_not_unchanged(tmp_path: Path, conformance: Any) -> None:
    assert conformance("drift", tmp_path).exit_code == Exit.NOTHING_JUDGED
    assert conformance("drift", tmp_path / "none").exit_code == Exit.USAGE
    assert conformance("drift", tmp_path, "--scenario", "none").exit_code == Exit.USAGE


def test_the_workflow_uses_options_that_there_are(conformance: Any) -> None:
    text = (Path(__file__).parents[2] / ".github" / "workflows" / "drift.yml").read_text()
    [job] = yaml.safe_load(text)["jobs"].values()
    lines = [line for step in job["steps"] for line in step.get("run", "").splitlines()]
    for command in ("drift", "lint"):
        [line] = [line for line in lines if f"conformance {command} " in line]
        helped = conformance(command, "--help").stdout
        assert all(option in helped for option in re.findall(r"--[a-z]+", line))


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_name_with_a_line_break_adds_no_line(form: str, fresh: Path, conformance: Any) -> None:
    shutil.copy(fresh / NAMES[0], fresh / "llamacpp" / "openai_chat" / "a\n4 cassettes compared.plain.yaml")
    result = conformance("drift", fresh, "--format", form)
    assert result.exit_code == Exit.UNREADABLE
    assert "a 4 cassettes compared.plain.yaml" in result.stdout
    assert not any(line.startswith("4 cassettes compared.") for line in result.stdout.splitlines())
