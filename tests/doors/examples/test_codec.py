"""Tests of the example codec: it is right in the features that it offers, and declines all others."""

import importlib.util
from pathlib import Path
from typing import Any

from conformance.recording.case import open_case
from conformance.suite.cases import cassettes
from conformance.suite.run import results_of
from conformance.suite.selection import USUAL, drawn
from conformance.suite.verdicts import judge
from tests.doors.examples.test_clients import red_of_every_provider

FILE = Path(__file__).resolve().parents[3] / "examples" / "python" / "adapter.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_adapter", FILE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Adapter()


def test_the_example_adapter() -> None:
    adapter = example()
    results = [result for name in cassettes("openai") for result in judge(open_case(name), adapter)]
    mine = [result for result in results if result.party == "adapter"]
    assert [result.id for result in results if result.red] == []
    offered = {(result.dialect, result.mode) for result in mine if result.outcome == "pass"}
    assert offered == {("openai_chat", "plain")}
    assert {result.outcome for result in mine if (result.dialect, result.mode) != ("openai_chat", "plain")} == {
        "unsupported",
        "not-applicable",  # what the provider refuses, and what is about refusals alone
    }
    assert {result.outcome for result in results if result.party == "provider"} <= {"pass", "not-applicable"}


def test_the_example_adapter_reads_the_answers_of_every_provider() -> None:
    assert red_of_every_provider(example(), "openai_chat", "plain") == []


def test_the_generated_conversations_of_every_gate() -> None:
    chosen = drawn("openai/openai_chat", USUAL)
    results = [result for name in chosen.names for result in results_of(name, example(), chosen)]
    assert [result.id for result in results if result.red] == []
    assert {result.mode for result in results if (result.party, result.outcome) == ("adapter", "pass")} == {"plain"}
