"""Fixtures: the whole site, made once for all tests by the steps of the report workflow."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = ROOT / "reports" / "adapters"
WORKFLOW = ROOT / ".github" / "workflows" / "report.yml"
LEFT_OUT = shutil.ignore_patterns(".git", ".tox", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules")


def conformance(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line in a separate process."""
    command = [sys.executable, "-c", "from conformance.cli import main; main()", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def steps() -> list[dict[str, Any]]:
    """Return the steps of the workflow's file."""
    [job] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"].values()
    return list(job["steps"])


def scripts() -> Iterator[str]:
    """Yield the workflow's scripts after the installation. Without the extra ``docs``, leave out the documentation."""
    for script in (step["run"] for step in steps() if "run" in step):
        if not script.startswith("python -m pip install") and (
            "mkdocs" not in script or importlib.util.find_spec("mkdocs")
        ):
            yield script


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a copy of the checkout in which the workflow's scripts have run. All test processes share the copy."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "whole-site"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            work = folder.with_name("checkout")
            shutil.copytree(ROOT, work, ignore=LEFT_OUT, symlinks=True)
            shutil.rmtree(work / "reports" / "site", ignore_errors=True)
            env = os.environ | {
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "RUNNER_TEMP": str(base),
                "GITHUB_SERVER_URL": "https://git.example",
                "GITHUB_REPOSITORY": "who/what",
                "NO_MKDOCS_2_WARNING": "1",
            }
            for script in scripts():
                command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
                ran = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False)
                assert ran.returncode == 0, (script, ran.stdout[-2000:], ran.stderr)
            work.rename(folder)
    return folder


@pytest.fixture(scope="session")
def made(checkout: Path) -> Path:
    """Return the folder with the reference's ``results.json`` for all cases."""
    return checkout / "conformance-results"


@pytest.fixture(scope="session")
def site(checkout: Path) -> Path:
    """Return the folder of the site."""
    return checkout / "reports" / "site"
