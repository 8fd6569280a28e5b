"""Fuzzing of every function of the library that takes input, for ten minutes, with new hostile values in each run."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.fuzzing import hold_for_a_share

from .. import hostile
from ..hostile import FAILING, KEYS, NAMES, ODD, PLACES, TEXTS, VALUES

PROPERTIES: dict[str, tuple[Callable[..., None], tuple[Any, ...]]] = {
    "requests": (hostile.ask, (NAMES, st.sampled_from(PLACES), ODD | TEXTS | VALUES)),
    "answers": (hostile.read, (NAMES, st.binary(max_size=200) | TEXTS | st.dictionaries(KEYS, VALUES, max_size=4))),
    "transports": (hostile.transport, (NAMES, st.sampled_from(PLACES), ODD | TEXTS | VALUES, st.binary(max_size=80))),
    "functions": (
        lambda error, value, a, b, c: hostile.run(error, value, parallel=a, seconds=30 if b else None, coroutine=c),
        (FAILING | st.none(), VALUES, st.booleans(), st.booleans(), st.booleans()),
    ),
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_for_its_share_of_the_minutes(name: str, record_property: Any) -> None:
    record_property("examples", hold_for_a_share(*PROPERTIES[name], len(PROPERTIES)))
