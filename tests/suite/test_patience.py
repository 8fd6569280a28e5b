"""Tests that a run gives an adapter up after some hangs, without an effect on other adapters."""

from collections.abc import Iterator

import pytest

from conformance.adapters.process import Ended, TimedOut
from conformance.suite import patience


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    yield
    patience.share(None)


def hang(times: int) -> None:
    for _ in range(times):
        patience.check()
        patience.saw(TimedOut("no answer"))


def test_a_run_gives_an_adapter_up() -> None:
    patience.share(patience.Alone())
    hang(patience.MOST)
    with pytest.raises(patience.GivenUp, match="hung 8 times"):
        patience.check()


def test_the_next_run_begins_afresh() -> None:
    patience.share(patience.Alone())
    hang(patience.MOST)
    patience.share(patience.Alone())
    patience.check()


def test_outside_of_a_run_nothing_is_counted() -> None:
    hang(2 * patience.MOST)


def test_other_errors_are_no_hangs() -> None:
    patience.share(patience.Alone())
    for _ in range(2 * patience.MOST):
        patience.saw(Ended("it ended"))
        patience.check()
