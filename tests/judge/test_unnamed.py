"""Tests of results that lack the tool's name and are paired with a wrong call by their order: the lost name is
reported.
"""

import json
from typing import Any

import msgspec
import pytest

from conformance.judge import request_match
from conformance.judge.combined import faults
from conformance.judge.effect import wire_places
from conformance.judge.finding import Finding
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName

from .test_cause import result

TRIAL = open_case(CassetteName("ollama", "ollama_chat", "results-out-of-order", "plain")).untried()[1]
"""An exchange in which the result of the second call is before the result of the first call."""
LACKING = {"/messages/3/tool_name": 'expected "get_time", got nothing'}
BOTH = LACKING | {"/messages/4/tool_name": 'expected "get_weather", got nothing'}


def without(body: Any, *places: int) -> Any:
    for place in places:
        del body["messages"][place]["tool_name"]
    return body


def turned(body: Any) -> Any:
    body["messages"][3:5] = reversed(body["messages"][3:5])
    return body


def swapped(body: Any) -> Any:
    body["messages"][3]["content"], body["messages"][4]["content"] = (
        body["messages"][4]["content"],
        body["messages"][3]["content"],
    )
    return body


def wrapped(body: Any) -> Any:
    for message in body["messages"][3:5]:
        message["content"] = json.dumps({"result": message["content"]})
    return body


def identified(body: Any) -> Any:
    for n, call in enumerate(body["messages"][2]["tool_calls"]):
        call["id"] = body["messages"][4 - n]["tool_call_id"] = f"call_{n}"
    return body


def found(change: Any) -> list[Finding]:
    body = json.dumps(change(json.loads(TRIAL.recorded.request.body))).encode()
    sent = msgspec.structs.replace(TRIAL.recorded.request, body=body)
    places = wire_places(TRIAL.form)
    return [*request_match.differences(sent, TRIAL.recorded.request, TRIAL.form.equal, TRIAL.earlier, places=places)]


@pytest.mark.parametrize(
    ("change", "lacking"),
    [
        (lambda body: without(body, 3, 4), BOTH),
        (lambda body: without(wrapped(body), 3, 4), BOTH),
        (lambda body: without(body, 3), LACKING),
        (lambda body: without(body, 4), {}),
        (lambda body: without(turned(body), 3, 4), {}),
        (lambda body: without(identified(body), 3, 4), {}),
    ],
    ids=[
        "in another order",
        "in another order, under a key that adds nothing",
        "only the first without",
        "only the last without: no other call is open",
        "in the order of the calls",
        "under ids",
    ],
)
def test_names_that_results_lack(change: Any, lacking: dict[str, str]) -> None:
    differences = found(change)
    assert {finding.path: finding.message for finding in differences} == lacking
    assert {finding.effect for finding in differences} <= {"call"}


def test_nothing_is_swapped_where_names_lack() -> None:
    lacking = found(lambda body: without(body, 3, 4))
    failing = result("request-matches", *lacking, case="ollama/ollama_chat/results-out-of-order/plain")
    assert [str(fault) for _, fault in faults(failing)] == ["request/result.name/lost"] * 2


def test_results_under_each_other_s_names_are_swapped() -> None:
    differences = found(swapped)
    assert {finding.effect for finding in differences} == {"call"}
    assert not {finding.path.rpartition("/")[2] for finding in differences} & {"tool_name"}
