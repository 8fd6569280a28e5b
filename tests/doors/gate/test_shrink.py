"""Tests of the reduction of misread streams and wrong requests to the part that shows the failure."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.adapters.broken import FirstCallOnly
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.wire import Reading
from conformance.judge.cause import Cause, causes
from conformance.judge.checks import by_name
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.shrink import shortest, shrink
from conformance.suite.shrink_request import shrink_request
from conformance.suite.verdicts import judge, judge_check
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Response
from toolwire.providers import owner

from .clients import Client, wrong


def failure(dialect: str, adapter: Any, check: str = "calls", scenario: str = "call-parallel") -> Result:
    result = judge_check(open_case(CassetteName(owner(dialect), dialect, scenario, "stream")), adapter, by_name(check))
    assert result.outcome == "fail"
    return result


@given(st.lists(st.integers(), min_size=1, max_size=30), st.data())
def test_nothing_that_is_left_can_be_left_out(items: list[int], data: st.DataObject) -> None:
    needed = set(data.draw(st.lists(st.sampled_from(range(len(items))), min_size=1, unique=True)))
    numbered = list(enumerate(items))
    left = shortest(numbered, lambda kept: needed <= {n for n, _ in kept})
    assert [n for n, _ in left] == sorted(needed)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_two_calls_are_enough_to_lose_one(dialect: str) -> None:
    adapter = FirstCallOnly()
    repro = shrink(failure(dialect, adapter), adapter)
    assert repro is not None
    assert repro.size <= min(repro.of, 6)
    assert repro.findings[0].message.startswith("expected 2 calls")


def test_at_the_wire_door() -> None:
    def first(reading: Reading) -> Reading:
        return msgspec.structs.replace(reading, calls=reading.calls[:1])

    adapter = Client(reading=first)
    repro = shrink(failure("openai_chat", adapter), adapter)
    assert repro is not None
    assert (repro.size, repro.of) == (3, 17)


class RaisesAtSecondCalls(ReferenceAdapter):
    name = "raises"

    def decode(self, dialect: str, response: Any) -> Response:
        read = super().decode(dialect, response)
        if len(read.calls) > 1:
            raise ZeroDivisionError("two")
        return read


def test_an_exception() -> None:
    adapter = RaisesAtSecondCalls()
    repro = shrink(failure("openai_chat", adapter, "answered"), adapter)
    assert repro is not None
    assert (repro.size, repro.got.partition(" (")[0]) == (3, "ZeroDivisionError: two")


def test_what_is_no_reading_of_a_stream() -> None:
    adapter = FirstCallOnly()
    plain = judge_check(
        open_case(CassetteName("openai", "openai_chat", "call-parallel", "plain")), adapter, by_name("calls")
    )
    assert shrink(plain, adapter) is None
    again = failure("openai_chat", adapter)
    assert shrink(msgspec.structs.replace(again, check="request-rules"), adapter) is None
    assert shrink(again, ReferenceAdapter()) is None, "a failure that does not occur again was reduced"


def cause_of(client: str, dialect: str, scenario: str, mode: Any = "plain") -> Cause:
    case = open_case(CassetteName(owner(dialect), dialect, scenario, mode))
    [cause] = causes(result for result in judge(case, wrong(client)) if result.outcome == "fail")
    return cause


REQUESTS = {
    "tools": ("leaves-the-choice-out", "choice-none", {"tool_choice": {"mode": "none"}}),
    "schemas": (
        "drops-enums",
        "call-single",
        {"tools": [{"type": "function", "name": "get_weather", "parameters": {
            "type": "object", "properties": {"unit": {"type": "string", "enum": ["fahrenheit"]}},
        }}]},
    ),
    "strictness": (
        "is-never-strict", "define-strict", {"tools": [{"type": "function", "name": "set_alarm", "strict": True}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_has_only_what_shows_the_cause(name: str) -> None:
    client, scenario, shown = REQUESTS[name]
    cause = cause_of(client, "openai_chat", scenario)
    repro = shrink_request(cause, wrong(client))
    assert repro is not None
    left = json.loads(repro.request)
    assert len(left.pop("messages")) == 1
    assert {key: left[key] for key in left if key not in ("model", "max_output_tokens")} == shown
    assert repro.size < repro.of
    assert repro.body is None
    assert [finding.message for finding in repro.findings]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_requests_of_every_dialect(dialect: str) -> None:
    repro = shrink_request(cause_of("drops-enums", dialect, "call-single"), wrong("drops-enums"))
    assert repro is not None
    assert len(json.loads(repro.request)["tools"]) == 1
    assert "fahrenheit" in repro.expected
    assert "fahrenheit" not in repro.got


def test_requests_that_are_not_cut_down() -> None:
    cause = cause_of("drops-enums", "openai_chat", "call-single")
    assert shrink_request(cause, ReferenceAdapter()) is None, "a cause that does not occur again was reduced"
    misread = cause_of("reads-no-calls", "openai_chat", "call-single")
    assert shrink_request(misread, wrong("reads-no-calls")) is None, "a misread answer was reduced as a request"
