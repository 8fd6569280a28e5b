"""Tests that every kind of page of the documentation is accessible, in the light and the dark colour scheme."""

from pathlib import Path
from typing import Any

import pytest

from ...site.looking import kept_out

KINDS = {
    "overview": "index.html",
    "long": "docs/contributing/profiles.html",
    "getting started": "docs/start/add-a-provider.html",
    "python": "docs/library.html",
    "shell and yaml": "docs/gate.html",
    "markup": "docs/published.html",
    "rules": "docs/reference/rules.html",
    "types": "docs/reference/canonical.html",
    "report": "reports/servers.html",
}
"""A page of each kind, and a page with code in each language that is highlighted."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
def test_nobody_is_kept_out(browser: Any, site: Path, path: str, scheme: str) -> None:
    assert kept_out(browser, site.parent, f"docs/{path}", scheme) == []
