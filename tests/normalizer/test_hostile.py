"""A short sample of ``tests/normalizer/fuzz``."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import hostile
from .hostile import FAILING, NAMES, ODD, PLACES, TEXTS, VALUES


@pytest.mark.parametrize("place", PLACES)
@given(NAMES, ODD | TEXTS | VALUES)
def test_requests(place: str, dialect: str, value: Any) -> None:
    hostile.ask(dialect, place, value)


@given(NAMES, st.binary(max_size=60) | TEXTS | st.dictionaries(hostile.KEYS, VALUES, max_size=4))
def test_answers(dialect: str, given_answer: Any) -> None:
    hostile.read(dialect, given_answer)


@given(NAMES, st.sampled_from(PLACES), ODD | TEXTS, st.binary(max_size=40) | st.just(b"{}"))
def test_transports(dialect: str, place: str, value: Any, answer: bytes) -> None:
    hostile.transport(dialect, place, value, answer)


@given(FAILING | st.none(), VALUES, st.booleans(), st.booleans(), st.booleans())
def test_functions(error: BaseException | None, value: Any, parallel: bool, limited: bool, coroutine: bool) -> None:
    hostile.run(error, value, parallel=parallel, seconds=30 if limited else None, coroutine=coroutine)
