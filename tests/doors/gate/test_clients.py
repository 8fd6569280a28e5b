"""Wrong clients are caught by the checks that are declared; right ones, however different, pass."""

from pathlib import Path

import pytest
import yaml

from conformance.judge.cause import causes
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName, recorded
from conformance.scenarios import capabilities, load
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner

from .clients import RIGHT, WRONG, wrong

KILLERS = yaml.safe_load((Path(__file__).parent / "wrong.yaml").read_text())
TELLING = (
    "call-parallel", "call-no-arguments", "call-big-numbers", "call-with-text", "call-with-reasoning",
    "history-parallel-results", "history-sequential-steps", "results-out-of-order", "server-tool-beside-call",
)  # fmt: skip
"""What tells the right ones apart; tests/doors/gate/exhaustive plays all to them."""


@pytest.mark.parametrize("capability", KILLERS)
def test_a_wrong_client_is_caught(capability: str) -> None:
    killer = KILLERS[capability]
    name = CassetteName(*killer["case"].split("/"))
    assert load(name.scenario).capability == capability
    results = [result for result in judge(open_case(name), wrong(killer["client"])) if result.outcome == "fail"]
    assert [result.check for result in results] == killer["fails"]
    assert causes(results)[0].effect == killer["effect"]
    assert all(result.silent for result in results), "it raises nothing: who uses it does not learn"


def test_every_capability_that_is_played_has_a_wrong_client() -> None:
    played = {load(name.scenario).capability for name in recorded()}
    assert list(KILLERS) == [name for name in capabilities() if name in played]
    assert {killer["client"] for killer in KILLERS.values()} == set(WRONG)


@pytest.mark.parametrize("client", RIGHT)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_right_client_passes(dialect: str, client: str) -> None:
    names = [name for name in cassettes(owner(dialect)) if name.dialect == dialect and name.scenario in TELLING]
    results = [result for name in names for result in judge(open_case(name), RIGHT[client])]
    assert [(result.id, result.findings) for result in results if result.red] == []
    assert any(result.outcome == "pass" for result in results)
