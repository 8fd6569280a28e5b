"""The documentation as a site, built once for all tests."""

from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = pytest.importorskip("mkdocs.commands.build", reason="needs the extra docs")
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("docs") / "site" / "docs"
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
    build.build(config)
    return folder
