"""Checks of whoever reads calls in a model's text: what was written is known, and held against what was read."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal, TypeAlias

import msgspec

from conformance.judge import arguments, wording
from conformance.judge.finding import Finding, Level
from toolwire.model import Part, Reasoning, Response, Text, ToolCall

Way = Literal["whole", "tagged", "texted", "named", "repeated", "cut", "quoted"]
"""The form in which an answer is given to read: as it was written; with tags in its values, or texts that look like
something else; with other names, or with its last call once more; cut within, or as an example in a fence."""
Due: TypeAlias = tuple[Part, ...]
"""The parts as they were written, in order: text, reasoning, and calls without ids."""
_THIRD: Final = "2026-11-23"
Find: TypeAlias = Callable[[Due, Response], Iterator[Finding]]


class TextCheck(msgspec.Struct, frozen=True):
    """A check of one reading of an answer."""

    name: str
    title: str
    way: Way
    asks: tuple[Find, ...]
    level: Level = "MUST"
    since: str = "2026-11-22"
    """The edition with which it came."""


def calls(due: Due, got: Response) -> Iterator[Finding]:
    """Every call is there, in order, with its name and its arguments as values."""
    yield from _unlike(_handed_out(due), got)


def content(due: Due, got: Response) -> Iterator[Finding]:
    """The text is what stands around calls and reasoning, but for outer white space: a template sets some there."""
    yield from _other("text", Text, due, got)


def reasoning(due: Due, got: Response) -> Iterator[Finding]:
    """The reasoning is told apart from the text."""
    yield from _other("reasoning", Reasoning, due, got)


def order(due: Due, got: Response) -> Iterator[Finding]:
    """Of text, reasoning and calls, each stands where it was written: whoever runs calls behind text shows it first.

    What is not there at all, or another, is not its matter.
    """
    written, found = _outline(due), _outline(got.parts)
    kinds = [kind for kind, _ in found]
    if kinds != [kind for kind, _ in written if kind in kinds]:
        yield Finding(path="order", message=f"expected {_format_outline(written)}, got {_format_outline(found)}")
    elif len(written) == len(found) and written != found and not any((*content(due, got), *reasoning(due, got))):
        texts = [[text for _, text in outline if text] for outline in (written, found)]
        yield Finding(path="order", message=f"around calls: {wording.expected_got(*texts)}")


def cut(due: Due, got: Response) -> Iterator[Finding]:
    """Of an answer that ends early, the calls that are handed out are whole, and the first ones."""
    yield from _unlike(_handed_out(due)[: len(_handed_out(got.parts))], got)


def quoted(_: Due, got: Response) -> Iterator[Finding]:
    """An example in a fence calls nothing."""
    named = [call.name for call in _handed_out(got.parts)]
    if named:
        message = f"expected no call, for those in a fence are quoted, got {wording.shown(named)}"
        yield Finding(path="calls", message=message)


EVERYTHING: Final = (calls, content, reasoning, order)
RAISED: Final = "read_text"
"""The place of a finding that nothing was read, because something was raised."""
SAID: Final = "said"
"""The check of whether a format can say a scenario at all, which is about nobody who reads it."""
TEXT_CUT: Final = TextCheck("text-cut", "A call that the end of the text cuts is never handed out", "cut", (cut,))
TEXT_CHECKS: Final = (
    TextCheck("text-calls", "The calls in the text are read exactly", "whole", (calls,)),
    TextCheck("text-content", "The text around calls is read exactly", "whole", (content,)),
    TextCheck("text-reasoning", "Reasoning is told apart from the text", "whole", (reasoning,)),
    TextCheck("text-order", "Text, reasoning and calls stand as they were written", "whole", (order,)),
    TextCheck("text-tag-in-value", "A tag in a value is part of the value", "tagged", EVERYTHING),
    TextCheck("text-values", "A text in a value is read to the letter", "texted", (calls,), since=_THIRD),
    TextCheck("text-names", "Names of tools are read to the letter, short or long", "named", (calls,)),
    TextCheck("text-equal-calls", "A call that says the same as another is one more", "repeated", (calls,)),
    TEXT_CUT,
    TextCheck("text-quoted", "A call that is quoted in a fence is text", "quoted", (quoted, content), level="SHOULD"),
)
"""In the order of reports. No vendor says what a marker in a fence means, and where it is a token, the model
emitted it: whoever makes a call of it is warned."""


def _handed_out(parts: Iterable[Part]) -> list[ToolCall]:
    return [part for part in parts if isinstance(part, ToolCall) and part.complete]


def _unlike(written: list[ToolCall], got: Response) -> Iterator[Finding]:
    found = _handed_out(got.parts)
    if [call.name for call in found] != [call.name for call in written]:
        names = wording.expected_got([call.name for call in written], [call.name for call in found])
        yield Finding(path="calls", message=f"calls: {names}")
        return
    for place, (call, right) in enumerate(zip(found, written, strict=True)):
        if not arguments.same(arguments.value(call.arguments.text), arguments.value(right.arguments.text)):
            message = wording.arguments_instead(right.arguments.text, call.arguments.text)
            yield Finding(path=f"calls/{place}/arguments", message=f"{call.name}: {message}")


def _other(word: str, kind: type[Text | Reasoning], due: Due, got: Response) -> Iterator[Finding]:
    read = "".join(part.text for part in got.parts if isinstance(part, kind))
    texts = [text for part, text in _outline(due) if part is kind]
    if not re.fullmatch(r"\s*".join(["", *map(re.escape, texts), ""]), read):
        yield Finding(path=word, message=wording.expected_got(" … ".join(texts), read.strip()))


def _outline(parts: Iterable[Part]) -> list[tuple[type, str]]:
    """The kinds of parts in order, with their text: blanks aside, neighbours of a kind as one, calls without text."""
    there = [(kind, text) for kind, text in _joined(_spoken(parts)) if kind is ToolCall or text.strip()]
    return [(kind, text.strip()) for kind, text in _joined(there)]


def _spoken(parts: Iterable[Part]) -> Iterator[tuple[type, str]]:
    for part in parts:
        if isinstance(part, Text | Reasoning) and part.text:
            yield type(part), part.text
        elif isinstance(part, ToolCall) and part.complete:
            yield ToolCall, ""


def _joined(parts: Iterable[tuple[type, str]]) -> Iterator[tuple[type, str]]:
    for kind, some in groupby(parts, itemgetter(0)):
        yield kind, "".join(text for _, text in some)


def _format_outline(outline: list[tuple[type, str]]) -> str:
    words: dict[type, str] = {Text: "text", Reasoning: "reasoning", ToolCall: "calls"}
    return ", ".join(words[kind] for kind, _ in outline) or "nothing"
