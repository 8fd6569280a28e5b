"""Tests of the stateless replay of cassettes by path."""

import time
from collections.abc import Iterator

import httpx
import pytest

from conformance.mutants.streams import MUTANTS, mutants
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.loopback import serving
from conformance.server.shelf import Shelf, spoilt
from conformance.suite.selection import Selection
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import load, owner

NAMES = Selection(scenarios=("history-parallel-results", "reject-orphan-result")).names
SCENARIO = "history-parallel-results"
OWNED = [name for name in NAMES if name.scenario == SCENARIO and name.provider == owner(name.dialect)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(Shelf(NAMES, open_case).answer) as address:
        yield address


def asked(address: str, name: CassetteName, turn: int) -> httpx.Response:
    real = load(name.provider).dialects[name.dialect].base_url
    request = open_case(name).cassette.exchanges[turn].request
    path = httpx.URL(real).path.rstrip("/")
    url = f"{address}/{name}{path}{request.url.removeprefix(real)}"
    return httpx.post(url, content=request.body, trust_env=False)


@pytest.mark.parametrize("name", OWNED, ids=str)
def test_every_request_on_its_own(name: CassetteName, address: str) -> None:
    recorded = open_case(name).cassette.exchanges
    for turn in (1, 0, 1):
        assert asked(address, name, turn).content == recorded[turn].response.body


def test_what_is_played_by_dialect_is_there_too(address: str) -> None:
    name = CassetteName("groq", "openai_chat", SCENARIO, "stream")
    assert asked(address, name, 0).status_code == 200


def test_paths_that_name_nothing(address: str) -> None:
    for path in ("", "/openai", "/openai/openai_chat/nope/plain/v1/chat/completions"):
        answer = httpx.post(address + path, trust_env=False)
        assert (answer.status_code, "no case at this path" in answer.text) == (404, True)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_streams_with_a_mutant(dialect: str) -> None:
    name = next(owned for owned in OWNED if owned.dialect == dialect and owned.mode == "stream")
    mutant, expected = next(mutants(dialect, open_case(name).cassette.exchanges[0].response.body))
    with serving(Shelf((name,), open_case, mutant).answer) as address:
        assert asked(address, name, 0).content == expected


def test_plain_answers_and_refusals_stay_as_they_are() -> None:
    names = [name for name in NAMES if name.mode == "plain" or name.scenario.startswith("reject-")]
    assert {
        turn for name in names for mutant in MUTANTS[:3] for turn in spoilt(open_case(name).cassette, mutant)
    } == set()


def test_paced() -> None:
    name = CassetteName("openai", "openai_chat", SCENARIO, "stream")
    chunks = open_case(name).cassette.provenance.timing.chunks[0]
    with serving(Shelf((name,), open_case).answer, paced=True) as address:
        begun = time.monotonic()
        assert asked(address, name, 0).content == open_case(name).cassette.exchanges[0].response.body
    assert time.monotonic() - begun >= chunks[-1][0] / 1000
