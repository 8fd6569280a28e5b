"""Tests that the stand-ins make every documented cassette again, byte for byte."""

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.documented import record
from conformance.recording.errors import RecordingError
from conformance.recording.live_case import LiveCase
from conformance.suite.cases import cassettes


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_documented_cassettes_are_made_again(name: CassetteName, tmp_path: Path) -> None:
    committed = name.under(cassettes_folder())
    if Cassette(committed).provenance.origin != "documented":
        pytest.skip("recorded from a genuine server, whose answers differ from run to run")
    made = record(LiveCase.of(name), tmp_path)
    assert made.read_bytes() == committed.read_bytes()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (CassetteName("ollama", "ollama_chat", "reject-tool-name", "plain"), "expected the stand-in to refuse"),
        (CassetteName("gemini", "gemini_generate", "choice-required", "plain"), "the stand-in refused: "),
    ],
    ids=["takes", "refuses"],
)
def test_a_stand_in_that_does_not_do_what_the_scenario_is_about(
    name: CassetteName, message: str, tmp_path: Path
) -> None:
    case = LiveCase.of(name)
    if not case.scenario.refused:
        case = msgspec.structs.replace(case, scenario=msgspec.structs.replace(case.scenario, tools=()))
    with pytest.raises(RecordingError, match=message):
        record(case, tmp_path)
    assert not name.under(tmp_path).exists()
