"""Findings with one explanation are one cause, whatever checks, exchanges, modes and providers they come from."""

import msgspec
import pytest

from conformance.judge.cause import causes
from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result, Seen

CLOSED = Finding(
    path="/tools/0/function/parameters/additionalProperties", message="expected nothing, got false", effect="tools"
)
CLOSED_OF_ANTHROPIC = msgspec.structs.replace(CLOSED, path="exchange 2: /tools/3/input_schema/additionalProperties")
TWO_CALLS = Finding(path="exchange 1: calls", message="expected 2 calls (f, g), got 1 (f)", effect="call")
LOST_CALL = Finding(path="exchange 2: /messages/1/tool_calls/1", message="missing item 1: {}", effect="call")
ORPHAN = Finding(
    path="exchange 2: /messages/2", message="expected a call", effect="rejected", rule="openai_chat.results-match"
)


def result(check: str, *findings: Finding, case: str = "openai/openai_chat/call-single/plain", size: int = 9) -> Result:
    provider, dialect, scenario, mode = case.split("/")
    return msgspec.convert(
        {
            "id": f"{case}/{check}", "provider": provider, "dialect": dialect, "scenario": scenario, "mode": mode,
            "check": check, "capability": "single-call", "subject": "adapter", "adapter": "some", "outcome": "fail",
            "findings": msgspec.to_builtins(findings), "silent": True, "origin": "documented", "date": "", "models": (),
            "seen": msgspec.to_builtins(Seen(exchange=1, sent="x" * size, due="", received="", expected="", got="")),
        },
        Result,
    )  # fmt: skip


def test_the_same_difference_at_two_providers_is_one_cause() -> None:
    [cause] = causes(
        [
            result("request-matches", CLOSED),
            result("request-matches", CLOSED_OF_ANTHROPIC, case="anthropic/anthropic_messages/call-parallel/stream"),
        ]
    )
    assert cause.id == "request/tool.parameters/additionalProperties/added"
    assert cause.providers == ("openai/openai_chat", "anthropic/anthropic_messages")
    assert cause.scenarios == ("call-single", "call-parallel")


def test_checks_behind_the_first_one_of_a_side_follow_from_it() -> None:
    other = Finding(path="/tools/*/function/parameters", message="tool.parameters: expected [], got {}", effect="tools")
    [cause] = causes([result("played", TWO_CALLS), result("request-mapping", other), result("request-matches", CLOSED)])
    assert cause.checks == ("request-matches", "request-mapping", "played")


def test_a_request_behind_a_misread_answer_follows_from_it() -> None:
    [cause] = causes([result("calls", TWO_CALLS), result("request-matches", LOST_CALL)])
    assert (cause.id, cause.checks) == ("answer/calls/changed", ("calls", "request-matches"))


def test_what_differs_in_the_first_request_is_a_cause_beside_a_misread_answer() -> None:
    found = causes([result("calls", TWO_CALLS), result("request-matches", CLOSED, LOST_CALL)])
    assert [cause.id for cause in found] == [
        "answer/calls/changed", "request/tool.parameters/additionalProperties/added",
    ]  # fmt: skip


def test_a_refusal_is_a_cause_of_its_own() -> None:
    found = causes([result("request-matches", LOST_CALL), result("request-rules", ORPHAN)])
    assert [(cause.id, cause.effect) for cause in found] == [
        ("request/call/lost", "call"), ("rule/openai_chat.results-match", "rejected"),
    ]  # fmt: skip


def test_the_smallest_case_shows_the_cause() -> None:
    small = result("request-matches", CLOSED, case="openai/openai_chat/call-parallel/plain", size=3)
    [cause] = causes([result("request-matches", CLOSED), small])
    assert cause.smallest == small


@pytest.mark.parametrize(
    ("effects", "order"),
    [
        pytest.param(("form", "call"), ["call", "form"], id="call-before-form"),
        pytest.param(("advice", "context", "tools"), ["tools", "context", "advice"], id="tools-before-context"),
    ],
)
def test_the_gravest_cause_comes_first(effects: tuple[Effect, ...], order: list[Effect]) -> None:
    results = [
        result("request-matches", Finding(path=f"/{effect}", message="expected 1, got 2", effect=effect), case=case)
        for effect in effects
        for case in [f"openai/openai_chat/call-single{effect}/plain"]
    ]
    assert [cause.effect for cause in causes(results)] == order


def test_what_passes_or_is_only_advised_against_has_no_cause() -> None:
    advice = Finding(path="/a", message="expected 1, got 2", level="SHOULD", effect="advice")
    warned = msgspec.structs.replace(result("request-rules", advice), outcome="warn")
    assert causes([warned, msgspec.structs.replace(result("calls"), outcome="pass")]) == ()
