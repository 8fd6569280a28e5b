"""Recording: the stand-ins make every documented cassette again, byte for byte."""

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.claims import cassettes_folder, load
from conformance.recording import recorder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import RecordingError
from conformance.recording.loopback import serving
from conformance.recording.recorder import record_documented, record_local
from conformance.scenarios import Mode
from conformance.scenarios import load as load_scenario
from conformance.standins import Answer, Chunk
from conformance.suite.cases import cassettes


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_documented_cassettes_are_made_again(name: CassetteName, tmp_path: Path) -> None:
    committed = name.under(cassettes_folder())
    if Cassette(committed).provenance.origin != "documented":
        pytest.skip("recorded from a genuine server, whose answers differ from run to run")
    made = record_documented(name, load(name.provider).dialects[name.dialect], tmp_path)
    assert made.read_bytes() == committed.read_bytes()


@pytest.mark.parametrize(
    ("dialect", "mode", "prefix"), [("openai_chat", "plain", ""), ("openai_responses", "stream", "resp_")]
)
def test_a_header_that_repeats_the_id_of_the_answer_has_its_alias(
    dialect: str, mode: Mode, prefix: str, tmp_path: Path
) -> None:
    name = CassetteName("transformers", dialect, "call-single", mode)
    recorded = Cassette(name.under(cassettes_folder())).exchanges[0].response
    old, real = recorded.headers["x-request-id"], "01234567-89ab-cdef-0123-456789abcdef"
    assert f'"id":"{prefix}{old}"'.encode() in recorded.body
    chunk = Chunk(0, recorded.body.replace(old.encode(), real.encode()))
    answer = Answer(status=200, headers=recorded.headers | {"x-request-id": real}, chunks=(chunk,), expected=None)
    with serving(lambda _: answer) as address:
        made = record_local(name, load(name.provider).dialects[name.dialect], tmp_path, address, "some", "2026-01-02")
    response = Cassette(made).exchanges[0].response
    alias = response.headers["x-request-id"]
    assert alias != real
    assert f'"id":"{prefix}{alias}"'.encode() in response.body


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
        monkeypatch.setattr(recorder, "load", lambda _: bare)
    with pytest.raises(RecordingError, match=said):
        record_documented(name, load(name.provider).dialects[name.dialect], tmp_path)
    assert not name.under(tmp_path).exists()
