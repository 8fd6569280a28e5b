"""Streams that are read wrongly, cut down to what shows it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.adapters.broken import FirstCallOnly
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.wire import Reading
from conformance.judge.checks import by_name
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.shrink import shortest, shrink
from conformance.suite.verdicts import judge_one
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Response
from toolwire.providers import owner

from .clients import Client


def failure(dialect: str, adapter: Any, check: str = "calls", scenario: str = "call-parallel") -> Result:
    result = judge_one(open_case(CassetteName(owner(dialect), dialect, scenario, "stream")), adapter, by_name(check))
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
    assert repro.events <= min(repro.of, 6)
    assert repro.findings[0].message.startswith("expected 2 calls")


def test_at_the_wire_door() -> None:
    def first(reading: Reading) -> Reading:
        return msgspec.structs.replace(reading, calls=reading.calls[:1])

    adapter = Client(reading=first)
    repro = shrink(failure("openai_chat", adapter), adapter)
    assert repro is not None
    assert (repro.events, repro.of) == (3, 17)


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
    assert (repro.events, repro.got.partition(" (")[0]) == (3, "ZeroDivisionError: two")


def test_what_is_no_reading_of_a_stream() -> None:
    adapter = FirstCallOnly()
    plain = judge_one(
        open_case(CassetteName("openai", "openai_chat", "call-parallel", "plain")), adapter, by_name("calls")
    )
    assert shrink(plain, adapter) is None
    again = failure("openai_chat", adapter)
    assert shrink(msgspec.structs.replace(again, check="request-rules"), adapter) is None
    assert shrink(again, ReferenceAdapter()) is None, "the failure is gone"
