"""Tests of generated scenarios: they are legal and of every kind, and a seed always gives the same scenarios."""

import json
from hashlib import sha256
from itertools import combinations, pairwise

import jsonschema_rs
import msgspec
import pytest

from conformance.scenarios import Scenario, ScenarioError, ScriptedCall, load, usual_limit
from conformance.scenarios.chance import LATER
from conformance.scenarios.generated import GeneratedName, parsed, subjects
from conformance.scenarios.scenario import ScriptedText, ScriptedThought
from conformance.scenarios.smaller import smaller
from toolwire.model import Text, ToolCall, ToolDefinition

DRAWN = [load(f"generated-7-{number}") for number in range(400)]


def calls(scenario: Scenario) -> list[tuple[str, str]]:
    return [(call.tool, call.arguments) for turn in scenario.script for call in turn.calls]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("generated-0-0", GeneratedName(0, 0)),
        ("generated-12-345", GeneratedName(12, 345)),
        ("generated-1-2-3_0_14", GeneratedName(1, 2, (3, 0, 14))),
        ("generated-1-2-1_1_2x3_1", GeneratedName(1, 2, (1, 1, 2, 2, 2, 1))),
    ],
)
def test_a_name_has_the_seed_and_the_number(name: str, parts: GeneratedName) -> None:
    assert parsed(name) == parts
    assert str(parts) == name


@pytest.mark.parametrize(
    "name",
    [
        "call-single",
        "generated",
        "generated-1",
        "generated-01-1",
        "generated-1-2-",
        "generated-a-1",
        "generated-1-2-1_1_1",
        "generated-1-2-1x2",
        "generated-1-2-1x",
        "generated-1-2-1x999999999999",
    ],
)
def test_other_names_are_no_generated_ones(name: str) -> None:
    assert parsed(name) is None


def test_a_step_that_there_is_not_is_an_error() -> None:
    with pytest.raises(ScenarioError, match="a step number in the name is too large"):
        load("generated-1-2-99999")


def test_a_scenario_is_the_same_each_time_and_differs_by_seed_and_number() -> None:
    load.cache_clear()
    assert load("generated-7-3") == DRAWN[3]
    assert len({str(scenario) for scenario in (*DRAWN, load("generated-8-3"))}) == len(DRAWN) + 1


def test_the_conversations_before_the_later_ones_never_change() -> None:
    """Committed reports and other people's baselines name these conversations."""
    drawn = "".join(str(load(f"generated-{seed}-{number}")) for seed in (1, 7) for number in range(LATER))
    assert sha256(drawn.encode()).hexdigest()[:16] == "eec23be6226f4b00"


def values(scenario: Scenario) -> list[object]:
    """Return the values of all arguments."""
    return [value for _, arguments in calls(scenario) for value in json.loads(arguments).values()]


def questions(scenario: Scenario) -> list[str]:
    return [str(message.parts) for message in scenario.opening if message.role == "user"]


def kinds(scenario: Scenario) -> list[str]:
    """Return the kinds of blocks of each turn, with a letter for each block."""
    letters = {ScriptedThought: "r", ScriptedText: "t", ScriptedCall: "c"}
    return ["".join(letters[type(block)] for block in turn.blocks) for turn in scenario.script]  # type: ignore[index]


def assert_legal(scenario: Scenario) -> None:
    """Check that calls fit their tools, no text is blank, reasoning precedes another block, and only a last turn ends
    early.
    """
    tools = {tool.name: tool for tool in scenario.tools}
    assert len(tools) == len(scenario.tools)
    assert not {*tools} & {*scenario.not_offered}
    for name, arguments in calls(scenario):
        if name not in scenario.not_offered:
            tool = tools[name]
            assert isinstance(tool, ToolDefinition)
            jsonschema_rs.validate(tool.parameters or {}, json.loads(arguments))
    texts = [block.text for turn in scenario.script for block in turn.blocks if isinstance(block, ScriptedText)]
    assert all(text.strip() for text in texts)
    assert {turn.startswith("r") for turn in kinds(scenario)} == {scenario.reasoning}
    assert not any("rr" in turn or turn.endswith("r") for turn in kinds(scenario))
    assert not any(turn.early for turn in scenario.script[:-1])
    assert scenario.script[-1].early in (None, "length", "error") or not scenario.script[-1].calls


@pytest.mark.parametrize("scenario", DRAWN, ids=lambda scenario: scenario.id)
def test_every_scenario_is_legal(scenario: Scenario) -> None:
    assert_legal(scenario)


KINDS = {
    "text behind a call": lambda scenario: any("ct" in turn for turn in kinds(scenario)),
    "text between calls": lambda scenario: any("ctc" in turn for turn in kinds(scenario)),
    "several texts": lambda scenario: any("tt" in turn for turn in kinds(scenario)),
    "reasoning between calls": lambda scenario: any("crc" in turn for turn in kinds(scenario)),
    "reasoning behind text": lambda scenario: any("tr" in turn for turn in kinds(scenario)),
    "reasoning that is not shown": lambda scenario: any(
        block == ScriptedThought(text="") for turn in scenario.script for block in turn.blocks
    ),
    "calls that look the same": lambda scenario: {"caf\u00e9", "cafe\u0301"} <= {*map(str, values(scenario))},
    "an answer that ends early": lambda scenario: scenario.script[-1].early == "length",
    "a call that is cut": lambda scenario: bool(scenario.script[-1].early and scenario.script[-1].calls),
    "calls before an error": lambda scenario: scenario.script[-1].early == "error" and bool(scenario.script[-1].calls),
    "the same question again": lambda scenario: len({*questions(scenario)}) < len(questions(scenario)),
    "results out of order": lambda scenario: (
        scenario.last_result_first and any(len({reply.tool for reply in turn}) > 1 for turn in scenario.replies)
    ),
    "one call at a time": lambda scenario: scenario.parallel_tool_calls is False and bool(calls(scenario)),
    "an unknown tool": lambda scenario: "call-unknown-tool" in subjects(scenario),
    "a schema that holds itself": lambda scenario: "define-recursive" in subjects(scenario),
    "a tool without parameters": lambda scenario: any(
        isinstance(tool, ToolDefinition) and tool.parameters is None for tool in scenario.tools
    ),
    "equal calls": lambda scenario: any(len({*turn.calls}) < len(turn.calls) for turn in scenario.script),
    "empty arguments beside text": lambda scenario: any(
        turn.text and any(call.arguments == "{}" for call in turn.calls) for turn in scenario.script
    ),
    "thirty calls": lambda scenario: any(len(turn.calls) == 30 for turn in scenario.script),
    "dozens of tools": lambda scenario: len(scenario.tools) > 60,
    "five rounds": lambda scenario: len(scenario.replies) == 5,
    "a long text": lambda scenario: "x" * 65_536 in str(scenario),
    "a result that is empty": lambda scenario: any(not reply.text for turn in scenario.replies for reply in turn),
    "a result of two texts": lambda scenario: any(reply.then for turn in scenario.replies for reply in turn),
    "no limit of output tokens": lambda scenario: scenario.max_output_tokens is None,
    "a limit of its own": lambda scenario: scenario.max_output_tokens == 777,
    "a conversation at the same time": lambda scenario: bool(scenario.beside),
    "a failed result": lambda scenario: any(reply.is_error for turn in scenario.replies for reply in turn),
    "a number beyond a double": lambda scenario: any(str(2**53 + 1) in arguments for _, arguments in calls(scenario)),
    "a whole number with a fraction": lambda scenario: any("14.0" in arguments for _, arguments in calls(scenario)),
    "a text that looks like a number": lambda scenario: any('"007"' in arguments for _, arguments in calls(scenario)),
    "markup": lambda scenario: any("&amp;" in arguments for _, arguments in calls(scenario)),
    "a text that is not normalised": lambda scenario: "cafe\u0301" in str(scenario),
    "a line separator": lambda scenario: any("\u2028" in arguments for _, arguments in calls(scenario)),
    "a named choice": lambda scenario: bool(scenario.tool_choice and scenario.tool_choice.mode == "named"),
    "a long list": lambda scenario: any(isinstance(value, list) and len(value) > 100 for value in values(scenario)),
    "two strict tools": lambda scenario: sum(tool.strict is True for tool in scenario.tools) == 2,
    "a name with a hyphen": lambda scenario: any("-" in reply.tool for turn in scenario.replies for reply in turn),
    "calls before a question that forbids calls": lambda scenario: (
        [scenario.tool_choice and scenario.tool_choice.mode, *(message.role for message in scenario.opening)]
        == ["none", "system", "user", "assistant", "tool", "assistant", "user"]
    ),
    "a nested schema": lambda scenario: any(
        '"items": {"type": "object"' in json.dumps(tool.parameters) for tool in scenario.tools
    ),
}


LATER_KINDS = {
    "text that quotes a call": lambda scenario: any("</tool_call>" in turn.text for turn in scenario.script),
    "seven rounds": lambda scenario: len(scenario.replies) >= 7,
    "an earlier message with a text and three calls": lambda scenario: any(
        [type(part) for part in message.parts] == [Text, ToolCall, ToolCall, ToolCall] for message in scenario.opening
    ),
    "an earlier result that is failed": lambda scenario: "is_error=True" in str(scenario.opening),
    "a default that is false": lambda scenario: '"default": false' in parameters(scenario),
    "a description beside a reference": lambda scenario: "Where it starts." in parameters(scenario),
    "a keyword else": lambda scenario: '"else": {' in parameters(scenario),
    "names that differ only in case": lambda scenario: {"Read", "read"} <= {tool.name for tool in scenario.tools},
    "more than fifteen parameters": lambda scenario: any(
        len((tool.parameters or {}).get("properties", ())) > 15 for tool in scenario.tools
    ),
    "a result with a control character": lambda scenario: any(
        "\x1b[31m" in reply.text for turn in scenario.replies for reply in turn
    ),
}


def parameters(scenario: Scenario) -> str:
    return json.dumps([tool.parameters for tool in scenario.tools])


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_scenarios_of_every_kind(kind: str) -> None:
    assert any(map(KINDS[kind], DRAWN))


@pytest.mark.parametrize("kind", LATER_KINDS)
def test_the_ten_later_conversations_of_every_gate_are_of_every_kind(kind: str) -> None:
    assert any(LATER_KINDS[kind](load(f"generated-1-{number}")) for number in range(LATER, LATER + 10))


def test_earlier_calls_are_left_out_with_their_results() -> None:
    called = next(scenario for scenario in DRAWN if any(message.role == "tool" for message in scenario.opening))
    openings = {tuple(message.role for message in less.opening) for less in smaller(called)}
    assert openings == {
        ("system", "user", "assistant", "tool", "assistant", "user"),
        ("user", "assistant", "tool", "assistant", "user"),
        ("system", "user", "assistant", "user"),
    }


def size(scenario: Scenario) -> tuple[int, int, int]:
    """Return a sort key for the size of a scenario: reasoning, the length of its text, and its unusual options."""
    is_limited = scenario.max_output_tokens != usual_limit(reasoning=scenario.reasoning)
    asked = scenario.last_result_first + (scenario.parallel_tool_calls is not None) + is_limited
    usually = msgspec.structs.replace(scenario, last_result_first=False, max_output_tokens=None)
    kinds = [[isinstance(block, ScriptedCall) for block in turn.blocks] for turn in scenario.script]
    swapped = sum(before > after for turn in kinds for before, after in combinations(turn, 2))
    return scenario.reasoning, len(str(usually)), asked + swapped


@pytest.mark.parametrize("number", range(12))
def test_smaller_scenarios_are_smaller_and_end(number: int) -> None:
    path = [DRAWN[number]]
    while steps := smaller(path[-1]):
        path.append(steps[0])
    assert all(size(after) < size(before) for before, after in pairwise(path))
