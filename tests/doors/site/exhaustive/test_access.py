"""Tests that every page is accessible, in the light scheme, and in the dark scheme if the page has dark colours."""

from pathlib import Path
from typing import Any

import pytest

from ..kinds import COLOURED, KINDS
from ..looking import kept_out

FEWER = {"matrix.html": "#provider=openai", "adapters.html": "#group=openai/openai_chat"}
"""Filters for pages with so many similar cells that looking at each cell takes minutes."""


@pytest.mark.parametrize(
    ("kind", "scheme"),
    [*((kind, "light") for kind in KINDS), *((kind, "dark") for kind in COLOURED)],
)
def test_nobody_is_kept_out(browser: Any, site: Path, kind: str, scheme: str) -> None:
    path = KINDS[kind]
    assert kept_out(browser, site, path + FEWER.get(path, ""), scheme) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    ["providers/groq.html#openai_chat.choice-required", "adapters/litellm.html#cause.answer/calls/lost"],
    ids=["cell", "cause"],
)
def test_nobody_is_kept_out_of_what_a_link_leads_to(browser: Any, site: Path, path: str, scheme: str) -> None:
    assert kept_out(browser, site, path, scheme) == []
