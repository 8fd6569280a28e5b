"""Scenarios as models write them into their text: what stands in for cassettes where no server reads the calls."""

from functools import cache
from typing import Final

from conformance import scenarios
from conformance.data import kept
from conformance.model import ToolDefinition
from conformance.recording.cassette import CassetteName
from conformance.scenarios import Mode, Scenario
from conformance.standins.script import Turn, TurnCall
from conformance.standins.text_formats import CannotSay, write, written

TEXT: Final = "text"
"""Stands in ids where a provider's name stands; behind it the text format, in the dialect's place."""
_ABOUT_ANSWERS: Final = ("call-", "choice-auto", "define-enum", "define-nested", "define-no-parameters")
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")


@kept
@cache
def names() -> tuple[CassetteName, ...]:
    """All scenarios in all formats, whole and character by character."""
    return tuple(
        CassetteName(TEXT, text_format, scenario, mode)
        for text_format in sorted(written())
        for scenario in scenarios.names()
        if _is_played(scenarios.load(scenario))
        for mode in _MODES
    )


@kept
@cache
def answer(text_format: str, scenario: str) -> str | CannotSay:
    """What a model writes to the first request of a scenario, or why the format cannot say it."""
    asked = scenarios.load(scenario)
    said = asked.script[0]
    turn = Turn(
        reasoning=said.reasoning or "",
        text=said.text or "",
        calls=tuple(TurnCall(name=call.tool, arguments=call.arguments) for call in said.calls),
    )
    try:
        return write(text_format, turn, [tool.name for tool in asked.tools if isinstance(tool, ToolDefinition)])
    except CannotSay as error:
        return error


def _is_played(scenario: Scenario) -> bool:
    """Whether it is about what a model writes: not what a request says, or a history, or a provider's own tool."""
    functions = all(isinstance(tool, ToolDefinition) for tool in scenario.tools)
    fresh = not scenario.refused and not scenario.calls_before and bool(scenario.script)
    return functions and fresh and scenario.id.startswith(_ABOUT_ANSWERS) and scenario.script[0].search is None
