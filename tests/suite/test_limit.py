"""Adapters in this process that hang: a failure of their case, and the next one is played."""

import threading
import time
from typing import Any

import pytest

from conformance.adapters.process import TimedOut
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
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


@pytest.mark.parametrize("adapter", [Hangs(), HangsAtTheWire()])
def test_a_hang_is_a_failure_of_its_case(adapter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "LIMIT", 0.1)
    monkeypatch.setattr(replay, "LIMIT", 0.1)
    found = {one.check: one for one in judge(NAME, adapter)}
    assert found["answered"].outcome == "fail"
    assert "TimedOut: no answer within " in found["answered"].findings[0].message
    assert all(one.outcome != "fail" for one in judge(NAME, ReferenceAdapter()))


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
