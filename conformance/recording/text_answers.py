"""Scenarios as models write them into their text: what stands in for cassettes where no server reads the calls."""

from functools import cache
from typing import Final

import msgspec

from conformance import scenarios
from conformance.data import kept
from conformance.judge.subject import TextFormat
from conformance.recording.cassette import CassetteName
from conformance.scenarios import Mode, Scenario
from conformance.scenarios.scenario import ScriptedCall, ScriptedTurn
from conformance.standins.script import Turn, TurnCall
from conformance.standins.text_formats import CannotSay, write, written
from toolwire.model import Arguments, Part, Reasoning, Text, Tool, ToolCall, ToolDefinition

_ABOUT_ANSWERS: Final = (
    "call-", "choice-auto", "define-enum", "define-name-limits", "define-nested", "define-no-parameters",
    "define-unicode-names",
)  # fmt: skip
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")


@kept
@cache
def names() -> tuple[CassetteName, ...]:
    """All scenarios in all formats, whole and character by character."""
    return tuple(
        CassetteName(*TextFormat(text_format).spelling, scenario, mode)
        for text_format in sorted(written())
        for scenario in scenarios.names()
        if _is_played(scenarios.load(scenario))
        for mode in _MODES
    )


class Said(msgspec.Struct, frozen=True):
    """What a model says to a request."""

    turn: ScriptedTurn
    tools: tuple[Tool, ...]
    """Those that were offered."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order in which it is written."""
        thought = (Reasoning(text=self.turn.reasoning),) if self.turn.reasoning else ()
        text = (Text(text=self.turn.text),) if self.turn.text else ()
        return (*thought, *text, *map(_call, self.turn.calls))


def _call(call: ScriptedCall) -> ToolCall:
    return ToolCall(id=None, name=call.tool, arguments=Arguments(text=call.arguments, form="object"))


def said(scenario: str) -> Said:
    """What a model says to the first request of a scenario."""
    asked = scenarios.load(scenario)
    return Said(asked.script[0], asked.tools)


@kept
@cache
def answer(text_format: str, scenario: str) -> str | CannotSay:
    """What a model writes to the first request of a scenario, or why the format cannot say it."""
    return spelled(text_format, said(scenario))


def spelled(text_format: str, what: Said) -> str | CannotSay:
    """What a model writes that says something, or why the format cannot say it."""
    turn = Turn(
        reasoning=what.turn.reasoning or "",
        text=what.turn.text or "",
        calls=tuple(TurnCall(name=call.tool, arguments=call.arguments) for call in what.turn.calls),
    )
    try:
        return write(text_format, turn, [tool.name for tool in what.tools if isinstance(tool, ToolDefinition)])
    except CannotSay as error:
        return error


def _is_played(scenario: Scenario) -> bool:
    """Whether it is about what a model writes: not what a request says, or a history, or a provider's own tool."""
    functions = all(isinstance(tool, ToolDefinition) for tool in scenario.tools)
    fresh = not scenario.refused and not scenario.calls_before and bool(scenario.script)
    return functions and fresh and scenario.id.startswith(_ABOUT_ANSWERS) and scenario.script[0].search is None
