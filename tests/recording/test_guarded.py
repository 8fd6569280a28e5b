"""A sample of what ``tests/recording/fuzz`` tries at length; each shape at one place at least."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.recording.leaks import find, shown

from .guarded import CASES, SHAPES, is_found, is_found_in_pieces


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape(shape: str) -> None:
    is_found((shape, "sentence", "plain"), 1)
    is_found_in_pieces(shape, [3, 9, 20, 31], 1)


@pytest.mark.parametrize("shape", ["password of an address", "key in a query", "password that is assigned"])
def test_cut_anywhere(shape: str) -> None:
    for cut in range(1, 80):
        is_found_in_pieces(shape, [cut], 1)


@pytest.mark.parametrize("text", ["org-YvAypeafvxksyyXenkngbxZv", "proj_QmWzReTyuIoPasDfGhjKlZxc"])
def test_ids_of_letters_alone(text: str) -> None:
    assert find(f"It belongs to {text}.") != ()


@given(CASES, st.integers(0, 2**32))
def test_places_and_encodings(case: tuple[str, str, str], seed: int) -> None:
    is_found(case, seed)


@pytest.mark.parametrize(
    "text",
    [
        "basic understanding of things", "Basic Authentication is needed", "basic authenticationScheme",
        "password: example-password", "api-key: your-api-key-here", "AKIAIOSFODNN7EXAMPLE", "token=<your-token-1>",
        "api_key: test-key-12345678", "password: ********", "the hidden-layer-2 of the net",
        "org-internal-documentation", "org-internationalisation", "proj_InternationalTrade",
    ],
)  # fmt: skip
def test_ordinary_text_is_printed_as_it_is(text: str) -> None:
    assert find(text) == ()
    assert shown(text) == text
