"""Nothing is found where no call is offered."""

from collections.abc import Iterator

import pytest

from tests.normalizer.text import ordinary
from toolwire.model import Reasoning, Text
from toolwire.registry import text_format
from toolwire.text import FORMATS, Parsed, TextFormat, parse
from toolwire.wire.text_recognition import recognise_text

AUTO = text_format("auto")
_SPECIAL = ("<|", "<｜")
"""Marks that only tokenizers write: no prose has them, unless it quotes them."""


def said(parsed: Parsed) -> str:
    return "".join(part.text for part in parsed.parts if isinstance(part, Text | Reasoning))


def thoughts(one: TextFormat) -> Iterator[str]:
    for tags in one.reasoning:
        yield from ordinary.thoughts(tags.opening, tags.closing)


def test_the_body_is_large_and_always_the_same() -> None:
    made = list(ordinary.answers())
    assert len(set(made)) > 4000
    assert made == list(ordinary.answers())


@pytest.mark.parametrize("tools", [(), ordinary.NAMES], ids=["nobody knows which tools", "with tools"])
def test_no_ordinary_answer_has_a_text_format(tools: tuple[str, ...]) -> None:
    answers = [
        *ordinary.answers(),
        *ordinary.thoughts("<think>", "</think>"),
        *ordinary.thoughts("[THINK]", "[/THINK]"),
    ]
    assert [one for one in answers if (found := recognise_text(one, tools)) and found.name] == []
    if tools:
        assert [one for one in answers if recognise_text(one, tools)] == []


def test_no_ordinary_answer_holds_a_call() -> None:
    answers = [*ordinary.answers(), *thoughts(AUTO)]
    assert [one for one in answers if parse(one, AUTO, ordinary.TOOLS).calls] == []


def test_the_text_of_an_ordinary_answer_is_kept() -> None:
    lost = [
        one
        for one in ordinary.answers()
        if not any(mark in one for mark in _SPECIAL)
        and not any(tag in one for tags in AUTO.reasoning for tag in (tags.opening, tags.closing))
        and said(parse(one, AUTO, ordinary.TOOLS)) != one
    ]
    assert lost == []


@pytest.mark.parametrize("one", FORMATS, ids=[one.name for one in FORMATS])
def test_no_format_finds_a_call_where_it_is_named(one: TextFormat) -> None:
    some = [*ordinary.answers()][::7]
    if one.frames_text:  # its marks stand around all that is said, and are marks wherever they stand
        some = [answer for answer in some if not any(mark in answer for mark in one.markers)]
    assert [answer for answer in [*some, *thoughts(one)] if parse(answer, one, ordinary.TOOLS).calls] == []
