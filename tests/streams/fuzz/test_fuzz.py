"""Fuzzing of the properties of streams for some minutes, with new examples in each run."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.fuzzing import hold_for_a_share
from toolwire.dialects.dialect import DIALECTS

from ..anything import CUTS, RESPONSES, comes_back, is_typed, spoilt

PROPERTIES: dict[str, Callable[[str], Any]] = {
    "comes back": lambda spoken: (comes_back, RESPONSES),
    "is typed": lambda spoken: (is_typed, spoilt(spoken) | st.binary(max_size=200)),
}


@pytest.mark.parametrize("spoken", DIALECTS)
@pytest.mark.parametrize("name", PROPERTIES)
def test_for_its_share_of_the_minutes(name: str, spoken: str, record_property: Any) -> None:
    holds, strategy = PROPERTIES[name](spoken)
    shares = len(DIALECTS) * len(PROPERTIES)
    record_property("examples", hold_for_a_share(partial(holds, spoken), (strategy, CUTS), shares))
