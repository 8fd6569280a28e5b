"""Checks of whoever reads calls in a model's text: what was written is known, and held against what was read."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from conformance.judge import arguments
from conformance.judge.finding import Finding
from conformance.model import Reasoning, Response, Text, ToolCall
from conformance.scenarios.scenario import ScriptedTurn

Way = Literal["whole", "cut", "quoted"]
"""How an answer is given to read: as it was written, cut within, or as an example in a fence."""


class TextCheck(msgspec.Struct, frozen=True):
    """What is asked of one reading of an answer."""

    name: str
    title: str
    way: Way
    find: Callable[[ScriptedTurn, Response], Iterator[Finding]]
    since: str = "2026-11-22"
    """The edition with which it came."""


def calls(due: ScriptedTurn, got: Response) -> Iterator[Finding]:
    """Every call is there, in order, with its name and its arguments as values."""
    yield from _unlike(due, got, len(due.calls))


def content(due: ScriptedTurn, got: Response) -> Iterator[Finding]:
    """The text is what stands around calls and reasoning, but for outer white space: a template sets some there."""
    yield from _other("text", "".join(part.text for part in got.parts if isinstance(part, Text)), due.text)


def reasoning(due: ScriptedTurn, got: Response) -> Iterator[Finding]:
    """The reasoning is told apart from the text."""
    said = "".join(part.text for part in got.parts if isinstance(part, Reasoning))
    yield from _other("reasoning", said, due.reasoning)


def cut(due: ScriptedTurn, got: Response) -> Iterator[Finding]:
    """Of an answer that ends early, the calls that are handed out are whole, and the first ones."""
    yield from _unlike(due, got, len(_handed_out(got)))


def quoted(_: ScriptedTurn, got: Response) -> Iterator[Finding]:
    """An example in a fence calls nothing."""
    named = [call.name for call in _handed_out(got)]
    if named:
        yield Finding(path="calls", message=f"calls of {named} are quoted, and not made")


RAISED: Final = "read_text"
"""The place of a finding that nothing was read, because something was raised."""
SAID: Final = "said"
"""The check of whether a format can say a scenario at all, which is about nobody who reads it."""
TEXT_CHECKS: Final = (
    TextCheck("text-calls", "The calls in the text are read exactly", "whole", calls),
    TextCheck("text-content", "The text around calls is read exactly", "whole", content),
    TextCheck("text-reasoning", "Reasoning is told apart from the text", "whole", reasoning),
    TextCheck("text-cut", "A call that the end of the text cuts is never handed out", "cut", cut),
    TextCheck("text-quoted", "A call that is quoted in a fence is none", "quoted", quoted),
)
"""In the order of reports."""


def _handed_out(got: Response) -> list[ToolCall]:
    return [call for call in got.calls if call.complete]


def _unlike(due: ScriptedTurn, got: Response, count: int) -> Iterator[Finding]:
    found, said = _handed_out(got), due.calls[:count]
    if [call.name for call in found] != [call.tool for call in said]:
        names = f"calls of {[call.name for call in found]} where {[call.tool for call in said]} are due"
        yield Finding(path="calls", message=names)
        return
    for place, (call, right) in enumerate(zip(found, said, strict=True)):
        if not arguments.same(arguments.value(call.arguments.text), arguments.value(right.arguments)):
            told = f"{call.name}: arguments {call.arguments.text} where {right.arguments} are due"
            yield Finding(path=f"calls/{place}/arguments", message=told)


def _other(word: str, got: str, due: str | None) -> Iterator[Finding]:
    if got.strip() != (due or "").strip():
        yield Finding(path=word, message=f"{word} {got!r} where {due or ''!r} is due")
