"""Fixtures: the documentation as a site, built once for all tests, and copies of the repository."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from .preparing import cloned

ROOT: Final = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = pytest.importorskip("mkdocs.commands.build", reason="needs the extra docs")
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("docs") / "site" / "docs"
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
    build.build(config)
    return folder


@pytest.fixture
def clone(tmp_path: Path) -> Iterator[Path]:
    """Yield a copy of the repository in which commands can run."""
    yield cloned(tmp_path / "clone")
    shutil.rmtree(tmp_path / "clone")
