"""Tests of polls for answers in the background, and of the cassettes that have such answers."""

import time
from pathlib import Path

import msgspec
import pytest

from conformance.recording import background, cassette_file
from conformance.recording.background import Background, fetched, is_poll_of, poll_of
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.conversation import hold, turn_of
from conformance.recording.live_case import LiveCase
from conformance.recording.scrubbing import Scrubber
from conformance.standins import Answer, Ids, stand_in
from conformance.suite.cases import path_of
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

NAME = CassetteName("openai", "openai_responses", "call-in-background", "plain")
ASKED = WireRequest(url="https://api.example/v1/responses?a=b", body=b"{}", headers={"content-type": "a/b", "x": "y"})


def recorded() -> Cassette:
    return Cassette(path_of(NAME))


def test_a_poll_has_the_id_in_its_path_and_no_body() -> None:
    poll = poll_of(ASKED, "resp_1")
    url = "https://api.example/v1/responses/resp_1?a=b"
    assert poll == WireRequest(url=url, method="GET", body=b"", headers={"x": "y"})
    assert is_poll_of(poll, ASKED)
    assert not is_poll_of(msgspec.structs.replace(poll, method="POST"), ASKED)
    assert not is_poll_of(msgspec.structs.replace(poll, url="https://api.example/v1/models"), ASKED)
    assert not is_poll_of(msgspec.structs.replace(poll, url="https://api.example/v1/responses/"), ASKED)


def test_the_client_waits_between_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    left = iter([1, 2, 3])
    assert fetched(0, lambda number: number < 3, lambda: next(left), 0.5) == 3
    assert waits == [0.5, 0.5]
    assert fetched(7, lambda number: number < 3, lambda: next(left), 0.5) == 7


def test_the_client_does_not_poll_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    polls: list[int] = []

    def poll() -> int:
        polls.append(0)
        return 0

    assert fetched(0, lambda _: True, poll, 0.5) == 0
    assert len(polls) == background.MOST_POLLS


def test_a_cassette_has_the_first_response_and_the_last_poll() -> None:
    cassette = recorded()
    assert len(cassette.exchanges) == 2
    for exchange in cassette.exchanges:
        assert exchange.pending is not None
        queued, completed = (exact_json.loads(got.body) for _, got in exchange.sent)
        assert (queued["status"], completed["status"]) == ("queued", "completed")
        assert exchange.pending.poll.url == f"{exchange.request.url}/{queued['id']}"


def test_a_written_cassette_is_read_as_it_was(tmp_path: Path) -> None:
    cassette = recorded()
    path = NAME.under(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(cassette_file.to_yaml(cassette.exchanges, cassette.provenance), encoding="utf-8")
    assert Cassette(path).exchanges == cassette.exchanges


def test_an_id_has_the_same_alias_in_each_response() -> None:
    exchanges = recorded().exchanges
    scrubber = Scrubber("seed", exchanges)
    old, new = exchanges[0], scrubber.scrubbed(exchanges[0])
    assert old.pending is not None
    assert new.pending is not None
    ids = [exact_json.loads(got.body)["id"] for _, got in new.sent]
    assert ids[0] == ids[1] == new.pending.poll.url.rpartition("/")[2]
    assert ids[0] != exact_json.loads(old.response.body)["id"]


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_our_client_polls_an_endpoint(provider: str) -> None:
    dialect = {"openai": "openai_responses", "gemini": "gemini_interactions"}[provider]
    case = LiveCase.of(CassetteName(provider, dialect, NAME.scenario, "plain"))
    turns = iter(range(2))

    def answerer(request: WireRequest) -> Answer:
        turn = next(turns)
        return stand_in(dialect).answer(request, turn_of(case.scenario, turn), Ids("seed", turn))

    held = list(hold(case, Background(answerer).answer))
    assert [exchanged.read is not None and len(exchanged.read.calls) for exchanged in held] == [1, 0]
    assert all(exchanged.pending is not None for exchanged in held)


def test_a_server_does_not_know_other_answers() -> None:
    server = Background(lambda _: pytest.fail("this is not a poll"))
    assert server.answer(poll_of(ASKED, "resp_1")).status == 404
