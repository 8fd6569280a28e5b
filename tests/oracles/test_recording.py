"""Recording: the stand-ins make every documented cassette again, byte for byte."""

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.data import cassettes_folder
from conformance.recording import documented
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.documented import record
from conformance.recording.errors import RecordingError
from conformance.scenarios import load as load_scenario
from conformance.suite.cases import cassettes
from toolwire.providers import load


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_documented_cassettes_are_made_again(name: CassetteName, tmp_path: Path) -> None:
    committed = name.under(cassettes_folder())
    if Cassette(committed).provenance.origin != "documented":
        pytest.skip("recorded from a genuine server, whose answers differ from run to run")
    made = record(name, load(name.provider).dialects[name.dialect], tmp_path)
    assert made.read_bytes() == committed.read_bytes()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (CassetteName("ollama", "ollama_chat", "reject-tool-name", "plain"), "takes what is to be refused"),
        (CassetteName("gemini", "gemini_generate", "choice-required", "plain"), "the stand-in refused: "),
    ],
)
def test_a_stand_in_that_does_not_do_what_the_scenario_is_about(
    name: CassetteName, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = load_scenario(name.scenario)
    if not scenario.refused:
        bare = msgspec.structs.replace(scenario, tools=())
        monkeypatch.setattr(documented, "load", lambda _: bare)
    with pytest.raises(RecordingError, match=said):
        record(name, load(name.provider).dialects[name.dialect], tmp_path)
    assert not name.under(tmp_path).exists()
