"""Tests of requests that the provider refuses, which an adapter need not send."""

from typing import Any

import msgspec
import pytest

from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import ReferenceAdapter
from conformance.gate.verdict import hold
from conformance.judge.result import Result, Results
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire.model import Request
from toolwire.wire.exchange import WireRequest

ORPHAN = CassetteName("anthropic", "anthropic_messages", "reject-orphan-result", "plain")
REFUSED = [name for name in cassettes() if name.scenario.startswith("reject-")]
OF_THE_REQUEST = {"request-schema", "request-rules", "request-mapping", "request-round-trip"}
OF_THE_ANSWER = {"answered", "calls", "arguments", "text", "finish", "error", "invented", "response-round-trip"}
PASSED = {"predicates", "response-schema", "refusal", "error", "played", "request-matches"}


class Declines(ReferenceAdapter):
    def encode(self, *_: Any) -> WireRequest:
        raise Unsupported("no such history")


class Raises(ReferenceAdapter):
    def encode(self, *_: Any) -> WireRequest:
        raise ValueError("a result without a call")


class Mends(ReferenceAdapter):
    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        kept = tuple(message for message in request.messages if message.role != "tool")
        return super().encode(dialect, msgspec.structs.replace(request, messages=kept), base_url)


class PartsTheCalls(ReferenceAdapter):
    """An adapter that gives each call a different id, although all results name the first id."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        sent = super().encode(dialect, request, base_url)
        first, same, rest = sent.body.rpartition(b'"id":"weather01"')
        return msgspec.structs.replace(sent, body=first + same.replace(b"01", b"02") + rest)


def by_outcome(adapter: ReferenceAdapter, name: CassetteName = ORPHAN) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for result in judge(open_case(name), adapter):
        if result.party == "adapter":
            found.setdefault(result.outcome, set()).add(result.check)
    return found


def reasons(results: tuple[Result, ...]) -> dict[str, str]:
    given = [result for result in results if result.outcome == "not-applicable" and result.findings]
    return {result.check: result.findings[0].message for result in given}


def test_what_is_sent_is_not_judged_and_what_is_read_is() -> None:
    outcomes = by_outcome(ReferenceAdapter())
    assert outcomes["pass"] >= OF_THE_ANSWER | {"played", "request-matches"}
    assert outcomes["not-applicable"] >= OF_THE_REQUEST | {"response-mapping", "reasoning", "returned"}


def test_whoever_mends_it_is_judged_by_what_it_reads() -> None:
    outcomes = by_outcome(Mends())
    assert outcomes["pass"] == OF_THE_ANSWER
    assert "corrects" in reasons(judge(open_case(ORPHAN), Mends()))["played"]


class Garbles(ReferenceAdapter):
    """An adapter that replaces fields of its request: the body, the address or the method."""

    def __init__(self, **changes: Any) -> None:
        self._changes = changes

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        return msgspec.structs.replace(super().encode(dialect, request, base_url), **self._changes)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"body": b"\xff[" * 3000}, id="no-json"),
        pytest.param({"body": b"[]"}, id="list"),
        pytest.param({"url": "http://127.0.0.1/elsewhere"}, id="url"),
        pytest.param({"method": "PUT"}, id="method"),
    ],
)
def test_whoever_sends_no_such_request_has_mended_nothing(changes: dict[str, Any]) -> None:
    outcomes = {result.check: result.outcome for result in judge(open_case(ORPHAN), Garbles(**changes))}
    assert (outcomes["played"], outcomes["request-matches"]) == ("fail", "fail")


def test_a_history_that_is_broken_in_another_way_is_another_request() -> None:
    name = msgspec.structs.replace(ORPHAN, scenario="reject-duplicate-call-id")
    assert by_outcome(PartsTheCalls(), name)["pass"] == OF_THE_ANSWER
    assert by_outcome(ReferenceAdapter(), name)["pass"] == OF_THE_ANSWER | {"played", "request-matches"}


@pytest.mark.parametrize(
    ("adapter", "why"),
    [
        pytest.param(Declines(), "no such history", id="declines"),
        pytest.param(Raises(), "ValueError: a result without a call", id="raises"),
    ],
)
def test_whoever_does_not_send_it_is_not_judged(adapter: ReferenceAdapter, why: str) -> None:
    assert by_outcome(adapter).keys() == {"not-applicable"}
    found = reasons(judge(open_case(ORPHAN), adapter))
    assert found["calls"].startswith(f"the adapter does not send what the provider refuses: {why}")


class Crashes(ReferenceAdapter):
    def encode(self, *_: Any) -> WireRequest:
        return {}["orphan"]  # type: ignore[no-any-return]


class GivesNothing(ReferenceAdapter):
    def encode(self, *_: Any) -> Any:
        return None


@pytest.mark.parametrize(
    ("adapter", "why"),
    [
        pytest.param(Crashes(), "KeyError: 'orphan'", id="crashes"),
        pytest.param(GivesNothing(), "to return a WireRequest, got a NoneType", id="gives-nothing"),
    ],
)
def test_a_bug_is_no_decision_not_to_send_it(adapter: ReferenceAdapter, why: str) -> None:
    answered = next(result for result in judge(open_case(ORPHAN), adapter) if result.check == "answered")
    assert answered.outcome == "fail"
    assert why in answered.findings[0].message


def test_there_are_many_recorded_refusals() -> None:
    assert len(REFUSED) >= 40


@pytest.mark.parametrize("name", REFUSED, ids=str)
def test_every_recorded_refusal_is_predicted_and_read_and_the_reference_mends_nothing(name: CassetteName) -> None:
    outcomes = {result.check: result.outcome for result in judge(open_case(name), ReferenceAdapter())}
    assert {outcomes[check] for check in PASSED} == {"pass"}


def test_whoever_raises_everywhere_gives_no_answer_at_all() -> None:
    single = msgspec.structs.replace(ORPHAN, scenario="call-single")
    results = (*judge(open_case(single), Raises()), *judge(open_case(ORPHAN), Raises()))
    assert hold(Results(adapter="raises", results=results), (), None, bool).adapter_broke
