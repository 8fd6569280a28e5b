"""Tests of files with many values: a million values are read, and the error for a larger file names it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from conformance.cli.app import app
from conformance.judge.exit_codes import Exit
from conformance.survey.sources import Found
from tests.survey.test_hostile_records import read
from toolwire.providers.claim_file import read_yaml
from toolwire.providers.errors import ClaimError


def test_many_small_exchanges_are_read(tmp_path: Path) -> None:
    exchange = "- {request: {uri: 'https://a', body: '{}'}, response: {status: {code: 200}, body: {string: '{}'}}}\n"
    path = tmp_path / "many.yaml"
    path.write_text("interactions:\n" + exchange * 30_000)
    found = read(path)
    assert len(found) == 30_000
    assert all(isinstance(record, Found) for record in found)


def test_claims_of_too_many_values_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "profile.yaml"
    path.write_bytes(b"- a\n" * 1_000_001)
    with pytest.raises(ClaimError, match=rf"^{path}: .*more than the"):
        read_yaml(path, dict)


def test_a_cassette_of_too_many_values_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_bytes(b"interactions:\n" + b"- a\n" * 1_000_001)
    [unread] = read(path)
    assert "more than the 1000000 values" in str(unread)


@pytest.mark.parametrize(("name", "code"), [("lines.yaml", Exit.NOTHING_JUDGED), ("lines.jsonl", Exit.UNREADABLE)])
def test_a_file_of_empty_lines_has_no_exchange(name: str, code: Exit, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"\n" * 20_000_000)
    ran = CliRunner().invoke(app, ["check", str(tmp_path)])
    assert ran.exit_code == code
    assert "No exchange was found." in ran.stdout
