"""Cases of an adapter in this process are kept apart, and whatever it does in a copy of the process is seen here."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any, Final

import msgspec
import pytest

from conformance.adapters.adapter import Adapter, name_of, talks_http
from conformance.adapters.isolated import Isolated, forget, isolated, load_isolated
from conformance.adapters.loading import REFERENCE
from conformance.adapters.process import Ended, TimedOut
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Raised, Unsupported, crashed, raised
from conformance.adapters.wire import Hello, Reading, Talk, Task
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.limit import limited
from conformance.suite.verdicts import judge
from toolwire.model import ToolResult

TASK: Final = Task(provider="p", dialect="d", base_url="u", api_key="k", model="m", messages=())
RESULTS: Final = (ToolResult(call_id="1", parts=()),)


class Client:
    """Yields how many conversations it began before, and how many results it was sent."""

    hello = Hello(name="counts", version="1", language="python", dialects=("openai_chat",))

    def __init__(self) -> None:
        self._before = 0

    def converse(self, _: Task) -> Talk:
        before, self._before = self._before, self._before + 1
        results = yield Reading(text=f"{before} before")
        yield Reading(text=f"{len(results)} result")


@pytest.fixture
def make() -> Iterator[Any]:
    """Gives isolated adapters, and ends their copies."""
    made: list[Any] = []

    def make_adapter(load: Any) -> Any:
        made.append(isolated(load))
        return made[-1]

    yield make_adapter
    for adapter in made:
        forget(adapter)


def test_it_stands_for_the_adapter(make: Any) -> None:
    adapter: Adapter = make(Client)
    assert talks_http(adapter)
    assert name_of(adapter) == "counts"
    assert not hasattr(adapter, "decode")
    assert name_of(make(ReferenceAdapter)) == ReferenceAdapter().name


def test_a_case_ends_with_what_the_adapter_remembers(make: Any) -> None:
    adapter = make(Client)
    assert next(adapter.converse(TASK)).text == "0 before"
    assert next(adapter.converse(TASK)).text == "1 before", "the same case"
    forget(adapter)
    assert next(adapter.converse(TASK)).text == "0 before"


def test_conversations_of_one_case_may_be_interleaved(make: Any) -> None:
    adapter = make(Client)
    first, second = adapter.converse(TASK), adapter.converse(TASK)
    assert next(first).text == "0 before"
    assert next(second).text == "1 before"
    assert first.send(RESULTS).text == "1 result"
    with pytest.raises(StopIteration):
        first.send(RESULTS)
    assert second.send(RESULTS).text == "1 result"


class Raises:
    hello = Client.hello

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def converse(self, _: Task) -> Talk:
        raise self._error
        yield


@pytest.mark.parametrize(
    ("error", "bug"),
    [(ValueError("no index"), False), (KeyError("index"), True), (SystemExit(3), False), (KeyboardInterrupt(), False)],
    ids=["ValueError", "KeyError", "SystemExit", "KeyboardInterrupt"],
)
def test_an_exception_is_seen_with_its_place(error: BaseException, bug: bool, make: Any) -> None:
    with pytest.raises(Raised) as seen:
        next(make(lambda: Raises(error)).converse(TASK))
    assert raised(seen.value).startswith(f"{type(error).__name__}: {error} (")
    assert "test_isolated.py:" in raised(seen.value)
    assert crashed(seen.value) is bug


def test_what_is_declined_is_declined(make: Any) -> None:
    with pytest.raises(Unsupported, match="no streams"):
        next(make(lambda: Raises(Unsupported("no streams"))).converse(TASK))


class Does:
    """Does what it was made for in place of a conversation."""

    hello = Client.hello

    def __init__(self, act: Any) -> None:
        self._act = act

    def converse(self, _: Task) -> Talk:
        yield self._act()


@pytest.mark.parametrize(
    ("act", "how"),
    [
        (lambda: os._exit(3), "it ended with exit code 3"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "it was ended by SIGKILL"),
    ],
)
def test_an_adapter_that_ends_its_process_fails_its_case_alone(act: Any, how: str, make: Any) -> None:
    adapter = make(lambda: Does(act))
    for _ in range(2):
        with pytest.raises(Ended, match=how):
            next(adapter.converse(TASK))
        forget(adapter)


def test_a_value_that_cannot_be_copied_is_a_failure(make: Any) -> None:
    with pytest.raises(Raised, match="the adapter gave a function that cannot be copied"):
        next(make(lambda: Does(lambda: lambda: None)).converse(TASK))


def test_an_adapter_that_hangs_is_ended(make: Any) -> None:
    adapter = make(lambda: Does(threading.Event().wait))
    with pytest.raises(TimedOut), limited(0.2):
        next(adapter.converse(TASK))
    with pytest.raises(TimedOut), limited(0.2):
        next(adapter.converse(TASK))


class Works:
    """Has a thread that does its work."""

    hello = Client.hello

    def __init__(self) -> None:
        self._work: SimpleQueue[SimpleQueue[str]] = SimpleQueue()
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            self._work.get().put("done")

    def converse(self, _: Task) -> Talk:
        answer: SimpleQueue[str] = SimpleQueue()
        self._work.put(answer)
        yield Reading(text=answer.get(timeout=10))


def test_an_adapter_that_starts_threads_is_loaded_again(make: Any) -> None:
    adapter = make(Works)
    for _ in range(2):
        assert next(adapter.converse(TASK)).text == "done"
        forget(adapter)


def test_a_module_is_imported_once(make: Any) -> None:
    module = "this"  # which nobody imports but for its poem
    assert module not in sys.modules

    def imports() -> Reading:
        known = module in sys.modules
        __import__(module)
        return Reading(text=str(known))

    adapter = make(lambda: Does(imports))
    seen = []
    for _ in range(2):
        seen.append(next(adapter.converse(TASK)).text)
        forget(adapter)
    assert seen == ["False", "True"]


class Remembers(ReferenceClient):
    """Fails every conversation but its first."""

    hello = msgspec.structs.replace(ReferenceClient.hello, modes=("sync",))

    def __init__(self) -> None:
        self._began = False

    def converse(self, task: Task) -> Talk:
        if self._began:
            raise ValueError("a second conversation")
        self._began = True
        return super().converse(task)


def test_verdicts_do_not_depend_on_the_cases_before(make: Any) -> None:
    first, second = (
        CassetteName("openai", "openai_chat", scenario, "plain") for scenario in ("call-single", "call-parallel")
    )
    apart = make(Remembers)
    assert {result.outcome for name in (first, second) for result in judge(open_case(name), apart)} <= {
        "pass",
        "not-applicable",
    }
    together = Remembers()
    judge(open_case(first), together)
    assert "fail" in {result.outcome for result in judge(open_case(second), together)}


def test_the_reference_is_not_copied() -> None:
    assert not isinstance(load_isolated(REFERENCE), Isolated)
