"""Scenarios that are drawn from a seed.

The name ``generated-SEED-NUMBER`` always represents the same scenario. The name ``generated-SEED-NUMBER-STEPS``
represents a smaller scenario, which is made from that scenario in steps. ``STEPS`` has a number for each step, such as
``4_0``. In each step, ``smaller`` returns several smaller scenarios, and the number is the index of the chosen
scenario.

Hand-written scenarios have tidy values. Generated scenarios have the values that users send: equal calls, empty
arguments together with text, texts that look like numbers, JSON or markup inside texts, every kind of Unicode, numbers
at each limit, long values, schemas with keywords of every kind, and unusual results. All generated scenarios are legal.
Only hand-written scenarios have requests that a provider refuses.
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

import msgspec

from conformance.scenarios.chance import Chance
from conformance.scenarios.drawn_tools import DrawnTools
from conformance.scenarios.scenario import (
    Early,
    Mode,
    Reply,
    Scenario,
    ScriptedBlock,
    ScriptedCall,
    ScriptedText,
    ScriptedThought,
    ScriptedTurn,
)
from conformance.scenarios.smaller import smaller
from toolwire.model import Arguments, Json, Message, Role, Text, ToolCall, ToolChoice, ToolDefinition, ToolResult
from toolwire.wire import exact_json

SINCE: Final = "2026-11-25"
"""The suite's edition that added generated scenarios. An edition is a date."""
_NAME: Final = re.compile(r"generated-(0|[1-9]\d{0,8})-(0|[1-9]\d{0,5})(?:-(\d+(?:x\d+)?(?:_\d+(?:x\d+)?)*))?")
_MANY: Final = 3
"""The smallest number of equal consecutive steps that a name states as a count, as in ``1x3``."""
_MOST_STEPS: Final = 10_000
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")

_EARLY: Final[tuple[Early | None, ...]] = (None,) * 15 + ("length", "length", "length", "content_filter", "refusal")
"""The reasons why an answer without calls ends early. ``None`` represents a normal end. An entry is drawn at random, so
entries that occur more than once are more likely.
"""
_CUT: Final = 6
"""In every ``_CUT``-th conversation, the token limit cuts the last call, if the conversation ends in this call."""
_BREAKS: Final = 3
"""In every ``_BREAKS``-th conversation, an error ends the stream of the last turn, if the turn has calls that the
client did not force and the token limit did not cut. The conversation then has no plain answer.
"""
_LIMITS: Final = (1024, 256, None, 4096, 777)
"""Limits of output tokens, as users set them."""
_LIMITS_OF_REASONING: Final = (4096, 8192, 5000)
"""Limits of output tokens for a model that reasons.

Reasoning counts as output, so the limits leave room for the smallest budgets of reasoning.
"""
_CHOICES: Final = (None, "required", None, "auto", None, "named", None, "auto", "none", None, None)
_OPENINGS: Final[tuple[tuple[Role, ...], ...]] = (
    ("system", "user"), ("user", "assistant", "user"), ("system", "user", "assistant", "user"),
    ("system", "user", "assistant", "user"), ("user", "assistant", "user"), ("user",),
)  # fmt: skip
_AFTER_CALLS: Final[tuple[Role, ...]] = ("system", "user", "assistant", "user")
"""The roles of the messages before the first answer, if calls and their results precede the last question.

The messages with the calls and the results are not in this list. They come directly before the assistant's message.
"""
_ROUNDS: Final = (1, 0, 2, 1, 3, 1, 1, 5)
_LATER_ROUNDS: Final = (1, 2, 7, 1, 0, 2)
"""The numbers of turns with calls in later conversations (see ``chance.LATER``)."""
_BESIDE: Final = 8
"""Every ``_BESIDE``-th conversation is held at the same time as the next conversation.

Some tools of the two conversations have the same name.
"""
_AGAIN: Final = 5
"""In every ``_AGAIN``-th conversation, the user's second question repeats the first question, if there are two
questions.
"""
_STRICT: Final = 3
"""In every ``_STRICT``-th conversation, the first two tools are strict, if a call is forced and several tools are
offered.
"""
_CALLED: Final = 2
"""In every ``_CALLED``-th conversation, calls and results precede the last question, if the client forbids calls or if
the conversation is a later conversation.
"""
_ALONE: Final = 3
"""In every ``_ALONE``-th conversation, only a single tool is offered, if the client forces a call by its name."""
_SEVERAL: Final = 3
"""In every ``_SEVERAL``-th conversation, each result that is not empty has two texts."""
_UNKNOWN: Final = "not_offered"
"""The name of a tool that a scripted model calls although the tool was not offered."""
_SPELLINGS: Final[tuple[dict[str, Any], ...]] = (
    {"separators": (",", ":"), "ensure_ascii": False}, {"ensure_ascii": False}, {},
    {"ensure_ascii": False, "indent": 2},
)  # fmt: skip
"""The spellings of JSON that models write, as options of ``json.dumps``."""


class GeneratedName(msgspec.Struct, frozen=True, order=True):
    """The name of a generated scenario."""

    seed: int
    number: int
    """The index of the conversation among all conversations of the seed."""
    steps: tuple[int, ...] = ()
    """The steps that lead to a smaller scenario. Each step is an index into the scenarios that ``smaller`` returns."""

    @property
    def drawn(self) -> "GeneratedName":
        """The name without steps, which represents the scenario before it was made smaller."""
        return GeneratedName(self.seed, self.number)

    def __str__(self) -> str:
        runs = "_".join(_run(step, len([*same])) for step, same in groupby(self.steps))
        return f"generated-{self.seed}-{self.number}{runs and f'-{runs}'}"


def _run(step: int, number: int) -> str:
    """Return the part of a scenario's name for ``number`` equal steps in a row. Two steps with the index 1 are ``1_1``.
    From ``_MANY`` steps on, the part is the index and a count: ``1x3``.
    """
    return f"{step}x{number}" if number >= _MANY else "_".join([str(step)] * number)


def parsed(name: str) -> GeneratedName | None:
    """Return the parts of the name of a generated scenario. None for any other name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    runs = [run.partition("x") for run in found[3].split("_")] if found[3] else []
    steps = [int(step) for step, _, number in runs for _ in range(min(int(number or 1), _MOST_STEPS))]
    read = GeneratedName(int(found[1]), int(found[2]), tuple(steps))
    return read if str(read) == name else None


@lru_cache(maxsize=256)
def generate(name: GeneratedName) -> Scenario:
    """Draw the scenario with this name. Raises ``IndexError`` if a step in the name is not the index of a smaller
    scenario.
    """
    if not name.steps:
        return _Draw(name).scenario()
    *before, last = name.steps
    larger = generate(GeneratedName(name.seed, name.number, tuple(before)))
    return msgspec.structs.replace(smaller(larger)[last], id=str(name))


def subjects(scenario: Scenario) -> tuple[str, ...]:
    """Return the ids of the hand-written scenarios that test a feature of a generated scenario. For example, return
    ``define-strict`` if a tool is strict. Return () for a hand-written scenario.

    Claims about these hand-written scenarios also apply to the generated scenario.
    """
    if parsed(scenario.id) is None:
        return ()
    functions = [tool for tool in scenario.tools if isinstance(tool, ToolDefinition)]
    has = {
        "call-with-reasoning": scenario.reasoning,
        "parallel-disabled": scenario.parallel_tool_calls is not None,
        "call-unknown-tool": bool(scenario.not_offered),
        "define-strict": any(tool.strict for tool in functions),
        "define-recursive": any("$defs" in (tool.parameters or {}) for tool in functions),
    }
    return tuple(subject for subject, found in has.items() if found)


class _Draw:
    """A generated conversation. The methods draw its parts at random, one after the other."""

    def __init__(self, name: GeneratedName) -> None:
        self._name = str(name)
        self._chance = Chance(name.seed, name.number)
        self._draw = DrawnTools(self._chance)
        self._choice = self._chance.deal.turn("choice", _CHOICES)
        self._reasons = self._choice in (None, "auto") and self._chance.deal.falls("reasoning", 4)
        """True if the client asks for reasoning. Some providers refuse reasoning if a call is forced."""
        self._limited = self._choice != "none" and self._chance.deal.falls("single", 10)
        """True if the client forbids more than one call in a turn."""
        self._named: ToolDefinition | None = None
        self._is_forced = self._choice in ("required", "named")
        is_possible = self._choice == "none" or self._chance.is_later
        self._has_called = is_possible and self._chance.deal.falls("called", _CALLED)
        """True if there are calls before the last question."""
        self._is_alone = self._choice == "named" and self._chance.deal.falls("alone", _ALONE)
        """True if there is only a single tool."""
        is_strict = self._is_forced and not self._is_alone and self._chance.deal.falls("strict", _STRICT)
        self._strict = 2 if is_strict else 0
        """The number of strict tools. It is 0 if there is only a single tool, so that dialects without strict tools can
        also play each such conversation.
        """
        self._several = self._chance.deal.falls("several", _SEVERAL)
        """True if each result that is not empty has two texts."""
        self._beside = (
            (str(GeneratedName(name.seed, name.number + 1)),) if self._chance.deal.falls("beside", _BESIDE) else ()
        )

    def scenario(self) -> Scenario:
        """Draw a conversation: tools, an opening, turns with calls and their results, and an answer."""
        tools = self._draw.tools(strict=self._strict)[: 1 if self._is_alone else None]
        counts = self._chance.stock(_ROUNDS, _LATER_ROUNDS)
        rounds = 0 if self._choice == "none" else self._chance.deal.turn("rounds", counts)
        self._named = self._chance.pick(tools[:5]) if self._choice == "named" else None
        turns = [self._calling(tools) for _ in range(rounds)]
        if self._is_forced or (self._choice != "none" and not rounds and self._chance.of(0.8)):
            last = self._calling(tools)
            if self._chance.deal.falls("cut", _CUT) and isinstance(last.blocks[-1], ScriptedCall):
                last = msgspec.structs.replace(last, early="length")
            elif not self._is_forced and self._chance.deal.falls("breaks", _BREAKS):
                last = msgspec.structs.replace(last, early="error")
        else:
            last = self._turn(self._texts((1, 1, 3, 4)), (), early=self._chance.pick(_EARLY))
        script = (*turns, last)
        parallel = True if self._choice != "none" and self._chance.deal.falls("parallel", 17) else None
        return Scenario(
            id=self._name,
            title="A conversation that was drawn from a seed",
            why="Adapters may lose unusual values that hand-written scenarios do not have.",
            capability=_capability(self._choice, script),
            modes=_MODES,
            tools=tools if self._is_alone else (*tools, self._draw.rare_tool()),
            tool_choice=_choice(self._choice, self._named),
            opening=self._opening(tools),
            replies=tuple(tuple(self._reply(call) for call in turn.calls) for turn in turns),
            script=script,
            expect=((),) * len(script),
            since=SINCE,
            reasoning=self._reasons,
            max_output_tokens=self._chance.deal.turn("limit", _LIMITS_OF_REASONING if self._reasons else _LIMITS),
            parallel_tool_calls=False if self._limited else parallel,
            not_offered=tuple({call.tool for turn in script for call in turn.calls if call.tool == _UNKNOWN}),
            last_result_first=self._chance.of(0.3),
            exercised_by=len(script),
            beside=self._beside,
        )

    def _opening(self, tools: Sequence[ToolDefinition]) -> tuple[Message, ...]:
        """Draw the messages before the first answer.

        The user's question comes last. A system message, and an earlier question with its answer, may precede it. The
        earlier question may equal the last question, and the earlier answer may have calls.
        """
        opening: list[Message] = []
        again = self._chance.deal.falls("again", _AGAIN)
        for role in _AFTER_CALLS if self._has_called else self._chance.deal.turn("opening", _OPENINGS):
            if self._has_called and role == "assistant":
                opening += self._earlier_calls(tools)
            earlier = next((message for message in opening if message.role == role == "user"), None)
            same = earlier if again else None
            opening.append(same or Message(role=role, parts=(Text(text=self._chance.prose("message")),)))
        return tuple(opening)

    def _earlier_calls(self, tools: Sequence[ToolDefinition]) -> tuple[Message, Message]:
        """Draw two messages: an earlier answer with two calls, and the results of these calls.

        In later conversations, the answer has a text and three calls, the first result has two texts, and the last
        result is an error.
        """
        count = self._chance.stock(2, 3)
        scripted = [self._call(tools[0]), *(self._call(self._chance.pick(tools)) for _ in range(count - 1))]
        calls = tuple(
            ToolCall(
                id=f"earlier{number:02}",
                name=call.tool,
                arguments=Arguments(text=call.arguments, form="object", value=exact_json.loads(call.arguments)),
            )
            for number, call in enumerate(scripted)
        )
        results = [
            ToolResult(call_id=call.id, name=call.name, parts=(Text(text=self._chance.prose("result")),))
            for call in calls
        ]
        if not self._chance.is_later:
            return Message(role="assistant", parts=calls), Message(role="tool", parts=tuple(results))
        more = Text(text=self._chance.prose("result"))
        results[0] = msgspec.structs.replace(results[0], parts=(*results[0].parts, more))
        results[-1] = msgspec.structs.replace(results[-1], is_error=True)
        text = Text(text=self._chance.prose("message"))
        return Message(role="assistant", parts=(text, *calls)), Message(role="tool", parts=tuple(results))

    def _calling(self, tools: Sequence[ToolDefinition]) -> ScriptedTurn:
        """Draw a turn with calls. If the call of a named tool is forced, the turn has only this call."""
        if self._named is not None:
            return self._turn((), (self._call(self._named),))
        texts = () if self._choice == "required" else self._texts((0, 1, 1, 1, 1, 2))
        return self._turn(texts, self._calls(tools))

    def _turn(
        self, texts: Sequence[ScriptedText], calls: Sequence[ScriptedCall], early: Early | None = None
    ) -> ScriptedTurn:
        """Draw a turn with these texts and calls in some order. If the model reasons, the turn begins with reasoning,
        and sometimes has more reasoning before other blocks.
        """
        blocks: list[ScriptedBlock] = [*texts, *calls]
        if self._chance.of(0.4):
            blocks = self._chance.shuffled(blocks)
        if not self._reasons:
            return ScriptedTurn(tuple(blocks), early)
        played: list[ScriptedBlock] = []
        for place, block in enumerate(blocks):
            if place == 0 or self._chance.of(0.2):
                played.append(self._thought())
            played.append(block)
        return ScriptedTurn(tuple(played), early)

    def _thought(self) -> ScriptedThought:
        """Draw reasoning of up to three lines. Reasoning without lines represents reasoning that the model does not
        show.
        """
        lines = self._chance.pick((0, 1, 1, 2, 2, 3))
        return ScriptedThought(text="\n".join(self._chance.prose("thought") for _ in range(lines)))

    def _texts(self, counts: Sequence[int]) -> tuple[ScriptedText, ...]:
        return tuple(ScriptedText(text=self._chance.prose("answer")) for _ in range(self._chance.pick(counts)))

    def _calls(self, tools: Sequence[ToolDefinition]) -> tuple[ScriptedCall, ...]:
        """Draw the calls of a turn: a single call, several calls, or sometimes thirty. Some calls are equal, and some
        look equal.
        """
        first, others = self._call(tools[0]), self._chance.pick((0, 0, 0, 1, 1, 2, 3, 6))
        if self._limited:
            return (first,)
        calls = [first, *(self._call(self._chance.pick(tools)) for _ in range(others))]
        deal = self._chance.deal
        if self._chance.of(0.2):
            calls.append(self._chance.pick(calls))
        if deal.falls("unknown", 10):
            calls.append(ScriptedCall(tool=_UNKNOWN, arguments="{}"))
        if deal.falls("twins", 4):
            alike = ((tool, self._draw.twins(tool)) for tool in self._chance.shuffled(tools))
            tool, twins = next((pair for pair in alike if pair[1]), (tools[0], ()))
            calls += (self._called(tool, arguments) for arguments in twins)
        return tuple((calls * 30)[:30] if deal.falls("thirty", 11) else calls)

    def _call(self, tool: ToolDefinition) -> ScriptedCall:
        return self._called(tool, self._draw.arguments(tool))

    def _called(self, tool: ToolDefinition, arguments: dict[str, Json]) -> ScriptedCall:
        return ScriptedCall(tool=tool.name, arguments=json.dumps(arguments, **self._chance.pick(_SPELLINGS)))

    def _reply(self, call: ScriptedCall) -> Reply:
        text = self._chance.text("result")
        then = self._chance.prose("result") if self._several and text else None
        return Reply(tool=call.tool, text=text, then=then, is_error=self._chance.of(0.1))


def _choice(choice: str | None, named: ToolDefinition | None) -> ToolChoice | None:
    match choice:
        case "named" if named is not None:
            return ToolChoice(mode="named", names=(named.name,))
        case "auto" | "none" | "required":
            return ToolChoice(mode=choice)
    return None


def _capability(choice: str | None, script: Sequence[ScriptedTurn]) -> str:
    """Return the capability under which a conversation is listed. A forcing or forbidding tool choice decides first,
    then the number of turns with calls, then the number of calls in a turn.
    """
    if choice in ("none", "required", "named"):
        return f"choice-{choice}"
    most = max(len(turn.calls) for turn in script)
    if len([turn for turn in script if turn.calls]) > 1:
        return "sequential-steps"
    return "parallel-calls" if most > 1 else "single-call" if most else "choice-auto"
