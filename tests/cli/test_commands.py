"""Tests of all commands together: help, versions, ``conformance matrix``, and stdout with only the result."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance import __version__
from conformance.cli import output
from conformance.cli.lazy import COMMANDS, commands
from conformance.judge.exit_codes import Exit
from conformance.judge.result import Result, Results
from conformance.report import results

ROOT = Path(__file__).parents[2]


def test_help_and_version(conformance: Any) -> None:
    assert conformance("--version").stdout == f"conformance {__version__}\n"
    for flag in ("--help", "-h"):
        text = " ".join(conformance(flag).stdout.replace("│", " ").split())
        assert all(command in text for command in COMMANDS)
        assert "0 conformant, 1 not conformant, 2 wrong usage, 3 the adapter broke" in text
    assert conformance("nonsense").exit_code == Exit.USAGE


def test_the_list_shows_the_whole_first_sentence_of_each_command(conformance: Any) -> None:
    listed = conformance("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == [*COMMANDS]
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_usage_of_a_command_has_each_ellipsis_once(command: str, conformance: Any) -> None:
    assert "....." not in conformance(command, "--help").stdout.replace("}", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str, conformance: Any) -> None:
    loaded = commands()[command].load()
    assert loaded.help
    assert loaded.params
    for parameter in loaded.params:
        assert parameter.name == "help" or getattr(parameter, "help", None), parameter.name
    text = conformance(command, "--help").stdout
    for parameter in loaded.params:
        assert all(option in text for option in parameter.opts if option.startswith("--"))


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("check", ""), "PATHS"),
        (("import", "", "--into", "mine"), "PATHS"),
        (("lint", "--secrets", ""), "--secrets"),
        (("run", "--data", ""), "--data"),
    ],
)
def test_an_empty_path_is_not_the_current_folder(arguments: tuple[str, ...], name: str, conformance: Any) -> None:
    ran = conformance(*arguments)
    assert ran.exit_code == Exit.USAGE
    assert name in ran.stderr.upper() + ran.stderr
    assert "expected a path, got an empty text" in " ".join(ran.stderr.split())


def test_an_unknown_format_is_refused_with_the_names_of_all_formats(conformance: Any) -> None:
    loaded = {name: command.load() for name, command in commands().items()}
    named = [name for name, command in loaded.items() if any("--format" in option.opts for option in command.params)]
    assert len(named) > 5
    for name in named:
        result = conformance(name, "--format", "xml")
        assert result.exit_code == Exit.USAGE
        assert "Error: Invalid value for '--format': 'xml' is not one of 'text', 'json'" in result.stderr


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "No such file or directory ('conformance run' writes it)"),
        (b"{", "not a results file: "),
        (b'{"rows": [], "format": 1}', "not a results file: Object missing required field"),
        (b'{"adapter": "a", "results": [], "format": 7}', "got format 7"),
    ],
)
def test_matrix_of_no_results(data: bytes | None, why: str, conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    if data is not None:
        path.write_bytes(data)
    result = conformance("matrix", path)
    assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, "")
    assert result.stderr.startswith(f"conformance: {path}: ")
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


def test_matrix_without_results_is_that_of_the_reports(
    conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    committed = json.loads((ROOT / "reports" / "matrix.json").read_text(encoding="utf-8"))
    assert json.loads(conformance("matrix", "--format", "json").stdout) == committed
    assert "the project's own reports" in conformance("matrix").stdout
    badge = conformance("matrix", "--format", "badge")
    assert (badge.exit_code, badge.stdout) == (Exit.USAGE, "")
    assert "a badge needs your own results" in badge.stderr


def test_results_that_have_a_result_twice_are_refused(conformance: Any, tmp_path: Path) -> None:
    name = "openai/openai_chat/call-single/plain/decode"
    found = Result(
        id=name, provider="openai", dialect="openai_chat", scenario="call-single", mode="plain", check="decode",
        capability="single-call", party="adapter", adapter="a", outcome="pass", origin="recorded",
        date="2026-11-01", models=("m",),
    )  # fmt: skip
    path = tmp_path / "results.json"
    path.write_bytes(results.write(Results(adapter="a", results=(found, found))))
    refused = conformance("matrix", path, "--format", "json")
    assert (refused.exit_code, refused.stdout) == (Exit.UNREADABLE, "")
    assert f"{path}: expected each result once, got {name} again" in " ".join(refused.stderr.split())


@pytest.mark.parametrize("kind", ["text", "json"])
def test_an_odd_name_in_results_is_shown_with_escapes(kind: str, conformance: Any, tmp_path: Path) -> None:
    found = Result(
        id="openai/openai_chat/call-single/plain/decode", provider="openai", dialect="openai_chat",
        scenario="call-single", mode="plain", check="decode", capability="single-call", party="adapter",
        adapter="\x1b[31m\u202ename", outcome="pass", origin="recorded",
        date="2026-11-01", models=("m",),
    )  # fmt: skip
    (tmp_path / "results.json").write_bytes(results.write(Results(adapter=found.adapter, results=(found,))))
    shown = conformance("matrix", tmp_path / "results.json", "--format", kind).stdout
    assert "\\u001b[31m\\u202ename" in shown
    assert not {"\x1b", "\u202e"} & set(shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\n  ::stop-commands::x\n::error::y", "a\n  \\u003a:stop-commands::x\n\\u003a:error::y"),
        ("a ##[add-mask]b ##vso[task.setvariable]c", "a \\u0023#[add-mask]b \\u0023#vso[task.setvariable]c"),
        ("##teamcity[x]", "\\u0023#teamcity[x]"),
        ("a::b, ## a heading, [##] and\n: ::", "a::b, ## a heading, [##] and\n: ::"),
    ],
)
def test_no_line_of_a_result_is_a_command_for_the_runner_of_a_job(
    text: str, shown: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output.give(text, None)
    assert capsys.readouterr().out == shown
    output.give(text, tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == text


def test_a_message_is_no_command_for_the_runner_of_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    output.say("a ##[add-mask]b")
    assert capsys.readouterr().err == "conformance: a \\u0023#[add-mask]b\n"


def test_matrix_of_nothing(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text('{"adapter": "a", "results": []}')
    assert conformance("matrix", tmp_path / "results.json").exit_code == Exit.NOTHING_JUDGED


def test_recording_without_its_extra(conformance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tenacity", None)
    result = conformance("record", "--provider", "openai")
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert result.stderr == (
        "conformance: recording needs the extra 'record', and tenacity is missing: "
        "in a clone, run pip install '.[record]'\n"
    )


KEY = "ghp_" + "Zk3Qw9Lp" * 4 + "x7Yz"


@pytest.mark.parametrize(
    "command",
    [
        ("decode", f"{KEY}.json"),
        ("decode", "--dialect", KEY),
        ("explain", KEY),
        ("matrix", f"{KEY}.json"),
        ("gate", "--command", f"no-such-program --token {KEY}"),
        ("gate", "--adapter", f"module:{KEY}"),
        ("gate", "--gateway", f"http://127.0.0.1:1/v1?key={KEY}", "--speaks", "openai_chat", "--upstream", "openai"),
        (KEY,),
        (f"--{KEY}",),
        ("serve", KEY),
        ("gate", f"--{KEY}"),
        ("probe", "--base-url", "http://bob:Zk3Qw9Lp@ho\u2100st/v1", "--model", "m"),
        ("probe", "--base-url", "http://127.0.0.1:Zk3Qw9Lp/v1", "--model", "m"),
    ],
)
def test_a_message_of_a_command_shows_no_secret(command: tuple[str, ...], conformance: Any) -> None:
    result = conformance(*command)
    assert result.exit_code in (Exit.USAGE, Exit.ADAPTER_BROKE, Exit.UNREADABLE)
    assert "Zk3Qw9Lp" not in result.output
    assert result.output


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (("check",), "there is no such file or folder"),
        (("gate", "--adapter", "x.y:z", "--baseline"), "there is no such baseline; --write-baseline makes it"),
        (("matrix",), "No such file or directory ('conformance run' writes it)"),
    ],
)
def test_a_message_about_a_long_path_keeps_its_reason(
    command: tuple[str, ...], reason: str, conformance: Any, tmp_path: Path
) -> None:
    ran = conformance(*command, str(tmp_path.joinpath("begins", *["x" * 200] * 15, "ends")))
    [line] = [line.strip() for line in ran.output.splitlines() if "xxx" in line]
    assert line.endswith(f"/ends: {reason}")
    assert str(tmp_path / "begins") in line
