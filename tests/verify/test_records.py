"""Tests of other people's folders: records with right seals that no run of the study writes, and links."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.verify import case_set, rendering, study
from conformance.verify.errors import StudyError
from conformance.verify.folder import Folder, create
from conformance.verify.log import FILE, seal_of
from conformance.verify.record import Body, Received, Record, Sent
from conformance.verify.report import report

STUDY = """\
model: m
cases: cases.jsonl
repeats: 1
modes: [plain]
endpoints:
  a: {base_url: 'http://127.0.0.1/v1', model: m, reference: true}
  b: {base_url: 'http://127.0.0.1/v1', model: m}
"""
CASE = '{"id": "a", "messages": [{"role": "user", "content": "Hello"}]}\n'
ANSWER = (
    b'{"object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop", "message": '
    b'{"role": "assistant", "content": "Hello!"}}]}'
)
RIGHT = Record(
    case="a",
    mode="plain",
    repeat=0,
    at="2026-11-28T10:00:00.000+00:00",
    sent=Sent(
        url="http://127.0.0.1/v1/chat/completions",
        headers={},
        body=Body.of(b'{"model": "m", "messages": [{"role": "user", "content": "Hello"}]}'),
    ),
    outcome=Received(
        status=200, headers={"content-type": "application/json"}, body=Body.of(ANSWER), chunks=((1, len(ANSWER)),)
    ),
)


def folder_of(tmp_path: Path, *records: Record) -> Folder:
    """Return the folder of a study whose second endpoint has these records."""
    (tmp_path / "study.yaml").write_text(STUDY)
    (tmp_path / "cases.jsonl").write_text(CASE)
    wanted = study.read(tmp_path / "study.yaml")
    made = create(tmp_path / "kept", wanted, case_set.load(tmp_path / "cases.jsonl"))
    for name, kept in (("a", (RIGHT,)), ("b", records)):
        with made.log(name) as log:
            assert list(log.kept()) == []
            for record in kept:
                log.append(record)
    return made


def changed(**fields: Any) -> Record:
    return msgspec.structs.replace(RIGHT, **fields)


def test_right_records_are_judged(tmp_path: Path) -> None:
    assert [column.kept for column in report(folder_of(tmp_path, RIGHT)).columns] == [1, 1]


@pytest.mark.parametrize(
    ("records", "why"),
    [
        ([changed(sent=msgspec.structs.replace(RIGHT.sent, body=Body.of(b"no JSON")))], "the request cannot be read"),
        ([changed(case="b")], "the study has no case 'b'"),
        ([changed(mode="stream")], r"expected a mode of the study \(plain\), got 'stream'"),
        ([changed(repeat=1)], "expected a repeat from 0 to 0, got 1"),
        ([changed(repeat=-1)], "expected a repeat from 0 to 0, got -1"),
        ([RIGHT, RIGHT], "expected each exchange once, got 'a' plain 0 again"),
    ],
    ids=["no-json", "case", "mode", "repeat", "negative", "twice"],
)
def test_records_that_the_study_does_not_ask(tmp_path: Path, records: list[Record], why: str) -> None:
    with pytest.raises(StudyError, match=why):
        report(folder_of(tmp_path, *records))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b'"text":"{\\"object', b'"base64":"a","text":"{\\"object'),
        (b'"text":"{\\"model', b'"base64":"%%%%","text":"{\\"model'),
        (f'"chunks":[[1,{len(ANSWER)}]]'.encode(), b'"chunks":[]'),
        (f'"chunks":[[1,{len(ANSWER)}]]'.encode(), b'"chunks":[[1,-1]]'),
    ],
    ids=["base64", "letters", "no-chunks", "negative-chunk"],
)
def test_a_record_that_no_run_writes_is_no_record(tmp_path: Path, right: bytes, wrong: bytes) -> None:
    made = folder_of(tmp_path)
    data = msgspec.json.encode(RIGHT)
    assert right in data
    data = data.replace(right, wrong)
    seal = seal_of(made.first("b"), data)
    (made.path / "b" / FILE).write_bytes(b'{"seal":"' + seal.encode() + b'","record":' + data + b"}\n")
    with pytest.raises(StudyError, match=":1: not a record: the file was changed"):
        report(made)


@pytest.mark.parametrize("link", ["report", "report/index.html", "report/plots"])
def test_a_report_is_not_written_through_a_link(tmp_path: Path, link: str) -> None:
    made = folder_of(tmp_path, RIGHT)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = made.path / link
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(elsewhere)
    with pytest.raises(StudyError, match="is a symbolic link"):
        rendering.write_all(report(made), made.path / "report")
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("place", ["report.md", "index.html", "report.csv"])
def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path, place: str) -> None:
    made = folder_of(tmp_path, RIGHT)
    (made.path / "report" / place).mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(OSError, match=place):
        rendering.write_all(report(made), made.path / "report")
    assert sorted(tmp_path.rglob("*")) == before
