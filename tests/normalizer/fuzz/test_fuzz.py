"""Hostile values and bytes at every way into the library, for ten minutes and with examples that are new each time."""

import os
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .. import hostile
from ..hostile import FAILING, KEYS, NAMES, ODD, PLACES, TEXTS, VALUES

MINUTES = float(os.environ.get("FUZZ_MINUTES", "10"))
AT_ONCE = 500
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
    holds, strategies = PROPERTIES[name]
    count = 0

    @given(*strategies)
    @settings(max_examples=AT_ONCE, deadline=None, database=None, derandomize=False, suppress_health_check=HealthCheck)
    def once(*values: Any) -> None:
        nonlocal count
        count += 1
        holds(*values)

    until = time.monotonic() + MINUTES * 60 / len(PROPERTIES)
    while time.monotonic() < until:
        once()
    record_property("examples", count)
