"""Tests of logs. Each line has a seal, a digest of this line and of all earlier lines."""

from pathlib import Path

import pytest

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.verify import log
from conformance.verify.errors import StudyError
from conformance.verify.record import Body, Record, Sent, Unanswered


def record(case: str) -> Record:
    sent = Sent(url="http://127.0.0.1/v1", headers={}, body=Body.of(b"\xff{}"))
    return Record(case=case, mode="plain", repeat=0, at="2026-11-27", sent=sent, outcome=Unanswered(why="silence"))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    with log.Log(tmp_path, "first") as opened:
        assert list(opened.kept()) == []
        for case in "abc":
            opened.append(record(case))
    return tmp_path


def test_a_log_goes_on_behind_half_a_line(kept: Path) -> None:
    path = kept / log.FILE
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with log.Log(kept, "first") as opened:
        assert [each.case for each in opened.kept()] == ["a", "b"]
        opened.append(record("c"))
    assert path.read_bytes() == whole


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_changed_record_breaks_the_seal(kept: Path, line: int) -> None:
    path = kept / log.FILE
    lines = path.read_bytes().split(b"\n")
    lines[line] = lines[line].replace(b"silence", b"nothing")
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(StudyError, match=f":{line + 1}: the seal is broken"):
        log.check(kept, "first")


def test_a_record_that_is_left_out_breaks_the_seal(kept: Path) -> None:
    path = kept / log.FILE
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], *lines[2:]]))
    with pytest.raises(StudyError, match=":2: the seal is broken"):
        log.check(kept, "first")


def test_a_log_belongs_to_its_study(kept: Path) -> None:
    with pytest.raises(StudyError, match=":1: the seal is broken"):
        log.check(kept, "another study")


@pytest.mark.parametrize(
    "more", [b'"note":"forged","record":', b'"record":{},"record":'], ids=["another-key", "a-repeated-key"]
)
def test_nothing_stands_beside_a_record(kept: Path, more: bytes) -> None:
    path = kept / log.FILE
    path.write_bytes(path.read_bytes().replace(b'"record":', more, 1))
    with pytest.raises(StudyError, match=r":1: .*the file was changed"):
        log.check(kept, "first")
