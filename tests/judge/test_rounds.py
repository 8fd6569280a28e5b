"""Tests of the rounds of calls and results in a history."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.judge.rules.steps import Step, calls, results, rounds


def step(*words: str) -> Step:
    """Return a step. ``a`` is a call, and ``-a`` is the result of this call."""
    return Step(
        "", "x", tuple(word for word in words if word[0] != "-"), tuple(word[1:] for word in words if word[0] == "-")
    )


def seen(*steps: Step, single: bool = False) -> Any:
    return [(calls(calling), results(answering)) for calling, answering in rounds(steps, single=single)]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        pytest.param([step("a"), step("-a"), step("b"), step("-b")], [(["a"], ["a"]), (["b"], ["b"])], id="two-rounds"),
        pytest.param(
            [step("a"), step("b"), step("-a"), step("c"), step("-c")], [(["a", "b", "c"], ["a", "c"])], id="overlapping"
        ),
        pytest.param([step("a", "a"), step("-a"), step("b")], [(["a", "a", "b"], ["a"])], id="one-id-twice"),
        pytest.param(
            [step("a"), step("-a"), step("-a"), step("a"), step("-b")],
            [(["a"], ["a", "a"]), (["a"], ["b"])],
            id="answered-twice",
        ),
        pytest.param([step("a"), step(), step("-a")], [(["a"], [])], id="unanswered"),
        pytest.param([step("a", "-a"), step("b")], [(["a"], ["a"]), (["b"], [])], id="call-and-answer-in-one-step"),
        pytest.param([step("-a"), step("a")], [(["a"], [])], id="answer-first"),
    ],
)
def test_a_round_ends_when_every_call_of_it_is_answered(steps: list[Step], found: Any) -> None:
    assert seen(*steps) == found


def test_a_call_without_a_result_keeps_its_round_open_however_long() -> None:
    steps = [step("x"), *[made for n in range(20_000) for made in (step(f"c{n}"), step(f"-c{n}"))]]
    ((calling, answering),) = seen(*steps)
    assert (len(calling), len(answering)) == (20_001, 20_000)


WORDS = st.lists(st.sampled_from(["a", "b", "-a", "-b"]), max_size=3)


def slowly(steps: tuple[Step, ...], single: bool) -> Any:
    """Return the rounds by a simple definition that counts the open calls again at every step."""
    found: list[tuple[list[Step], list[Step]]] = []
    is_open = False
    for turn in (turn for turn in steps if turn.role or turn.calls or turn.results):
        if turn.calls and is_open:
            calling, answering = found[-1]
            settled = not Counter(calls(calling)) - Counter(results(answering))
            is_open = not (single or (answering and settled))
        if turn.calls and not is_open:
            found.append(([], []))
        is_open = bool(turn.calls) or (is_open and bool(turn.results))
        if is_open:
            found[-1][0].extend([turn] if turn.calls else [])
            found[-1][1].extend([turn] if turn.results else [])
    return found


@given(st.lists(WORDS, max_size=10), st.booleans())
def test_rounds_are_as_their_meaning_demands(words: list[list[str]], single: bool) -> None:
    steps = tuple(step(*some) for some in words)
    assert [*rounds(steps, single=single)] == slowly(steps, single)
