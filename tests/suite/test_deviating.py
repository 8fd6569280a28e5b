"""Tests of libraries' reactions to deviations of form: the same reading, a broken reading, or no reading of either
answer.
"""

from typing import Any

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import ReadCall, Reading, Talk, Task
from conformance.recording.consumers import Reaction
from conformance.recording.deviations import Deviation, deviations
from conformance.report.consumers import is_current
from conformance.suite.deviating import reactions
from toolwire.model import ProviderError

KNOWN = {deviation.id: deviation for deviation in deviations()}
STOP = KNOWN["chat-stop-beside-calls"]
"""A deviation of plain answers in openai_chat that the reference reads alike."""


class Client(ReferenceClient):
    """The reference client with a changed reading of the second answer, which has the deviation."""

    def __init__(self, change: Any = None, **hello: Any) -> None:
        self.hello = msgspec.structs.replace(ReferenceClient.hello, **hello)
        self._change = change
        self._asked: list[str] = []

    def converse(self, task: Task) -> Talk:
        self._asked.append(task.mode)
        reading = next(super().converse(task))
        yield self._change(reading, task) if self._change and self._asked.count(task.mode) > 1 else reading


def reaction(client: ReferenceClient, deviation: Deviation = STOP) -> Reaction:
    (found,) = reactions(client, [deviation])
    return found


def raising(error: Exception) -> Any:
    def change(reading: Reading, task: Task) -> Reading:
        raise error

    return change


def test_the_same_reading() -> None:
    found = reaction(Client())
    assert (found.deviation, found.mode, found.outcome, found.how) == (STOP.id, "plain", "accepts", "")
    assert is_current(found)


@pytest.mark.parametrize(
    ("change", "how"),
    [
        pytest.param(raising(ValueError("no index")), "ValueError: no index", id="raises"),
        pytest.param(raising(Unsupported("such answers")), "declines: such answers", id="declines"),
        pytest.param(
            lambda reading, _: msgspec.structs.replace(reading, calls=reading.calls[:1]),
            "calls: expected get_weather, get_time, got get_weather",
            id="loses-a-call",
        ),
        pytest.param(
            lambda reading, _: Reading(error=ProviderError(message="500")), "reports an error: 500", id="an-error"
        ),
    ],
)
def test_breaking(change: Any, how: str) -> None:
    found = reaction(Client(change))
    assert (found.outcome, found.how.partition(" (")[0], found.asked) == ("breaks", how, None)


def test_breaking_in_one_mode() -> None:
    def change(reading: Reading, task: Task) -> Reading:
        return Reading() if task.mode == "async" else reading

    found = reaction(Client(change, modes=("sync", "async")))
    assert (found.outcome, found.asked) == ("breaks", "async")
    both = reaction(Client(lambda reading, task: Reading(), modes=("sync", "async")))
    assert (both.outcome, both.asked) == ("breaks", None)


def test_what_is_not_read_unchanged() -> None:
    class Declines(ReferenceClient):
        def converse(self, task: Task) -> Talk:
            raise Unsupported("nothing at all")
            yield

    found = reaction(Declines())
    assert (found.outcome, found.how) == ("not-read", "declines: nothing at all")


def test_another_request_than_the_recorded_one() -> None:
    class Other(ReferenceClient):
        def converse(self, task: Task) -> Talk:
            return super().converse(msgspec.structs.replace(task, max_output_tokens=7))

    assert reaction(Other()).outcome == "accepts"


def test_ids_that_are_gone_are_not_compared() -> None:
    def change(reading: Reading, task: Task) -> Reading:
        calls = tuple(msgspec.structs.replace(call, id=f"made-up-{n}") for n, call in enumerate(reading.calls))
        return msgspec.structs.replace(reading, calls=calls)

    assert reaction(Client(change), KNOWN["chat-call-id-empty"]).outcome == "accepts"
    assert reaction(Client(change)).how.startswith("calls/0/id: expected")


def test_reasoning_that_the_change_adds_counts() -> None:
    plain, _ = reactions(Client(lambda *_: READ), [KNOWN["chat-content-list"]])
    assert plain.how == 'reasoning: expected "Both can be looked up at once.", got ""'


READ = Reading(
    calls=(
        ReadCall(id="call_rkADPpQ8gXYjYTBEFEWDcaJq", name="get_weather", arguments='{"city": "Tokyo"}'),
        ReadCall(id="call_15js48PjbbYP6rIznr6qNnEJ", name="get_time", arguments='{"city": "Tokyo"}'),
    ),
    finish="tool_calls",
)


def test_only_dialects_that_it_speaks() -> None:
    assert list(reactions(Client(dialects=("ollama_chat",)), deviations())) == []
