"""Tests of scenario files: valid values, and the errors for invalid values."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.scenarios import ScenarioError, load, load_all
from conformance.scenarios.loader import read
from toolwire.model import Arguments, Image, Message, Text, ToolCall, ToolChoice, ToolDefinition, ToolResult

MINIMAL: dict[str, Any] = {
    "id": "some", "title": "Some", "why": "Because.", "capability": "single-call", "modes": ["plain"],
    "tools": ["get_time"], "opening": [{"user": "Hi."}], "script": [{"text": "Hello."}], "expect": [[]],
}  # fmt: skip
NO_ARGUMENTS = Arguments(text="{}", form="object", value={})


@pytest.fixture
def scenario(tmp_path: Path) -> Any:
    def made(**changes: Any) -> Any:
        (tmp_path / "some.yaml").write_text(yaml.safe_dump(MINIMAL | changes))
        return read(tmp_path / "some.yaml")

    return made


def called(*tools: str) -> tuple[ToolCall, ...]:
    return tuple(ToolCall(id=tool, name=tool, arguments=NO_ARGUMENTS) for tool in tools)


def test_a_history(scenario: Any) -> None:
    made = scenario(
        opening=[
            {"user": "Time?"},
            {"calls": [{"id": "a", "tool": "get_time", "arguments": '{"n": 1.10}'}]},
            {"results": [{"id": "a", "tool": "get_time", "text": "noon"}]},
            {"assistant": "Noon."},
        ]
    )
    _, asked, answered, assistant = made.opening
    assert (asked.role, answered.role, assistant.role) == ("assistant", "tool", "assistant")
    assert asked.parts[0].arguments.text == '{"n": 1.10}'
    assert answered.parts == (ToolResult(call_id="a", name="get_time", parts=(Text(text="noon"),)),)
    assert made.calls_before == 1


def test_results_the_other_way_round(scenario: Any) -> None:
    replies = [[{"tool": "get_time", "text": "noon "}, {"tool": "ping", "text": "ok ", "times": 2, "image": "AAAA"}]]
    turns = {"script": [{}, {}], "expect": [[], []], "replies": replies, "tools": ["get_time", "ping"]}
    message = scenario(**turns, last_result_first=True).results(0, called("get_time", "ping"))
    assert isinstance(message, Message)
    assert [part.call_id for part in message.parts] == ["ping", "get_time"]  # type: ignore[union-attr]
    assert message.parts[0].parts == (  # type: ignore[union-attr]
        Text(text="ok ok "),
        Image(data="AAAA", media_type="image/png"),
    )


def test_a_choice_of_some_tools(scenario: Any) -> None:
    assert scenario(tool_choice={"required_of": ["get_time"]}).tool_choice == ToolChoice(
        mode="allowed", names=("get_time",), must_call=True
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tool_choice": {"some": ["ping"]}}, "tool_choice: expected auto, none, required, {named: tool} or "),
        ({"opening": [{"robot": "Hi."}]}, "opening: expected {system: text}, {user: text}, {assistant: text}, "),
        ({"opening": [{"calls": [{"id": "a"}]}]}, "opening: Object missing required field `tool`"),
        ({"opening": [{"results": [{"id": "a", "tool": "ping", "text": 1}]}]}, "opening: Expected `str`, got `int`"),
        (
            {"script": [{"calls": [{"tool": "ping", "arguments": "{}"}]}]},
            "script: 'ping' is called, but is not in tools, added or not_offered",
        ),
        ({"added": [["find_tools"]]}, "added: expected functions and free-form tools, got 'find_tools'"),
        ({"added": [["ping"], ["ping"]]}, "added: expected at most "),
        ({"tools_of": "nope"}, "tools_of: unknown agent: 'nope'; expected one of: ai-sdk-chat, "),
        ({"beside": ["nope"]}, "beside: unknown scenario: 'nope'; expected one of: agent-codex, "),
    ],
    ids=[
        "tool choice",
        "role",
        "call without tool",
        "text a number",
        "call of no tool",
        "added search",
        "too many added",
        "agent",
        "scenario beside",
    ],
)
def test_what_a_scenario_may_not_say(changes: dict[str, Any], message: str, scenario: Any) -> None:
    with pytest.raises(ScenarioError) as caught:
        scenario(**changes)
    assert f"some.yaml: {message}" in str(caught.value)


def test_what_scenarios_promise() -> None:
    assert len(load("define-many-tools").tools) == 64
    assert {len(tool.name) for tool in load("define-name-limits").tools} == {1, 64}  # type: ignore[union-attr]
    assert load("history-long").calls_before == 24
    large = load("result-large").replies[0][0].parts[0]
    assert isinstance(large, Text)
    assert 20_000 < len(large.text) < 25_000


def test_no_two_scenarios_say_the_same() -> None:
    every = load_all()
    assert len({scenario.title for scenario in every}) == len({scenario.id for scenario in every}) == len(every)


def test_strict_is_unsaid_unless_a_scenario_states_it() -> None:
    stated = {
        (scenario.id, tool.name): tool.strict
        for scenario in load_all()
        for tool in scenario.tools
        if isinstance(tool, ToolDefinition) and tool.strict is not None
    }
    assert set(stated.values()) == {True}
    assert ("define-strict", "set_alarm") in stated
