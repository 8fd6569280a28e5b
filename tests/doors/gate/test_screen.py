"""Tests of the first screen of a report: it shows each of a client's eight bugs, and no bug changes the counts."""

from functools import cache, reduce
from typing import Any, Final

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient
from conformance.gate.baseline import Baseline
from conformance.gate.page import Page
from conformance.gate.rendering import block, to_text
from conformance.gate.sides import sides
from conformance.gate.verdict import hold
from conformance.judge.result import Results
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.report.aligned import aligned
from conformance.scenarios import load
from conformance.suite.verdicts import judge

from .clients import WRONG, Client, same

WIDTH, HEIGHT = 80, 40
BUGS: Final = {
    "reads-the-first-call": "The adapter loses calls: expected 2 calls (get_weather, get_time), got 1 (get_weather)",
    "rounds-numbers": "The adapter changes the number call.arguments: expected ",
    "drops-text-beside-calls": 'text: expected "I will look up the time in Oslo.", got ""',
    "leaves-the-choice-out": 'The request leaves tool_choice to the model: expected "none", got nothing',
    "cuts-results": "The request cuts result.text: expected ",
    "drops-enums": 'expected ["celsius","fahrenheit"], got nothing',
    "is-never-strict": "The request loses tool.strict: expected true, got false",
    "allows-parallel-calls": "parallel_tool_calls: expected false, got nothing",
}
SCENARIOS: Final = (
    "call-single", "call-parallel", "call-big-numbers", "call-with-text", "choice-none", "choice-named",
    "define-strict", "parallel-disabled", "result-large", "history-parallel-results", "reject-choice-without-tools",
)  # fmt: skip


@cache
def page(*bugs: str) -> Page:
    """Return the report on a client with these bugs."""
    edits = {
        part: lambda value, part=part: reduce(lambda so_far, bug: WRONG[bug].get(part, same)(so_far), bugs, value)
        for part in ("task", "results", "reading")
    }
    client: ReferenceClient = Client(**edits)
    names = [CassetteName("openai", "openai_chat", name, mode) for name in SCENARIOS for mode in load(name).modes]
    results = tuple(result for name in names for result in judge(open_case(name), client))
    verdict = hold(Results(adapter="client", results=results), (), Baseline(), lambda _: True)
    return Page(verdict=verdict, adapter_options="--adapter yourpackage.client:Client")


def screen(*bugs: str) -> list[str]:
    return to_text(page(*bugs)).partition("\nFAIL ")[0].splitlines()


def in_words(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def test_eight_bugs_are_on_one_screen() -> None:
    shown = screen(*BUGS)
    assert len(shown) <= HEIGHT
    assert max(map(len, shown)) <= WIDTH
    assert {bug for bug, words in BUGS.items() if words not in in_words(shown)} == set()


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_is_found_and_leaves_the_number_of_scenarios_as_it_is(bug: str) -> None:
    assert BUGS[bug] in in_words(screen(bug))
    assert page(bug).scenarios.asked == page().scenarios.asked == len(SCENARIOS)
    assert len(page(bug).scenarios.work) < len(SCENARIOS) == len(page().scenarios.work)


def test_the_loss_is_shown_once_for_each_effect() -> None:
    text: Any = to_text(page(*BUGS))
    assert text.count("a call or a result is lost, changed or invented") == 1
    assert text.count("the model gets other tools, other schemas, or another tool choice") == 1


def test_details_are_in_the_order_of_the_causes_and_each_cause_has_one_case() -> None:
    text = to_text(page(*BUGS))
    shown = [line.split()[1] for line in text.splitlines() if line.startswith("FAIL ")]
    assert shown == [entry.cause.smallest.id for entry in page(*BUGS).causes]


def test_without_details_a_single_cause_is_shown_on_a_screen() -> None:
    text = to_text(msgspec.structs.replace(page(*BUGS), details=False))
    shown = [line.split()[1] for line in text.splitlines() if line.startswith("FAIL ")]
    assert shown == [page(*BUGS).causes[0].cause.smallest.id]
    assert "All details: --details." in text
    rows = text.partition("\nFAIL ")[2].splitlines()
    assert sum(-(-len(row) // WIDTH) for row in rows) <= HEIGHT
    assert text.count("smallest") == 0


def test_an_exchange_that_is_shown_is_not_shown_again() -> None:
    there: dict[tuple[str, str, str], str] = {}
    result = page(*BUGS).causes[0].cause.smallest
    first = list(sides(result, there))
    other = msgspec.structs.replace(result, id=f"{result.case}/response-mapping", check="response-mapping")
    again = list(sides(other, there))
    assert [side.title for side in first] == ["sent, exchange 1", "came back", "expected", "got"]
    assert [(side.title, side.under) for side in again] == [
        ("sent, exchange 1; came back; expected; got", result.check)
    ]


def test_no_answer_came_back_to_an_adapter_that_sent_no_request() -> None:
    result = page(*BUGS).causes[0].cause.smallest
    assert result.seen is not None
    unsent = msgspec.structs.replace(result, seen=msgspec.structs.replace(result.seen, sent=""))
    shown = {side.title: side.text for side in sides(unsent, {})}
    assert (shown["sent, exchange 1"], "came back" in shown) == ("nothing", False)


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
def test_separators_within_values_are_escaped_and_end_no_line(separator: str) -> None:
    assert block(f'{{"text":"a{separator}b"}}\n{{}}', "> ") == f'> {{"text":"a{repr(separator)[1:-1]}b"}}\n> {{}}'
    assert aligned(f"a{separator}b\nc", "c")[0] == [f"a{separator}b", "c"]


def test_a_rule_is_shown_only_beside_a_finding_that_breaks_it() -> None:
    shown = [cause.smallest for cause in page(*BUGS).causes]
    for smallest in shown:
        assert {rule.id for rule in smallest.rules} <= {finding.rule for finding in smallest.result.findings}
    assert any(smallest.other_rules for smallest in shown)
    assert any(
        f"broken in other cases: rule {rule.id}: " in to_text(page(*BUGS))
        for each in shown
        for rule in each.other_rules
    )
