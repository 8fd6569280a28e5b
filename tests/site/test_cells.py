"""Tests that every verdict on a library's case has a sign and words on the site."""

from typing import get_args

import pytest

from conformance.report.adapters import Verdict
from conformance.site.cells import MARKS, WORDS


@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_every_verdict_can_be_shown(verdict: str) -> None:
    assert MARKS[verdict]
    assert WORDS[verdict]
