"""Fuzzing of the leak guard for some minutes, with new secrets of every kind, place and encoding in each run."""

from typing import Any

import pytest
from hypothesis import strategies as st

from tests.fuzzing import hold_for_a_share

from ..guarded import CASES, ENCODINGS, PLACES, SHAPES, is_found, is_found_in_pieces

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
    record_property("examples", hold_for_a_share(*PROPERTIES[name], len(PROPERTIES)))
