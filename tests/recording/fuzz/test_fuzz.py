"""Secrets of every kind, place and encoding, for some minutes and with examples that are new each time."""

import os
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ..guarded import CASES, ENCODINGS, PLACES, SHAPES, is_found, is_found_in_pieces

MINUTES = float(os.environ.get("FUZZ_MINUTES", "10"))
SEEDS = st.integers(0, 2**32)
PIECES = (st.sampled_from(sorted(SHAPES)), st.lists(st.integers(0, 400), max_size=12))
PROPERTIES: dict[str, Any] = {"places": (is_found, (CASES, SEEDS)), "pieces": (is_found_in_pieces, (*PIECES, SEEDS))}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("place", PLACES)
def test_every_shape_at_every_place(place: str, encoding: str) -> None:
    for shape in SHAPES:
        is_found((shape, place, encoding), 7)


@pytest.mark.parametrize("name", PROPERTIES)
def test_for_its_share_of_the_minutes(name: str, record_property: Any) -> None:
    holds, strategies = PROPERTIES[name]
    count = 0

    @given(*strategies)
    @settings(max_examples=500, deadline=None, database=None, derandomize=False, suppress_health_check=HealthCheck)
    def once(*values: Any) -> None:
        nonlocal count
        count += 1
        holds(*values)

    until = time.monotonic() + MINUTES * 60 / len(PROPERTIES)
    while time.monotonic() < until:
        once()
    record_property("examples", count)
