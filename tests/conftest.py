"""The oracles are slow and need the official SDKs: they run when they are asked for, in an environment of their own."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked = any("oracles" in argument for argument in config.args)
    return True if collection_path.name == "oracles" and not asked else None
