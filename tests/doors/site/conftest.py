"""The whole site, made once for all tests."""

import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = ROOT / "reports" / "adapters"


def conformance(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command line, as a program of its own."""
    command = [sys.executable, "-c", "from conformance.cli import main; main()", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder with ``results.json`` of the reference for everything there is, and ``site``; one for all processes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "whole-site"
    with FileLock(f"{folder}.lock"):
        if not (folder / "site" / "index.html").exists():
            ran = conformance("run", "--results", folder, "--workers", "2", "--output", folder / "shown.txt")
            assert ran.returncode in (0, 1), ran.stderr
            built = conformance("report", folder / "results.json", "--adapters", LIBRARIES, "--output", folder / "site",
                                "--repository", "https://git.example/who/what")  # fmt: skip
            assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="session")
def site(made: Path) -> Path:
    """The folder of the site."""
    return made / "site"
