"""Tests that wrong clients fail the declared checks, and that right clients pass, even if they are unusual."""

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

from .clients import RIGHT, WRONG, together, wrong

KILLERS = yaml.safe_load((Path(__file__).parent / "wrong.yaml").read_text())
TELLING = (
    "call-parallel", "call-no-arguments", "call-big-numbers", "call-with-text", "call-with-reasoning",
    "history-parallel-results", "history-sequential-steps", "results-out-of-order", "server-tool-beside-call",
)  # fmt: skip
"""Scenarios in which the correct clients differ. tests/doors/gate/exhaustive plays all scenarios to these clients."""


@pytest.mark.parametrize("capability", KILLERS)
def test_a_wrong_client_is_caught(capability: str) -> None:
    killer = KILLERS[capability]
    name = CassetteName(*killer["case"].split("/"))
    assert load(name.scenario).capability == capability
    results = [result for result in judge(open_case(name), wrong(killer["client"])) if result.outcome == "fail"]
    assert [result.check for result in results] == killer["fails"]
    found = causes(results)
    assert [cause.id for cause in found] == killer["causes"]
    assert found[0].effect == killer["effect"]
    assert all(result.silent for result in results), "a failure does not count as silent"


PLANTED = {
    "a tool's name, a call's id and a choice": (("cuts-names", "cuts-ids", "leaves-the-choice-out"), (
        "history-single-result", "define-name-limits", "choice-required", "choice-none",
    ), {"request/tool.name/cut", "request/result.call_id/changed", "request/tool_choice/lost"}),
    "enums and a strict tool": (("drops-enums", "is-never-strict"), (
        "define-enum-nullable", "define-strict",
    ), {"request/tool.parameters/enum/lost", "request/tool.strict/lost"}),
    "numbers and results": (("rounds-numbers", "sends-results-of-other-calls"), (
        "call-big-numbers", "history-parallel-results",
    ), {"answer/call.arguments/rounded", "request/result/swapped"}),
}  # fmt: skip
"""Bugs of one client, scenarios that show them, and a root cause for each bug."""


@pytest.mark.parametrize("dialect", ["openai_chat", "anthropic_messages", "bedrock_converse", "cohere_v2"])
@pytest.mark.parametrize(("bugs", "scenarios", "expected"), PLANTED.values(), ids=PLANTED)
def test_each_bug_of_a_client_is_a_root_cause(
    bugs: tuple[str, ...], scenarios: tuple[str, ...], expected: set[str], dialect: str
) -> None:
    names = [name for name in cassettes(owner(dialect)) if name.dialect == dialect and name.scenario in scenarios]
    results = [
        result for name in names for result in judge(open_case(name), together(*bugs)) if result.outcome == "fail"
    ]
    assert {cause.id for cause in causes(results)} == expected


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
