"""Tests of every committed cassette: no secrets, and no drift when compared with itself."""

from pathlib import Path

import pytest

from conformance.data import cassettes_folder, ours
from conformance.drift import compare
from conformance.recording import guarded, vcr_file
from conformance.recording.cassette import find


@pytest.mark.parametrize(
    "path",
    sorted(ours().cassettes.rglob("*.yaml")),
    ids=lambda path: path.relative_to(ours().cassettes).with_suffix("").as_posix(),
)
def test_no_cassette_of_ours_holds_a_secret(path: Path) -> None:
    assert guarded.in_file(path, vcr_file.content(path)) == ()


def test_none_has_moved_from_itself() -> None:
    found = compare.drift(cassettes_folder(), (cassettes_folder(),))
    assert {mover for change in found.changes for mover in change.movers} <= {"SDK is behind"}
    assert len(found.compared) == len(find(cassettes_folder()))
    assert [skipped for skipped in found.not_looked_at if not skipped.what.startswith("the types of ")] == []
