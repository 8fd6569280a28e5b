"""Tests of every right client with every case of every dialect's owner."""

import pytest

from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire.providers import owner

from ..clients import RIGHT

EVERY = [name for name in cassettes() if name.provider == owner(name.dialect)]


@pytest.mark.parametrize("client", RIGHT)
@pytest.mark.parametrize("name", EVERY, ids=str)
def test_a_right_client_passes(name: CassetteName, client: str) -> None:
    assert [(result.id, result.findings) for result in judge(open_case(name), RIGHT[client]) if result.red] == []
