"""Tests that the examples in docs/library.md give the results that the page shows."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"


def test_every_line_does_what_the_page_shows() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert failed == 0
    assert tried > 0
