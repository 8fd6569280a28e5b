"""Tests of ``conformance run``: verdicts, files, exit codes, and messages about cassettes that cannot be read."""

import gzip
import json
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.data import cassettes_folder
from conformance.judge.checks import of_scenario
from conformance.judge.exit_codes import Exit, worst
from conformance.scenarios import load as scenario
from conformance.suite import verdicts

EACH = of_scenario(scenario("call-single"))
"""The checks of ``call-single``, a scenario that no provider refuses."""

PLAIN = "openai/openai_chat/call-single.plain.yaml"
GOOD = (cassettes_folder() / PLAIN).read_text()


def test_the_worst_code_wins() -> None:
    codes = set(Exit) - {Exit.USAGE}
    order = []
    while codes:
        order.append(worst(codes))
        codes -= {order[-1]}
    assert order == [3, 6, 5, 4, 1, 0]
    assert worst(set()) == 0


def test_conformant(run: Any, conformance: Any, tmp_path: Path) -> None:
    result = run("--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    folder = tmp_path / "results"
    assert result.stdout == (folder / "matrix.json").read_text()
    outcomes = {entry["outcome"] for entry in json.loads((folder / "results.json").read_text())["results"]}
    assert "pass" in outcomes <= {"pass", "not-applicable"}
    assert run("--format", "markdown").stdout == (folder / "matrix.md").read_text()
    results = folder / "results.json"
    assert conformance("matrix", results, "--format", "markdown").stdout == (folder / "matrix.md").read_text()
    assert conformance("matrix", results, "--format", "json").stdout == result.stdout
    text = run().stdout
    assert conformance("matrix", results).stdout == text
    assert "openai" in text
    assert f"{2 * len(EACH)} results: " in text
    shown = run("--output", tmp_path / "new" / "shown.txt")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert (tmp_path / "new" / "shown.txt").read_text() == text


def test_a_bug_reaches_the_exit_code(run: Any) -> None:
    result = run("--adapter", "conformance.adapters.broken:FirstCallOnly")
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert "FAIL openai/openai_chat/call-parallel/stream/calls: calls: expected 2 calls" in result.stdout


def test_an_error_of_ours_is_not_the_adapter_s(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> bool:
        raise ZeroDivisionError("in the matcher")

    monkeypatch.setattr("conformance.judge.request_match.matches", broken)
    result = run("--scenario", "call-single")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert "answered: an error of the suite, not of the adapter: ZeroDivisionError: in the matcher" in result.stdout
    assert "FAIL" not in result.stdout
    assert "gave no answer" not in result.stderr


@pytest.mark.parametrize(
    ("option", "known"),
    [("--provider", "anthropic, anthropic-bedrock, "), ("--scenario", "agent-codex, agent-codex-freeform, ")],
)
def test_unknown_names_are_a_usage_error_that_lists_the_known(option: str, known: str, run: Any) -> None:
    result = run(option, "xyz")
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert f"'xyz'; expected one of: {known}" in result.stderr


def test_names_that_are_commas_alone(run: Any) -> None:
    result = run("--provider", " ,")
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert "expected names separated by commas, got ' ,'" in result.stderr


def test_several_providers_and_scenarios(run: Any, tmp_path: Path) -> None:
    run("--provider", "openai, gemini,openai", "--scenario", "call-single,call-parallel")
    found = json.loads((tmp_path / "results" / "results.json").read_text())["results"]
    assert {(entry["provider"], entry["scenario"]) for entry in found} == {
        ("openai", "call-single"),
        ("openai", "call-parallel"),
    }


def test_one_dialect_of_a_provider(run: Any, tmp_path: Path) -> None:
    assert run("--provider", "openai/openai_chat").exit_code == Exit.CONFORMANT
    found = json.loads((tmp_path / "results" / "results.json").read_text())["results"]
    assert {(result["provider"], result["dialect"]) for result in found} == {("openai", "openai_chat")}
    assert run("--provider", "openai/openai_responses").exit_code == Exit.NOTHING_JUDGED
    other = run("--provider", "openai/anthropic_messages")
    assert (other.exit_code, "openai has no case in the dialect" in other.stderr) == (Exit.USAGE, True)


def test_nothing_judged_overwrites_nothing(run: Any, tmp_path: Path) -> None:
    old = tmp_path / "results" / "results.json"
    old.parent.mkdir()
    old.write_text("old")
    result = run("--provider", "gemini")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert result.stderr == (
        "conformance: nothing was judged: no cassette of 'gemini' matches the chosen scenarios, cases and dialects "
        "(exit code 5)\n"
    )
    assert old.read_text() == "old"


def test_a_stale_deviation(run: Any, cassettes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = verdicts.judge

    def listed(*arguments: Any) -> Any:
        first, *others = real(*arguments)
        return msgspec.structs.replace(first, known="it used to fail"), *others

    monkeypatch.setattr("conformance.suite.run.judge", listed)
    result = run()
    assert result.exit_code == Exit.STALE
    assert "PASS openai/openai_chat/call-single/plain/predicates: does not fail, but is listed as" in result.stdout
    (cassettes / "stray.yaml").write_text("")
    assert run().exit_code == Exit.UNREADABLE


BAD = {
    "truncated": (GOOD[:400].encode(), "line "),
    "python-tag": (b"interactions:\n- !!python/object/apply:os.system ['touch pwned']\n", "line 2 column 3"),
    "not-utf-8": (b"interactions: '\xff'", "not UTF-8: byte 16"),
    "deep": (b"interactions: " + b"[" * 300, "line 1 column 214: nested deeper"),
    "no-interaction": (b"interactions: []\n", "interactions: expected at least 1 interaction, got none"),
    "metadata": (GOOD.replace("ids: scripted", "ids: 3").encode(), "metadata: Expected `str`, got `int` - at `$.ids`"),
    "no-metadata": (GOOD[: GOOD.index("metadata:")].encode(), "metadata: "),
    "deep-body": (
        GOOD.replace('      string: "{', "      string: '" + "[" * 10_000 + "'\n      was: \"{").encode(),
        "interactions[0].response.body: nested deeper",
    ),
    "binary-body": (
        GOOD.replace('      string: "{', '      string: !!binary /w==\n      was: "{').encode(),
        "interactions[0].response.body: not UTF-8: byte 1",
    ),
    "empty": (b"", "not a vcrpy cassette: expected a list of interactions"),
}


@pytest.mark.parametrize(("data", "place"), BAD.values(), ids=BAD)
def test_a_bad_cassette_is_named_and_the_rest_goes_on(data: bytes, place: str, run: Any, cassettes: Path) -> None:
    path = cassettes / PLAIN
    path.write_bytes(data)
    result = run("--format", "json")
    assert result.exit_code == Exit.UNREADABLE
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"conformance: {path}: {place}")
    cells = [row["cells"][0] for row in json.loads(result.stdout)["rows"]]
    assert [cell["handled"]["marks"]["stream"]["mark"] for cell in cells if "handled" in cell] == ["works"]
    assert path.read_bytes() == data
    assert not list(cassettes.rglob("pwned"))


@pytest.mark.parametrize(
    "name",
    [
        "nobody/openai_chat/call-single.plain.yaml",
        "openai/morse/call-single.plain.yaml",
        "openai/openai_chat/call-me.plain.yaml",
        "openai/openai_chat/call-single.yaml",
        "call-single.plain.yaml",
    ],
)
def test_a_bad_name_is_named_and_the_rest_goes_on(name: str, run: Any, cassettes: Path) -> None:
    path = cassettes / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(GOOD)
    result = run()
    assert result.exit_code == Exit.UNREADABLE
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"conformance: {path}: ")
    assert f"{2 * len(EACH)} results: " in result.stdout
    assert run("--scenario", "call-parallel").exit_code == Exit.CONFORMANT


def test_a_large_cassette_and_a_folder_for_one(run: Any, cassettes: Path) -> None:
    with (cassettes / PLAIN).open("wb") as file:
        file.truncate(200 * 1024 * 1024)  # sparse
    (cassettes / PLAIN.replace("plain", "stream")).mkdir()
    result = run()
    assert result.exit_code == Exit.UNREADABLE
    assert [line.rpartition(": ")[2] for line in result.stderr.splitlines()] == [
        "expected at most 64 MB, got 200 MB",
        "not a regular file",
    ]
    assert f"{len(EACH)} results: " in result.stdout


def test_cassettes_in_every_form_that_is_read_are_replayed(run: Any, cassettes: Path) -> None:
    path = cassettes / PLAIN
    path.write_bytes(gzip.compress(GOOD.replace("version: 1\n", "").replace("content-type:", "Content-Type:").encode()))
    assert run().exit_code == Exit.CONFORMANT


class DeadPool:
    """A process pool whose process has ended."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def __enter__(self) -> "DeadPool":
        return self

    def __exit__(self, *_: object) -> None: ...

    def shutdown(self, **_: Any) -> None: ...

    def submit(self, *_: Any) -> None: ...

    def map(self, *_: Any, **__: Any) -> Any:
        raise BrokenProcessPool


def test_a_worker_that_dies(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.workers.ProcessPoolExecutor", DeadPool)
    monkeypatch.setattr("conformance.suite.run._FEW", 1)
    result = run("--workers", 2, "--format", "json")
    assert (result.exit_code, result.stdout) == (Exit.ADAPTER_BROKE, "")
    assert result.stderr == (
        "conformance: a worker process that judges the adapter 'reference' crashed, or memory ran out: "
        "free some memory, or use fewer --workers\n"
    )


def test_an_adapter_of_the_users_own(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "conformance_mine.py").write_text(
        "from conformance.adapters.reference import ReferenceAdapter\n"
        "class Mine(ReferenceAdapter):\n"
        "    name = 'my own'\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    result = run("--adapter", "conformance_mine:Mine")
    assert result.exit_code == Exit.CONFORMANT
    assert "Adapter: my own" in result.stdout


def test_names_stand_in_one_option_or_in_several(run: Any) -> None:
    together = run("--scenario", "call-parallel,call-single")
    apart = run("--scenarios", "call-parallel", "--scenario", "call-single")
    assert together.exit_code == Exit.CONFORMANT
    assert (apart.exit_code, apart.stdout) == (together.exit_code, together.stdout)
