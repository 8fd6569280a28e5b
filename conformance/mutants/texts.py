"""Mutants of answers that have calls in their text, for every text format."""

import random
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from conformance.mutants.streams.mutant import MUTANT

Meaning = Literal["answer", "text", "reasoning", "tag"]
"""The right reading of a part of a text.

``answer``: the reading of the original answer. ``text``: only text. ``reasoning``: only reasoning. ``tag``: a marker of
the format, which is neither text nor reasoning.
"""
Stretches: TypeAlias = tuple[tuple[Meaning, str], ...]
Pieces: TypeAlias = tuple[str, ...]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as a model writes it."""

    text: str
    thinks: tuple[str, str] | None
    """The format's markers before and after reasoning. None if the format has no reasoning."""
    alone: bool
    """True if an answer of the format with calls cannot have any text besides the calls."""
    one_call: bool
    """True if an answer can have at most one call."""
    ends: bool
    """True if a reader would take text after the calls for arguments."""
    framed: bool
    """True if the format has markers around text, not only around calls."""
    last: tuple[str, str]
    """The markers before and after the text that ends an answer."""
    in_messages: bool
    """True if text, reasoning and calls are separate messages, so that none can be inside another."""
    reasons: bool
    """True if the answer has reasoning."""
    apart: bool
    """True if a call inside of reasoning does not end the reasoning."""


class TextMutant(msgspec.Struct, frozen=True, kw_only=True):
    """A transform of answers, and the right reading of the result."""

    id: str
    statement: str
    """A description of the mutated answer."""
    bug: str
    """The evidence that such answers occur."""
    verdict: str
    """A description of the right reading."""
    make: Callable[[Written], Stretches | None]
    """The function that returns the parts of the mutated answer, or None if the format cannot express this answer."""
    is_disputed: Callable[[Written], bool] = lambda _: False
    """The function that returns whether servers disagree on the right reading. Then a misreading is only a warning."""
    in_plain: bool = True
    """True if plain answers are mutated, too, and not only streams."""
    cuts: Callable[[str], Iterator[Pieces]] = lambda text: iter((pieces(text),))
    """A function that gets the text of a mutated answer, and yields ways to divide the text into pieces. A stream with
    these pieces is made for each way.
    """
    since: str = "2026-11-30"
    """The suite's edition that added the mutant, or that made every gate judge the mutant. An edition is a date."""

    @property
    def check(self) -> str:
        """The name of the mutant's check."""
        return f"{MUTANT}{self.id}"


_SEED: Final = 20261122
_LONGEST: Final = 7
_EDGE: Final = 3
"""The distance of a cut near the beginning or the end of an answer from this end, in characters."""
_BEFORE: Final = "I will look that up for you.\n\n"
_AFTER: Final = "\n\nThat is all that I need."


def pieces(text: str) -> Pieces:
    """Return a text in pieces that are about as long as tokens. The pieces are the same in every run."""
    draw = random.Random(_SEED)
    found, start = [], 0
    while start < len(text):
        size = draw.randint(1, _LONGEST)
        found.append(text[start : start + size])
        start += size
    return tuple(found)


def _large(text: str) -> Iterator[Pieces]:
    """Yield a text several times, each time in two pieces: cut near its beginning, in its middle, and near its end."""
    for end in sorted({min(_EDGE, len(text)), len(text) // 2, max(len(text) - _EDGE, 0)}):
        yield text[:end], text[end:]


def _with_empty(text: str) -> Iterator[Pieces]:
    """Yield a text in small pieces, with an empty piece before each of them, and at the end."""
    yield (*(each for piece in pieces(text) for each in ("", piece)), "")


def _as_it_is(answer: Written) -> Stretches:
    return (("answer", answer.text),)


def _behind_text(answer: Written) -> Stretches | None:
    none = answer.alone or answer.framed or answer.reasons
    return None if none else (("text", _BEFORE), ("answer", answer.text))


def _before_text(answer: Written) -> Stretches | None:
    none = answer.alone or answer.ends or answer.framed
    return None if none else (("answer", answer.text), ("text", _AFTER))


def _in_reasoning(answer: Written) -> Stretches | None:
    if answer.thinks is None or answer.reasons or answer.in_messages:
        return None
    (opening, closing), (before, behind) = answer.thinks, answer.last
    drafted = f"I could answer so:\n{answer.text}\nBut need I?"
    thought: Stretches = (("tag", opening), ("reasoning", drafted), ("tag", closing))
    return (*thought, ("tag", before), ("text", "No need."), ("tag", behind))


def _twice(answer: Written) -> Stretches | None:
    none = answer.one_call or answer.alone or answer.framed or answer.reasons
    return None if none else (("answer", answer.text), ("text", "\n\n"), ("answer", answer.text))


TEXT_MUTANTS: Final = (
    TextMutant(
        id="text-in-pieces",
        statement="The answer comes in pieces of one to seven characters.",
        bug="tokens split markers, and parsers differ on what is streamed: vllm#11392, #56263, #10589",
        verdict="the same",
        make=_as_it_is,
        in_plain=False,
    ),
    TextMutant(
        id="text-in-large-pieces",
        statement="The answer comes in two pieces, which contain whole markers and whole calls.",
        bug="several tokens come together, and parsers miss calls or markers in them: vllm#55082, #41967, #56113",
        verdict="the same",
        make=_as_it_is,
        in_plain=False,
        cuts=_large,
    ),
    TextMutant(
        id="text-with-empty-pieces",
        statement="The answer comes in pieces, and some of them are empty.",
        bug="a piece is empty if its tokens are hidden, or are no complete character yet: vllm#13087",
        verdict="the same",
        make=_as_it_is,
        in_plain=False,
        cuts=_with_empty,
    ),
    TextMutant(
        id="text-behind-text",
        statement="A paragraph comes before the answer.",
        bug="models announce what they do",
        verdict="the paragraph, then the original reading",
        make=_behind_text,
    ),
    TextMutant(
        id="text-before-text",
        statement="A paragraph comes after the answer.",
        bug="models write more text after their calls",
        verdict="the original reading, then the paragraph",
        make=_before_text,
    ),
    TextMutant(
        id="text-in-reasoning",
        statement="The answer is a draft in the model's reasoning, and the model then answers without a call.",
        bug="models draft calls while they reason, and parsers run them",
        verdict="no calls; the draft is reasoning",
        make=_in_reasoning,
        is_disputed=lambda answer: not answer.apart,
    ),
    TextMutant(
        id="text-twice",
        statement="The answer occurs twice.",
        bug="models repeat themselves, and a reader must not drop a call because of that",
        verdict="the same, twice",
        make=_twice,
    ),
)
