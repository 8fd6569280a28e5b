"""Tests of ``conformance check``: its output as text and JSON, and its exit codes."""

import gzip
import json
import os
import re
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from conformance.cli import check as check_command
from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit

OPENAI = cassettes_folder() / "openai" / "openai_chat"
GOOD = (OPENAI / "call-single.plain.yaml").read_text()
KEYS = [
    "exchanges", "tool_exchanges", "recognised", "decoded", "request_round_trips", "response_round_trips", "carried",
    "findings", "unreadable",
]  # fmt: skip


def test_json_is_one_document_with_the_documented_keys(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    result = conformance("check", tmp_path, "--format", "json", "--workers", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    summary = json.loads(result.stdout)
    texts = ["text_records", "equal", "soft", "different", "by_family"]
    assert list(summary) == [*KEYS, "returned_calls", "not_covered", "foreign", "by_dialect", *texts]
    assert list(summary["by_dialect"]["openai_chat"]) == KEYS
    assert summary["request_round_trips"] == summary["response_round_trips"] == {"ok": 1, "of": 1}
    assert (summary["exchanges"], summary["decoded"], summary["findings"]) == (1, 1, [])
    written = conformance("check", tmp_path, "--format", "json", "--output", tmp_path / "out" / "summary.json")
    assert (written.exit_code, written.stdout) == (0, "")
    assert (tmp_path / "out" / "summary.json").read_text() == result.stdout
    text = conformance("check", tmp_path / "good.yaml").stdout
    assert "openai_chat                  1           1        1         1 of 1" in text
    assert "requests kept  plain answers kept  bytes unread\n" in text
    assert "\nBytes unread: the share of the bytes of requests and plain answers that has no canonical form." in text


def test_secrets_are_masked_in_every_block_of_lines(
    conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-ant-api03-" + "Zk3Qw9Lp" * 6
    for n in range(3):
        (tmp_path / f"{n}-{key}.yaml").write_text("interactions: 1")
    whole = conformance("check", tmp_path, "--format", "json").stdout
    monkeypatch.setattr(check_command, "_LINES", 2)
    assert conformance("check", tmp_path, "--format", "json").stdout == whole
    assert len(json.loads(whole)["unreadable"]) == 3
    assert "Zk3Qw9Lp" not in whole


def test_nothing_to_compare_is_no_0_of_0(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines({"response_body": answer()}))
    text = conformance("check", tmp_path).stdout
    assert re.search(r"^openai_chat +1 +0 +1 +- +1 of 1 ", text, re.MULTILINE)
    assert "0 of 0" not in text


LOSSY = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
OTHER = {"url": "https://h/v1/embeddings", "response_body": {"data": []}}


def lines(*records: Any) -> bytes:
    return b"\n".join(record if isinstance(record, bytes) else json.dumps(record).encode() for record in records)


def answer(**more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": "hi"}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]} | more


CASES: dict[str, tuple[dict[str, bytes], Exit, str]] = {
    "good": ({"a.yaml": GOOD.encode(), "a.yaml.gz": gzip.compress(GOOD.encode())}, Exit.CONFORMANT, ""),
    "nothing": ({"a.txt": b"x"}, Exit.NOTHING_JUDGED, ""),
    "other-api": ({"a.jsonl": lines(OTHER)}, Exit.NOTHING_JUDGED, "line 1: not an exchange of a known dialect"),
    "other-api-beside": ({"a.jsonl": lines(OTHER), "b.yaml": GOOD.encode()}, Exit.CONFORMANT, "line 1: not an"),
    "lost": ({"a.jsonl": lines({"request_body": "{", "response_body": answer()})}, Exit.NOT_CONFORMANT, "request: "),
    "broken-line": (
        {"a.jsonl": lines({"response_body": answer()}, b"{bro\r", {"response_body": answer()})},
        Exit.UNREADABLE,
        "line 2: Expecting property name",
    ),
    "broken-answer": ({"a.jsonl": lines({"response_body": answer(choices=[3])})}, Exit.UNREADABLE, "line 1: "),
    "truncated": ({"a.yaml": GOOD[:300].encode(), "b.yaml": GOOD.encode()}, Exit.UNREADABLE, "a.yaml: line 4"),
    "python-tag": (
        {"a.yaml": b"interactions: !!python/object/apply:os.system [exit 1]"},
        Exit.UNREADABLE,
        "a.yaml: line 1 column 15: could not determine a constructor",
    ),
    "not-utf-8": (
        {"a.yaml": GOOD.replace('      string: "{', '      string: !!binary /w==\n      was: "{').encode()},
        Exit.UNREADABLE,
        "a.yaml: interactions[0]: not UTF-8: byte 1 of 1",
    ),
    "no-interaction": (
        {"a.json": b'{"interactions": []}'},
        Exit.UNREADABLE,
        "interactions: expected at least 1 interaction",
    ),
    "empty": ({"a.jsonl": b""}, Exit.UNREADABLE, "a.jsonl: the file has no exchange"),
    "deep": ({"a.yaml": b"interactions: " + b"[" * 100_000}, Exit.UNREADABLE, "nested deeper"),
    "gzip": (
        {"a.yaml.gz": gzip.compress(GOOD.encode())[:-9]},
        Exit.UNREADABLE,
        "a.yaml.gz: cannot be read: broken gzip",
    ),
}


@pytest.mark.parametrize(
    ("case", "verdict"),
    [
        ("good", "nothing lost or misread (exit code 0)"),
        ("nothing", "nothing was judged (exit code 5)"),
        ("lost", "1 lost or misread (exit code 1)"),
        ("broken-line", "nothing lost or misread; 1 not read (exit code 6)"),
    ],
)
def test_a_log_shows_the_verdict_of_a_report_in_a_file(
    case: str, verdict: str, conformance: Any, tmp_path: Path
) -> None:
    recordings, report = tmp_path / "recordings", tmp_path / "report.json"
    recordings.mkdir()
    for name, data in CASES[case][0].items():
        (recordings / name).write_bytes(data)
    result = conformance("check", recordings, "--workers", 1, "--format", "json", "--output", report)
    assert result.stderr.splitlines()[-1] == f"conformance: {verdict}"


@pytest.mark.parametrize(("files", "code", "line"), CASES.values(), ids=CASES)
def test_codes_and_reasons(files: dict[str, bytes], code: Exit, line: str, conformance: Any, tmp_path: Path) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    result = conformance("check", tmp_path, "--workers", 1)
    assert result.exit_code == code
    assert line in result.stdout
    assert set(result.stderr.splitlines()) <= {
        "conformance: files not read, because their endings show that they are not recordings: 1 .txt",
        "conformance: nothing was judged (exit code 5)",
        "conformance: nothing was judged; 1 not read (exit code 5)",
        "conformance: nothing was judged; 1 not read (exit code 6, which precedes 5)",
    }
    good = sum(GOOD.encode() in (data, gzip.decompress(data) if name == "a.yaml.gz" and code == 0 else b"")
               for name, data in files.items())  # fmt: skip
    summary = json.loads(conformance("check", tmp_path, "--workers", 1, "--format", "json").stdout)
    assert summary["by_dialect"].get("openai_chat", {}).get("decoded", 0) >= good
    assert {name: data for name, data in files.items() if (tmp_path / name).read_bytes() != data} == {}


def test_workers_and_a_cluster_are_one_too_many(conformance: Any, tmp_path: Path) -> None:
    result = conformance("check", tmp_path, "--workers", 2, "--cluster", "127.0.0.1:8786")
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert result.stderr == "conformance: use either --workers (this machine) or --cluster (other machines)\n"


def test_workers_find_the_same_in_the_same_order(conformance: Any, tmp_path: Path) -> None:
    for n, model in enumerate(("", "gpt-4", 7)):
        record = {"request_body": {"model": model}, "response_body": answer()}
        (tmp_path / f"{n}.jsonl").write_bytes(lines(record, b"{"))
    serial, parallel = (conformance("check", tmp_path, "--format", "json", "--workers", number) for number in (1, 2))
    assert parallel.stdout == serial.stdout
    assert {finding["level"] for finding in json.loads(serial.stdout)["findings"]} == {"SHOULD"}


def test_what_is_not_read_is_listed_once_for_each_reason(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines(OTHER, b"{", OTHER, OTHER))
    text = conformance("check", tmp_path / "a.jsonl").stdout
    assert "Exchanges of other APIs, and files that are no recordings: 3. They are not judged, and do not" in text
    assert (
        "Not read: 1. Correct these files, or leave them out: run the command with only the other files or folders.\n"
        in text
    )
    assert f"{tmp_path / 'a.jsonl'}: line 1, and 2 more: not an exchange of a known dialect" in text
    assert f"{tmp_path / 'a.jsonl'}: line 2: Expecting" in text
    assert "line 3" not in text


def test_a_folder_may_have_files_that_are_no_recordings(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "settings.yaml").write_text("colour: red\n")
    (tmp_path / "table.jsonl").write_text('{"colour": "red"}\n')
    (tmp_path / "tokens.yaml").write_text("interactions: {1be2feb5: [{token: 3}]}\n")
    found = conformance("check", tmp_path)
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (0, "nothing lost or misread (exit code 0)")
    assert "no recordings: 3. " in found.stdout
    assert "settings.yaml, and 1 more: not a vcrpy cassette" in found.stdout
    named = conformance("check", tmp_path / "settings.yaml", tmp_path / "good.yaml")
    assert (named.exit_code, "Not read: 1. Correct these files" in named.stdout) == (Exit.UNREADABLE, True)
    assert named.stdout.endswith("\nnothing lost or misread; 1 not read (exit code 6)\n")
    alone = conformance("check", tmp_path / "table.jsonl")
    assert (alone.exit_code, alone.stdout.splitlines()[-1][:18]) == (Exit.UNREADABLE, "nothing was judged")
    imported = conformance("import", tmp_path, "--into", tmp_path / "mine")
    assert (imported.exit_code, "1 cassette made, 0 existed already, 3 exch" in imported.stdout) == (0, True)


def test_a_folder_of_data_is_recognised(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    conformance("import", tmp_path / "good.yaml", "--into", tmp_path / "mine")
    found = conformance("check", tmp_path / "mine")
    assert found.exit_code == 0
    advice = f"Check {tmp_path / 'mine' / 'cassettes'}; 'conformance lint --data {tmp_path / 'mine'}' checks the other"
    assert advice in found.stderr


def test_only_a_finding_with_a_rule_is_explained(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines({"response_body": {"id": 3} | answer()}))
    shown = conformance("check", tmp_path, "--workers", 1).stdout
    assert "'--format json' lists every finding.\n" in shown


def test_paths_that_are_no_files(conformance: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    result = conformance("check", tmp_path / "no.yaml", tmp_path / "pipe.yaml")
    assert result.exit_code == Exit.UNREADABLE
    assert "no.yaml: there is no such file or folder\n" in result.stdout
    assert "pipe.yaml: neither a file nor a folder\n" in result.stdout
    in_folder = conformance("check", tmp_path)
    assert in_folder.exit_code == Exit.UNREADABLE
    assert "pipe.yaml: cannot be read: not a regular file\n" in in_folder.stdout
    assert conformance("check").exit_code == Exit.USAGE


def test_names_and_texts_that_would_rule_the_terminal(conformance: Any, tmp_path: Path) -> None:
    name = os.fsdecode(b"a\xff\x1b[31m\n.yaml")
    (tmp_path / name).write_bytes(GOOD.replace("api.openai.com/v1/chat/completions", "h/\\e[31m").encode())
    (tmp_path / "b.jsonl").write_bytes(lines({"url": "h\x1b[2J\n/embeddings", "response_body": {"data": "\ud800"}}))
    result = conformance("check", tmp_path)
    assert "\x1b" not in result.stdout
    assert "a\\xff" in result.stdout or "a\\udcff" in result.stdout or result.exit_code == 0
    assert json.loads(conformance("check", tmp_path, "--format", "json").stdout)["exchanges"] == 2
    assert conformance("check", tmp_path, "--format", "json", "--output", tmp_path / "out.txt").exit_code in (0, 5)


def test_an_answer_that_breaks_off_is_named(conformance: Any, tmp_path: Path) -> None:
    events = (OPENAI / "call-single.stream.yaml").read_text().splitlines(keepends=True)
    end = max(n for n, line in enumerate(events) if '"finish_reason":null' in line)
    kept = (line for n, line in enumerate(events) if n <= end or "data: " not in line)
    (tmp_path / "cut.yaml").write_text("".join(kept))
    call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    twice = answer(choices=[{"index": 0, "message": message, "finish_reason": "tool_calls"}])
    (tmp_path / "twice.jsonl").write_bytes(lines({"response_body": twice}))
    page = {"response_content_type": "text/event-stream", "response_body": "data: {}\n\n<html>502</html>\n"}
    (tmp_path / "page.jsonl").write_bytes(lines(page | {"url": "https://api.openai.com/v1/chat/completions"}))
    shown = conformance("check", tmp_path, "--workers", 1).stdout
    assert "Answers that break off, or have calls without valid arguments (3 exchanges):" in shown
    assert 'text outside the events of the stream: "<html>502</html>"; first in' in shown
    assert "2 exchanges without a recorded request: only the answer was judged." in shown
    assert "the answer breaks off; first in" in shown
    assert "a call has arguments that are not a JSON object" in shown


def test_nothing_found_names_what_was_read_and_what_to_do_next(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("[]")
    shown = conformance("check", tmp_path).stdout
    assert "No exchange was found. Files read: 1. In folders, files are read if their names end with .yaml," in shown
    assert "Next: name a file or a folder with recordings. 'conformance check --help' lists the kinds" in shown


def test_exchanges_that_cannot_be_decoded_have_reasons_and_no_table(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines(OTHER, OTHER, {"response_body": answer(choices=[3])}))
    shown = conformance("check", tmp_path).stdout
    assert shown.startswith("3 exchanges found, and none could be decoded. The reasons are below, each with")
    assert "a.jsonl: line 1, and 1 more: not an exchange of a known dialect" in shown
    assert "a.jsonl: line 3: " in shown
    assert "0 of 0" not in shown
    assert "Streamed calls" not in shown


def test_files_with_other_endings_are_counted(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "notes.txt").write_text("x")
    assert "not recordings: 1 .txt" in conformance("check", tmp_path).stderr


@pytest.mark.parametrize("option", ["--output", "--survey"])
def test_an_input_is_not_overwritten(option: str, conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    result = conformance("check", path, option, path)
    assert (result.exit_code, path.read_text()) == (Exit.USAGE, GOOD)
    assert f"{option}: {path} is also an input, and would be overwritten" in result.stderr
    twice = conformance("check", path, "--output", tmp_path / "x", "--survey", tmp_path / "x")
    assert twice.exit_code == Exit.USAGE


def test_a_recording_in_an_input_folder_is_not_overwritten(conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "captures" / "inner" / "good.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(GOOD)
    (tmp_path / "link").symlink_to(path)
    captures = tmp_path / "captures"
    for command in (
        ("check", captures), ("check", captures, "--survey", path), ("import", captures, "--into", tmp_path / "mine"),
        ("detect", captures), ("bundle", "verify", captures), ("drift", captures), ("run", "--cassettes", captures),
        ("matrix", path), ("verify", path), ("verify", "--again", captures),
    ):  # fmt: skip
        result = conformance(*command, "--output", tmp_path / "link")
        assert (result.exit_code, path.read_text()) == (Exit.USAGE, GOOD), command
    report = captures / "report.txt"
    report.write_text("an earlier report")
    assert conformance("check", captures, "--output", report).exit_code == Exit.CONFORMANT
    results = tmp_path / "results"
    assert conformance("run", "--results", results, "--output", results / "results.json").exit_code == Exit.USAGE


def test_what_a_command_makes_is_not_overwritten(conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    mine = tmp_path / "mine"
    for command, made in (
        (("import", path, "--into", mine), mine / "scenarios" / "capabilities.yaml"),
        (("detect", path, "--provider", "acme", "--into", mine), mine / "providers" / "acme" / "profile.yaml"),
        (("verify", path, "--folder", mine), mine / "study.json"),
    ):
        result = conformance(*command, "--output", made)
        assert (result.exit_code, mine.exists()) == (Exit.USAGE, False), command
        assert f"--output: {made} is among the files that the command makes" in result.stderr


def test_a_text_that_detect_reads_is_not_overwritten(conformance: Any, tmp_path: Path) -> None:
    text = tmp_path / "answers" / "text.txt"
    text.parent.mkdir()
    text.write_text("an answer")
    assert conformance("detect", text.parent, "--output", text).exit_code == Exit.USAGE
    assert text.read_text() == "an answer"


@pytest.mark.parametrize(
    "words",
    [("import", "FILE", "--into"), ("detect", "FILE", "--provider", "a", "--into"), ("run", "--results"),
     ("report", "--output")],
)  # fmt: skip
def test_an_empty_folder_is_not_the_current_folder(
    words: tuple[str, ...], conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    result = conformance(*(path if word == "FILE" else word for word in words), "")
    assert (result.exit_code, [*tmp_path.iterdir()]) == (Exit.USAGE, [path])
    assert "expected a path, got an empty text" in " ".join(result.stderr.split())


def test_an_output_that_cannot_be_written_is_found_before_the_work(conformance: Any, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    where = taken / "inner"
    for command in (
        ("run", "--results", where),
        ("gate", "--adapter", "no.such:Adapter", "--write-baseline", "--baseline", where),
    ):
        result = conformance(*command)
        assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, ""), command
        assert f"{where}" in result.stderr
        assert "cannot be written: Not a directory" in result.stderr


def test_results_among_the_cassettes_are_written_again(conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "openai" / "openai_chat" / "call-single.plain.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes((cassettes_folder() / "openai" / "openai_chat" / path.name).read_bytes())
    command = ("run", "--cassettes", tmp_path, "--workers", "1", "--results", tmp_path / "results")
    assert [conformance(*command).exit_code for _ in range(2)] == [Exit.CONFORMANT] * 2


def test_a_file_of_the_data_in_use_is_not_overwritten(conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine" / "cassettes" / "my" / "kept.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(GOOD)
    captures = tmp_path / "captures.yaml"
    captures.write_text(GOOD)
    commands = (
        ("check", captures), ("explain", "calls"), ("probe", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"),
        ("record", "--provider", "openai"),
    )  # fmt: skip
    for command in commands:
        result = conformance(*command, "--data", tmp_path / "mine", "--output", path)
        assert (result.exit_code, path.read_text()) == (Exit.USAGE, GOOD), command
        assert "is also an input, and would be overwritten" in result.stderr
    other = tmp_path / "mine" / "baseline.json"
    other.write_text("{}")
    assert conformance("check", captures, "--data", tmp_path / "mine", "--output", other).exit_code == Exit.CONFORMANT


def test_a_worker_that_is_lost_is_a_line(conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any, **__: Any) -> Any:
        raise BrokenProcessPool("terminated abruptly")

    monkeypatch.setattr(check_command, "surveyed", lost)
    ran = conformance("check", tmp_path)
    assert ran.exit_code == Exit.UNREADABLE
    assert "a worker process crashed, or memory ran out" in ran.stderr
