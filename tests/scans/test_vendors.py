"""Tests that no text of the project looks like a key in ``vendors.yaml``."""

import re
from pathlib import Path

import pytest

from conformance.leaks import shapes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("folder", ["docs", "cassettes", "conformance", "toolwire", "providers"])
def test_no_ordinary_text_looks_like_the_key_of_a_vendor(folder: str) -> None:
    patterns = [(each, re.compile(shapes.vendors().pattern(each))) for each in shapes.vendors().vendors]
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".yaml", ".py")]
    text = "\n".join(path.read_text(errors="replace") for path in files)
    for vendor, pattern in patterns:
        found = pattern.search(text) if any(prefix in text for prefix in vendor.prefixes) else None
        assert found is None, f"{vendor.kind}: {found}"
