"""Tests of secrets at every kind of place, in every encoding."""

import pytest

from tests.recording.guarded import ENCODINGS, PLACES, is_found


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("place", PLACES)
def test_each_place_in_each_encoding(place: str, encoding: str) -> None:
    is_found(("Anthropic", place, encoding), 1)
