"""Scripted answers with calls in their text, as models write them.

Cases of text formats have these answers in place of cassettes.
"""

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
    """Return the names of the cases of text formats: of each scenario that is played as text, in each format and mode.

    In the mode ``plain`` the adapter gets the whole text at once, and in the mode ``stream`` in pieces.
    """
    return tuple(
        CassetteName(*TextFormat(text_format).spelling, scenario, mode)
        for text_format in sorted(written())
        for scenario in scenarios.names()
        if _is_played(scenarios.load(scenario))
        for mode in _MODES
    )


class ScriptedAnswer(msgspec.Struct, frozen=True):
    """The answer in a scenario's script to the first request, with the tools that the request offers."""

    turn: ScriptedTurn
    tools: tuple[Tool, ...]
    """The tools that the request offers."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the answer, in the order in which they are written."""
        thought = (Reasoning(text=self.turn.reasoning),) if self.turn.reasoning else ()
        text = (Text(text=self.turn.text),) if self.turn.text else ()
        return (*thought, *text, *map(_call, self.turn.calls))


def _call(call: ScriptedCall) -> ToolCall:
    return ToolCall(id=None, name=call.tool, arguments=Arguments(text=call.arguments, form="object"))


def scripted_answer(scenario: str) -> ScriptedAnswer:
    """Return the scripted answer to the first request of a scenario."""
    loaded = scenarios.load(scenario)
    return ScriptedAnswer(loaded.script[0], loaded.tools)


@kept
@cache
def answer(text_format: str, scenario: str) -> str | CannotSay:
    """Return the answer to the first request of a scenario in a text format.

    If the format cannot express the answer, return the reason.
    """
    return formatted(text_format, scripted_answer(scenario))


def formatted(text_format: str, scripted: ScriptedAnswer) -> str | CannotSay:
    """Return a scripted answer in a text format. If the format cannot express the answer, return the reason."""
    turn = Turn.usual(
        reasoning=scripted.turn.reasoning,
        text=scripted.turn.text,
        calls=tuple(TurnCall(name=call.tool, arguments=call.arguments) for call in scripted.turn.calls),
    )
    try:
        return write(text_format, turn, [tool.name for tool in scripted.tools if isinstance(tool, ToolDefinition)])
    except CannotSay as error:
        return error


def _is_played(scenario: Scenario) -> bool:
    """Return whether a scenario is only about an answer's calls, texts and reasoning.

    Scenarios about a refusal, a history or a tool of the provider are not played as text.
    """
    functions = all(isinstance(tool, ToolDefinition) for tool in scenario.tools)
    fresh = not scenario.refused and not scenario.calls_before and bool(scenario.script)
    is_usual = fresh and not scenario.script[0].searches and scenario.script[0].early is None
    return functions and is_usual and scenario.id.startswith(_ABOUT_ANSWERS)
