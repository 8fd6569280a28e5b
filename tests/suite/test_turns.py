"""Tests of conversations that are held at the same time, and of adapters that mix them up."""

from collections.abc import Generator
from typing import Any

import msgspec
import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import Talk, Task
from conformance.judge.trial import Trial
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.scenarios import load_all
from conformance.suite.turns import together
from conformance.suite.verdicts import judge
from toolwire.model import Request, Tool, ToolDefinition
from toolwire.wire.exchange import WireRequest

APART = [scenario.id for scenario in load_all() if scenario.beside]


def conversation(log: list[str], name: str, turns: int) -> Generator[None, None, tuple[Trial, ...]]:
    try:
        for turn in range(turns):
            log.append(f"{name}{turn}")
            yield
    finally:
        log.append(f"{name} ends")
    return ()


@pytest.mark.parametrize(
    ("at_once", "order"),
    [
        (True, ["b0", "a0", "b1", "a1", "b ends", "a ends"]),
        (False, ["b0", "b1", "b ends", "a0", "a1", "a ends"]),
    ],
    ids=["at once", "one after the other"],
)
def test_turns(at_once: bool, order: list[str]) -> None:
    log: list[str] = []
    together(conversation(log, "a", 2), conversation(log, "b", 2), at_once=at_once)
    assert log == order


def test_a_conversation_that_is_not_over_is_ended() -> None:
    log: list[str] = []
    together(conversation(log, "a", 1), conversation(log, "b", 5))
    assert log == ["b0", "a0", "b1", "a ends", "b ends"]


class KnowsTools(ReferenceClient):
    """An adapter that keeps the first tool of each name for all conversations."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def converse(self, task: Task) -> Talk:
        tools = tuple(self._tools.setdefault(tool.name, tool) for tool in task.tools)
        return super().converse(msgspec.structs.replace(task, tools=tools))


class KnowsNames(ReferenceClient):
    """An adapter that removes blanks from names, and restores the name from the last conversation that had it."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def converse(self, task: Task) -> Talk:
        tools = []
        for tool in task.tools:
            clean = tool.name.replace(" ", "_")
            if clean != tool.name and isinstance(tool, ToolDefinition):
                self._names[clean] = tool.name
            tools.append(msgspec.structs.replace(tool, name=clean))
        talk = super().converse(msgspec.structs.replace(task, tools=tuple(tools)))
        reading = next(talk)
        while True:
            calls = tuple(
                msgspec.structs.replace(call, name=self._names.get(call.name, call.name)) for call in reading.calls
            )
            results = yield msgspec.structs.replace(reading, calls=calls)
            if not results:
                return
            reading = talk.send(results)


class KnowsTheLastTools(ReferenceAdapter):
    """A codec that keeps the first tool of each name for all requests."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        tools = tuple(self._tools.setdefault(tool.name, tool) for tool in request.tools)
        return super().encode(dialect, msgspec.structs.replace(request, tools=tools), base_url)


def failed(adapter: Any, scenario: str, mode: Any) -> bool:
    return any(
        result.outcome == "fail"
        for result in judge(open_case(CassetteName("openai", "openai_chat", scenario, mode)), adapter)
    )


@pytest.mark.parametrize("mode", ["plain", "stream"])
@pytest.mark.parametrize(
    ("kind", "scenario"),
    [
        (KnowsTools, "apart-same-names"),
        (KnowsTools, "apart-other-schemas"),
        (KnowsTheLastTools, "apart-same-names"),
        (KnowsTheLastTools, "apart-other-schemas"),
        (KnowsNames, "apart-same-names"),
    ],
)
def test_what_leaks_from_one_conversation_fails_here_alone(kind: Any, scenario: str, mode: str) -> None:
    assert failed(kind(), scenario, mode)
    assert not failed(kind(), "history-single-result", mode), "it also fails in a single conversation"


@pytest.mark.parametrize("adapter", [ReferenceAdapter(), ReferenceClient()], ids=["codec", "wire"])
@pytest.mark.parametrize("scenario", APART)
def test_the_reference_keeps_them_apart(scenario: str, adapter: Any) -> None:
    assert not failed(adapter, scenario, "plain")
    assert not failed(adapter, scenario, "stream")
