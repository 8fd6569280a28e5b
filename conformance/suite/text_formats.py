"""Scenarios as models write them into text, in every format, and how they are read."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import msgspec

from conformance import scenarios
from conformance.judge import arguments
from conformance.model import Reasoning, Text, Tool, ToolDefinition
from conformance.normalizer.assembly import Assembler
from conformance.normalizer.registry import text_format
from conformance.normalizer.text import TextStream
from conformance.report.text_formats import TextCheck, TextResult
from conformance.scenarios import Mode, Scenario
from conformance.standins.script import Turn, TurnCall
from conformance.standins.text_formats import CannotSay, write, written

_CUTS: Final = 24
_QUOTED: Final = "For example:\n\n~~~~\n{}\n~~~~\n\nThat is all."


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What was read in an answer."""

    text: str
    reasoning: str
    calls: tuple[tuple[str, str], ...]
    """Names, and arguments as text."""


class TextReader(Protocol):
    """Whatever reads calls in text."""

    def read(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Said:
        """What stands in an answer that comes in some pieces."""
        ...


class Reference:
    """The normalizer; in each format by its name, or by recognising it."""

    def __init__(self, named: str | None = None) -> None:
        self._named = named

    def read(self, text_format_name: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Said:
        stream = TextStream(text_format(self._named or text_format_name), tools)
        assembler = Assembler()
        for piece in pieces:
            for event in stream.feed(piece):
                assembler.add(event)
        for event in stream.end():
            assembler.add(event)
        answer = assembler.response()
        return Said(
            text="".join(part.text for part in answer.parts if isinstance(part, Text)),
            reasoning="".join(part.text for part in answer.parts if isinstance(part, Reasoning)),
            calls=tuple((call.name, call.arguments.text) for call in answer.calls),
        )


def played() -> tuple[Scenario, ...]:
    """The scenarios that are about what a model answers to a first request."""
    return tuple(filter(_is_played, map(scenarios.load, scenarios.names())))


def results(reader: TextReader, some: Sequence[Scenario]) -> Iterator[TextResult]:
    """What comes of some scenarios, in every format."""
    for name in written():
        for scenario in some:
            yield from _judged(reader, name, scenario)


def _is_played(scenario: Scenario) -> bool:
    """Whether it is about what a model writes: not what a request says, or a history, or a provider's own tool."""
    functions = all(isinstance(tool, ToolDefinition) for tool in scenario.tools)
    fresh = not scenario.refused and not scenario.calls_before and bool(scenario.script)
    return functions and fresh and scenario.id.startswith(_ABOUT_ANSWERS) and scenario.script[0].search is None


_ABOUT_ANSWERS: Final = ("call-", "choice-auto", "define-enum", "define-nested", "define-no-parameters")


def _judged(reader: TextReader, name: str, scenario: Scenario) -> Iterator[TextResult]:
    said = scenario.script[0]
    turn = Turn(
        reasoning=said.reasoning or "",
        text=said.text or "",
        calls=tuple(TurnCall(name=call.tool, arguments=call.arguments) for call in said.calls),
    )

    def result(mode: Mode, check: TextCheck, wrong: str | None) -> TextResult:
        return TextResult(
            text_format=name, scenario=scenario.id, mode=mode, check=check,
            outcome="pass" if wrong is None else "fail", message=wrong or "",
        )  # fmt: skip

    try:
        text = write(name, turn, [tool.name for tool in scenario.tools if isinstance(tool, ToolDefinition)])
    except CannotSay as error:
        yield TextResult(text_format=name, scenario=scenario.id, mode="plain", check="calls",
                         outcome="not-applicable", message=str(error))  # fmt: skip
        return
    ways: tuple[tuple[Mode, Sequence[str]], ...] = (("plain", [text]), ("stream", text))
    for mode, pieces in ways:
        got = reader.read(name, pieces, scenario.tools)
        yield result(mode, "calls", _unlike(got, turn, whole=True))
        yield result(mode, "text", _other("text", got.text, turn.text))
        yield result(mode, "reasoning", _other("reasoning", got.reasoning, turn.reasoning))
    cuts = (reader.read(name, [text[:end]], scenario.tools) for end in _places(len(text)))
    yield result("plain", "cut", next((wrong for cut in cuts if (wrong := _unlike(cut, turn, whole=False))), None))
    if written()[name].frames is None:
        quoted = reader.read(name, [_QUOTED.format(text)], scenario.tools).calls
        yield result("plain", "quoted", f"calls of {[call for call, _ in quoted]} are quoted" if quoted else None)


def _places(size: int) -> list[int]:
    """Where an answer is cut: all over it, and everywhere near its end."""
    return sorted({*range(0, size, size // _CUTS + 1), *range(max(0, size - _CUTS), size)})


def _unlike(got: Said, turn: Turn, *, whole: bool) -> str | None:
    """What is wrong with the calls; of an answer that was cut, none may be there that is not whole."""
    due = turn.calls if whole else turn.calls[: len(got.calls)]
    if [name for name, _ in got.calls] != [call.name for call in due]:
        return f"calls of {[name for name, _ in got.calls]} where {[call.name for call in due]} are due"
    for (name, text), call in zip(got.calls, due, strict=True):
        if not arguments.same(arguments.value(text), arguments.value(call.arguments)):
            return f"{name}: arguments {text} where {call.arguments} are due"
    return None


def _other(word: str, got: str, due: str) -> str | None:
    """What is wrong with text; what a template sets around it is no part of it."""
    return None if got.strip() == due.strip() else f"{word} {got!r} where {due!r} is due"
