"""Tests that every command in the documentation does what its page shows. ``exhaustive`` has long pages."""

from pathlib import Path

import pytest

from .walking import SHORT, follow


@pytest.mark.parametrize("page", SHORT)
def test_the_commands_of_a_page_do_what_it_shows(page: str, clone: Path) -> None:
    follow(page, clone)
