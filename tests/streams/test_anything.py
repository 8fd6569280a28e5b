"""Tests that any answer is read again from its stream, and that any bytes give a value or a typed error.

tests/streams/fuzz runs the same properties for longer.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.dialects.dialect import DIALECTS

from .anything import CUTS, RESPONSES, comes_back, is_typed, spoilt


@pytest.mark.parametrize("spoken", DIALECTS)
@given(response=RESPONSES, cuts=CUTS)
@settings(max_examples=8, deadline=None)
def test_any_response_comes_back_from_its_stream(spoken: str, response: Any, cuts: list[int]) -> None:
    comes_back(spoken, response, cuts)


@pytest.mark.parametrize("spoken", DIALECTS)
@given(data=st.data(), cuts=CUTS)
@settings(max_examples=20, deadline=None)
def test_any_bytes_have_a_typed_outcome(spoken: str, data: st.DataObject, cuts: list[int]) -> None:
    is_typed(spoken, data.draw(spoilt(spoken) | st.binary(max_size=60)), cuts)
