"""Tests that no call is found in ordinary answers."""

from collections.abc import Iterator

import pytest

from tests.normalizer.text import ordinary
from toolwire.model import Reasoning, Text
from toolwire.registry import text_format
from toolwire.text import FORMATS, Parsed, TextFormat, parse
from toolwire.wire.text_recognition import recognise_text

AUTO = text_format("auto")
_SPECIAL = ("<|", "<｜")
"""Marks that only tokenizers write. Ordinary prose contains them only if it quotes them."""


def text_of(parsed: Parsed) -> str:
    return "".join(part.text for part in parsed.parts if isinstance(part, Text | Reasoning))


def thoughts(text_format: TextFormat) -> Iterator[str]:
    for tags in text_format.reasoning:
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
    assert [answer for answer in answers if (found := recognise_text(answer, tools)) and found.name] == []
    if tools:
        assert [answer for answer in answers if recognise_text(answer, tools)] == []


def test_no_ordinary_answer_holds_a_call() -> None:
    answers = [*ordinary.answers(), *thoughts(AUTO)]
    assert [answer for answer in answers if parse(answer, AUTO, ordinary.TOOLS).calls] == []


def test_the_text_of_an_ordinary_answer_is_kept() -> None:
    lost = [
        answer
        for answer in ordinary.answers()
        if not any(mark in answer for mark in _SPECIAL)
        and not any(tag in answer for tags in AUTO.reasoning for tag in (tags.opening, tags.closing))
        and text_of(parse(answer, AUTO, ordinary.TOOLS)) != answer
    ]
    assert lost == []


@pytest.mark.parametrize("text_format", FORMATS, ids=lambda text_format: text_format.name)
def test_no_format_finds_a_call_where_it_is_named(text_format: TextFormat) -> None:
    some = [*ordinary.answers()][::7]
    if text_format.frames_text:  # its marks stand around all that is said, and are marks wherever they stand
        some = [answer for answer in some if not any(mark in answer for mark in text_format.markers)]
    assert [
        answer for answer in [*some, *thoughts(text_format)] if parse(answer, text_format, ordinary.TOOLS).calls
    ] == []
