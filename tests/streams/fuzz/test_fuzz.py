"""The properties of streams, tried for ten minutes with examples that are new each time."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.dialects.dialect import DIALECTS

from ..anything import CUTS, RESPONSES, comes_back, is_typed, spoilt

MINUTES = 10
AT_ONCE = 500
PROPERTIES: dict[str, Callable[[str], Any]] = {
    "comes back": lambda spoken: (comes_back, RESPONSES),
    "is typed": lambda spoken: (is_typed, spoilt(spoken) | st.binary(max_size=200)),
}


@pytest.mark.parametrize("spoken", DIALECTS)
@pytest.mark.parametrize("name", PROPERTIES)
def test_for_its_share_of_the_minutes(name: str, spoken: str, record_property: Any) -> None:
    holds, strategy = PROPERTIES[name](spoken)
    count = 0

    @given(strategy, CUTS)
    @settings(max_examples=AT_ONCE, deadline=None, database=None, derandomize=False, suppress_health_check=HealthCheck)
    def once(value: Any, cuts: list[int]) -> None:
        nonlocal count
        count += 1
        holds(spoken, value, cuts)

    until = time.monotonic() + MINUTES * 60 / len(DIALECTS) / len(PROPERTIES)
    while time.monotonic() < until:
        once()
    record_property("examples", count)
