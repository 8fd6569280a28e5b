"""Tests of editions: newer requirements are shown, but do not count."""

import msgspec
import pytest

from conformance.gate.editions import changes, scored
from conformance.gate.verdict import hold
from conformance.judge.checks import EVERY
from conformance.judge.finding import Finding
from conformance.judge.result import Result, Results
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.scenarios import FIRST, load
from toolwire.providers import every_rule

NOW = "2026-11-22"
RULES = {rule.id: rule.retrieved for _, _, rule in every_rule() if rule.level == "MUST"}
OLD = next(rule for rule, day in RULES.items() if day <= FIRST)
YOUNG = next(rule for rule, day in RULES.items() if FIRST < day <= NOW)


def result(check: str = "request-rules", scenario: str = "call-single", *rules: str | None) -> Result:
    return Result(
        id=f"openai/openai_chat/{scenario}/plain/{check}",
        provider="openai",
        dialect="openai_chat",
        scenario=scenario,
        mode="plain",
        check=check,
        capability="calls",
        party="adapter",
        adapter="mine",
        outcome="fail" if rules else "pass",
        findings=tuple(Finding(path="/x", message="wrong", rule=rule) for rule in rules),
        origin="documented",
        date=FIRST,
        models=("m",),
    )


@pytest.mark.parametrize(
    ("judged", "why"),
    [
        (result(), None),
        (result("request-rules", "call-single", OLD), None),
        (result("request-rules", "call-single", None), None),
        (result("request-rules", "call-single", YOUNG), f"newer rules: {YOUNG} ({RULES[YOUNG]})"),
        (result("invented"), f"the check invented dates from {NOW}"),
        (result("mutant-cut-inside"), f"the check mutant-cut-inside dates from {NOW}"),
        (result("calls", "result-json"), f"the scenario result-json dates from {load('result-json').since}"),
    ],
    ids=["known", "old rule", "no rule", "younger rule", "unknown check", "younger mutant", "younger scenario"],
)
def test_what_is_younger_does_not_count(judged: Result, why: str | None) -> None:
    assert scored(judged, FIRST).unscored == why
    assert scored(judged, NOW) == judged
    assert scored(msgspec.structs.replace(judged, party="provider"), FIRST).unscored is None


def test_an_old_rule_counts_beside_a_young_one() -> None:
    found = scored(result("request-rules", "call-single", YOUNG, OLD), FIRST)
    assert found.unscored is None
    assert [finding.rule for finding in found.findings] == [OLD]


def held(*results: Result, edition: str | None) -> tuple[list[str], list[str], bool]:
    verdict = hold(Results(adapter="mine", results=results), (), None, bool, edition)
    return (
        [result.check for result in verdict.failed],
        [result.check for result in verdict.unscored],
        verdict.nothing_judged,
    )


def test_the_verdict() -> None:
    young, old = result("invented", "call-single", None), result("calls", "call-single", None)
    assert held(young, old, edition=None) == (["calls", "invented"], [], False)
    assert held(young, old, edition=FIRST) == (["calls"], ["invented"], False)
    assert held(young, edition=FIRST) == ([], ["invented"], True), "a check that does not count was judged"
    assert held(young, edition=NOW) == (["invented"], [], False)


def test_all_that_an_edition_brings_is_listed() -> None:
    listed = list(changes())
    assert [day for day, *_ in listed] == sorted((day for day, *_ in listed), reverse=True)
    assert {name for _, kind, name, _ in listed if kind == "check"} == {
        check.name for check in (*EVERY, *TEXT_CHECKS) if getattr(check, "party", "adapter") == "adapter"
    }
    assert len(listed) == len({(kind, name) for _, kind, name, _ in listed})
