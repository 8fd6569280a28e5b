"""Tests of the size up to which bodies are compared."""

import pytest

from conformance.judge.body_size import too_large

MEGABYTE = 1024 * 1024


@pytest.mark.parametrize(
    ("size", "recorded", "stream", "compared"),
    [
        (MEGABYTE, 0, False, True),
        (MEGABYTE + 1, 0, False, False),
        (4 * MEGABYTE, 2 * MEGABYTE, False, True),
        (1_403_286, 17_500, True, True),  # the reference writes 16,000 characters in events of a few characters
        (1_403_286, 17_500, False, False),
        (8 * MEGABYTE, 17_500, True, False),
    ],
)
def test_a_body_is_compared_up_to_a_size(size: int, recorded: int, stream: bool, compared: bool) -> None:
    assert (too_large(bytes(size), recorded, stream=stream) is None) == compared
