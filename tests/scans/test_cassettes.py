"""Every committed cassette: none holds a secret, and none has moved from itself."""

import pytest

from conformance.data import cassettes_folder, ours
from conformance.drift import compare
from conformance.recording import leaks, vcr_file
from conformance.recording.cassette import find


@pytest.mark.parametrize("provider", sorted(folder.name for folder in ours().cassettes.iterdir()))
def test_no_cassette_of_ours_holds_a_secret(provider: str) -> None:
    paths = sorted((ours().cassettes / provider).rglob("*.yaml"))
    assert paths
    assert [f"{path}: {one}" for path in paths for one in leaks.in_file(path, vcr_file.content(path))] == []


def test_none_has_moved_from_itself() -> None:
    found = compare.drift(cassettes_folder(), (cassettes_folder(),))
    assert {mover for change in found.changes for mover in change.movers} <= {"SDK is behind"}
    assert len(found.compared) == len(find(cassettes_folder()))
    assert [one for one in found.not_looked_at if not one.what.startswith("the types of ")] == []
