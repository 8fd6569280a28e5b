"""Recording: the stand-ins make every documented cassette again, byte for byte."""

from pathlib import Path

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.claims import cassettes_folder, load
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.recorder import record_documented
from conformance.suite.cases import cassettes


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_documented_cassettes_are_made_again(name: CassetteName, tmp_path: Path) -> None:
    committed = name.under(cassettes_folder())
    if Cassette(committed).provenance.origin != "documented":
        pytest.skip("recorded from a genuine server, whose answers differ from run to run")
    made = record_documented(name, load(name.provider).dialects[name.dialect], tmp_path)
    assert made.read_bytes() == committed.read_bytes()
