"""Recording: the stand-ins make every documented cassette again, byte for byte."""

from pathlib import Path

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

from conformance.claims import cassettes_folder, load
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.loopback import serving
from conformance.recording.recorder import record_documented, record_local
from conformance.standins import Answer, Chunk
from conformance.suite.cases import cassettes
from conformance.wire import exact_json


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_documented_cassettes_are_made_again(name: CassetteName, tmp_path: Path) -> None:
    committed = name.under(cassettes_folder())
    if Cassette(committed).provenance.origin != "documented":
        pytest.skip("recorded from a genuine server, whose answers differ from run to run")
    made = record_documented(name, load(name.provider).dialects[name.dialect], tmp_path)
    assert made.read_bytes() == committed.read_bytes()


def test_a_header_that_repeats_the_id_of_the_answer_has_its_alias(tmp_path: Path) -> None:
    name = CassetteName("transformers", "openai_chat", "call-single", "plain")
    body = Cassette(name.under(cassettes_folder())).exchanges[0].response.body
    real = "01234567-89ab-cdef-0123-456789abcdef"
    body = body.replace(exact_json.loads(body)["id"].encode(), real.encode())
    headers = {"content-type": "application/json", "x-request-id": real}
    answer = Answer(status=200, headers=headers, chunks=(Chunk(0, body),), expected=None)
    with serving(lambda _: answer) as address:
        made = record_local(name, load(name.provider).dialects[name.dialect], tmp_path, address, "some", "2026-01-02")
    response = Cassette(made).exchanges[0].response
    assert response.headers["x-request-id"] == exact_json.loads(response.body)["id"] != real
