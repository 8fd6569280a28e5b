"""Every command that the documentation shows does what it says; the pages that take minutes are in ``exhaustive``."""

from pathlib import Path

import pytest

from .walking import SHORT, follow


@pytest.mark.parametrize("page", SHORT)
def test_the_commands_of_a_page_do_what_it_shows(page: str, clone: Path) -> None:
    follow(page, clone)
