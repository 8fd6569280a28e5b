"""Files of many values: a million are read, and one of more is refused by its name."""

from pathlib import Path

import pytest

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
