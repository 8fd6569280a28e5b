"""A function that checks properties for some minutes, with new examples in each run."""

import os
import time
from collections.abc import Callable
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

_MINUTES: Final = float(os.environ.get("FUZZ_MINUTES", "10"))


def hold_for_a_share(holds: Callable[..., None], strategies: tuple[Any, ...], shares: int) -> int:
    """Call ``holds`` with random examples until its share of the minutes is over. Return the number of examples.

    ``holds`` raises an exception if the property does not hold. ``shares``: the number of equal parts into which the
    minutes are divided.
    """
    count = 0

    @given(st.tuples(*strategies))
    @settings(max_examples=500, deadline=None, database=None, derandomize=False, suppress_health_check=HealthCheck)
    def once(values: tuple[Any, ...]) -> None:
        nonlocal count
        count += 1
        holds(*values)

    until = time.monotonic() + _MINUTES * 60 / shares
    while time.monotonic() < until:
        once()
    return count
