"""Tests that no page of the site is too high when it opens."""

from pathlib import Path
from typing import Any

import pytest

from ..kinds import FOLDERS
from ..looking import highest, too_high


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_what_is_long_is_folded(browser: Any, site: Path, folder: str) -> None:
    assert too_high(browser, site, highest(site, folder, 10_000), 390) == {}
