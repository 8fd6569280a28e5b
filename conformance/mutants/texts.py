"""What may happen to an answer whose calls stand in its text, whatever the format."""

import random
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec

Says = Literal["answer", "text", "reasoning", "tag"]
"""What a stretch of text is to whoever reads it right: the answer as it was, with all that it says; text, or reasoning,
and nothing else; or what the format sets around these, which is neither."""
Stretches: TypeAlias = tuple[tuple[Says, str], ...]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as a model writes it."""

    text: str
    thinks: tuple[str, str] | None
    """What the format sets around reasoning; None where it shows none."""
    alone: bool
    """Whether an answer with calls has no text."""
    one_call: bool
    """Whether an answer has one call at most."""
    ends: bool
    """Whether what stands behind calls is more of their arguments."""
    framed: bool
    """Whether the format's own markers stand around text, too."""
    last: tuple[str, str]
    """These, around text that ends an answer."""
    in_messages: bool
    """Whether text, reasoning and calls are messages of their own, so that none stands in another."""
    reasons: bool
    """Whether reasoning stands in it."""


class TextMutant(msgspec.Struct, frozen=True, kw_only=True):
    """A transform of answers, and what a right reading shows."""

    id: str
    statement: str
    """What the answer does."""
    bug: str
    """What says that it happens."""
    verdict: str
    """What is right, in words."""
    make: Callable[[Written], Stretches | None]
    """The answer as it becomes; None where the format has no way to say it."""
    split: Callable[[str], tuple[str, ...]] = lambda text: (text,)
    """The pieces in which it comes."""
    since: str = "2026-11-22"
    """The edition with which it came."""


_SEED: Final = 20261122
_LONGEST: Final = 7
_BEFORE: Final = "I will look that up for you.\n\n"
_AFTER: Final = "\n\nThat is all that I need."


def pieces(text: str) -> tuple[str, ...]:
    """Pieces as tokens have lengths; the same ones in every run."""
    draw = random.Random(_SEED)
    found, start = [], 0
    while start < len(text):
        size = draw.randint(1, _LONGEST)
        found.append(text[start : start + size])
        start += size
    return tuple(found)


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
        split=pieces,
    ),
    TextMutant(
        id="text-behind-text",
        statement="A paragraph stands before the answer.",
        bug="models announce what they do",
        verdict="the paragraph, and behind it the same",
        make=_behind_text,
    ),
    TextMutant(
        id="text-before-text",
        statement="A paragraph stands behind the answer.",
        bug="models go on behind their calls",
        verdict="the same, and behind it the paragraph",
        make=_before_text,
    ),
    TextMutant(
        id="text-in-reasoning",
        statement="The answer stands in the model's reasoning, which comes to another end.",
        bug="models draft calls while they reason, and parsers run them",
        verdict="no calls; the draft is reasoning",
        make=_in_reasoning,
    ),
    TextMutant(
        id="text-twice",
        statement="The answer is said twice.",
        bug="models repeat themselves; nobody may drop a call for that",
        verdict="the same, twice",
        make=_twice,
    ),
)
