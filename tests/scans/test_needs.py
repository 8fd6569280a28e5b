"""Tests that every match of a pattern of secrets has the parts for which the quick test looks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.leaks import shapes
from conformance.leaks.needs import Searched, needs_of

PATTERNS = [each.pattern for each in shapes._shapes()] + [names for names, _ in shapes._ASSIGNMENTS]


@pytest.mark.parametrize("n", range(len(PATTERNS)))
@settings(max_examples=8, deadline=None)
@given(st.data())
def test_every_match_has_what_its_pattern_needs(n: int, data: st.DataObject) -> None:
    pattern = PATTERNS[n]
    text = data.draw(st.from_regex(pattern))
    assert pattern.search(text) is None or needs_of(pattern).are_in(Searched(text))
