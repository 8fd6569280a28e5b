"""Tests of Cohere's plan before calls. It may be shown as reasoning or as text, but not be lost or changed."""

from typing import Any

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import Reading, Talk, Task
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge


class Shows(ReferenceClient):
    """An adapter that changes its readings."""

    def __init__(self, shown: Any) -> None:
        self._shown = shown

    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading = next(talk)
        while True:
            results = yield self._shown(reading)
            if not results:
                return
            reading = talk.send(results)


def as_text(reading: Reading) -> Reading:
    between = "\n" if reading.reasoning and reading.text else ""
    order = ("text", *(kind for kind in reading.order if kind != "text")) if reading.reasoning else reading.order
    return msgspec.structs.replace(
        reading, text=f"{reading.reasoning}{between}{reading.text}", reasoning="", order=order
    )


def another(reading: Reading) -> Reading:
    return msgspec.structs.replace(as_text(reading), text="I will use another tool.")


def failing(shown: Any, scenario: str, mode: Any, dialect: str = "cohere/cohere_v2") -> set[str]:
    provider, spoken = dialect.split("/")
    results = judge(open_case(CassetteName(provider, spoken, scenario, mode)), Shows(shown))
    return {result.check for result in results if result.outcome == "fail" and result.party == "adapter"}


@pytest.mark.parametrize("mode", ["plain", "stream"])
@pytest.mark.parametrize("scenario", ["call-single", "call-with-text", "history-parallel-results"])
def test_a_plan_may_be_shown_as_text(scenario: str, mode: str) -> None:
    assert failing(as_text, scenario, mode) == set()


@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_a_plan_may_not_be_another(mode: str) -> None:
    assert "text" in failing(another, "call-single", mode)


@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_reasoning_that_is_no_plan_may_not_be_shown_as_text(mode: str) -> None:
    assert "text" in failing(as_text, "call-with-reasoning", mode, "anthropic/anthropic_messages")
