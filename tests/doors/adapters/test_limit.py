"""Tests of adapters in this process that hang. The hanging case fails, and the next case is played."""

import threading
import time
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from conformance.adapters.process import TimedOut
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Unsupported
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite import limit, replay
from conformance.suite.limit import limited
from conformance.suite.verdicts import judge

NAME = CassetteName("openai", "openai_chat", "call-single", "plain")


class Hangs(ReferenceAdapter):
    name = "hangs"

    def decode(self, dialect: str, response: Any) -> Any:
        while True:
            try:
                time.sleep(10)
            except TimedOut:
                if self.name == "gives-up":
                    raise
                self.name = "gives-up"


class HangsAtTheWire(ReferenceClient):
    def converse(self, task: Any) -> Any:
        yield from ()
        threading.Event().wait()


class Swallows(ReferenceAdapter):
    """An adapter that hangs, treats the timeout as a network error, and tries again."""

    name = "swallows"

    def decode(self, dialect: str, response: Any) -> Any:
        with suppress(Exception):
            time.sleep(10)
        return super().decode(dialect, response)


class Wraps(ReferenceAdapter):
    name = "wraps"

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        try:
            time.sleep(10)
        except Exception as error:
            raise Unsupported("not now") from error


class SwallowsAtTheWire(ReferenceClient):
    def converse(self, task: Any) -> Any:
        with suppress(Exception):
            time.sleep(10)
        yield from super().converse(task)


class WrapsAtTheWire(ReferenceClient):
    def converse(self, task: Any) -> Any:
        yield from ()
        try:
            time.sleep(10)
        except Exception as error:
            raise ValueError("no connection") from error


@pytest.mark.parametrize(
    "adapter",
    [Hangs(), HangsAtTheWire(), Swallows(), SwallowsAtTheWire(), Wraps(), WrapsAtTheWire()],
    ids=lambda adapter: type(adapter).__name__,
)
def test_a_hang_is_a_failure_of_its_case(adapter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "LIMIT", 0.1)
    monkeypatch.setattr(replay, "LIMIT", 0.1)
    found = {result.check: result for result in judge(open_case(NAME), adapter)}
    assert found["answered"].outcome == "fail"
    assert "TimedOut: no answer within " in found["answered"].findings[0].message
    assert all(result.outcome != "fail" for result in judge(open_case(NAME), ReferenceAdapter()))


@pytest.mark.parametrize("adapter", [Wraps(), WrapsAtTheWire()], ids=lambda adapter: type(adapter).__name__)
def test_who_hangs_withholds_nothing(adapter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "LIMIT", 0.1)
    monkeypatch.setattr(replay, "LIMIT", 0.1)
    name = msgspec.structs.replace(NAME, scenario="reject-orphan-result")
    found = {result.check: result for result in judge(open_case(name), adapter)}
    assert found["answered"].outcome == "fail"


def test_an_interruption_stays_one() -> None:
    def interrupted() -> None:
        with suppress(TimedOut):
            time.sleep(5)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), limited(0.01, 5):
        interrupted()


def test_what_is_in_time_is_left_alone() -> None:
    with limited(30), limited(10):
        time.sleep(0.01)
    with pytest.raises(TimedOut), limited(0.01, 5):
        time.sleep(5)
    time.sleep(0.02)


def test_other_threads_have_no_alarm() -> None:
    done = []

    def work() -> None:
        with limited(0.001):
            time.sleep(0.01)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
