"""Tests that committed findings name no folder of the machine that judged."""

import importlib.util
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[3] / "tools" / "adapters" / "placeless.py"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("/home/me/.adapters/some/lib/python3.11/site-packages/a.py: 4", "lib/python3.11/site-packages/a.py: 4"),
        ("/opt/python/lib/python3.11/json/__init__.py: 346", "lib/python3.11/json/__init__.py: 346"),
        ("got <some.Client object at 0x7f31a2b4>", "got <some.Client object>"),
        ("<Response(http://127.0.0.1:38585/case-d67d085988fa8614/v1/chat)>", "<Response(http://127.0.0.1/v1/chat)>"),
        ("/properties/root/required: expected nothing", "/properties/root/required: expected nothing"),
    ],
    ids=["environment", "standard library", "object", "server", "pointer"],
)
def test_folders_and_addresses_are_left_out(message: str, kept: str) -> None:
    spec = importlib.util.spec_from_file_location("placeless", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.words(message) == kept
