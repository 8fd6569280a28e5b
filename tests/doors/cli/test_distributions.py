"""Tests of both distributions as wheels in empty environments: first the library alone, then the suite with it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
UV = [sys.executable, "-m", "uv"]
NEVER = {"pytest", "vcrpy", "starlette", "uvicorn", "typer", "toolcall-conformance"}
"""Packages that an installation of the library never brings."""
AGENT = """
from toolwire import Normalizer
from toolwire.model import ToolDefinition

normalizer = Normalizer("anthropic")
tools = normalizer.tools([ToolDefinition(name="ping", description="Ping.", parameters={"type": "object"})])
assert tools.body["tools"][0]["name"] == "ping"
"""
pytest.importorskip("uv", reason="uv builds and installs the wheels, but is not installed")


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build both wheels. Return their paths by the names of the distributions."""
    folder = tmp_path_factory.mktemp("wheels")
    for source in (ROOT / "toolwire", ROOT):
        run(*UV, "build", "--quiet", "--wheel", "--out-dir", folder, source, cwd=folder)
    return {wheel.name.partition("-")[0]: wheel for wheel in folder.glob("*.whl")}


def installed(environment: Path) -> set[str]:
    listed = run(*UV, "pip", "list", "--format", "freeze", "--python", environment, cwd=environment)
    return {line.partition("==")[0] for line in listed.splitlines()}


def test_both_wheels_run_in_an_empty_folder(wheels: dict[str, Path], tmp_path: Path) -> None:
    assert wheels.keys() == {"toolwire", "toolcall_conformance"}
    environment, folder = tmp_path / "environment", tmp_path / "empty"
    folder.mkdir()
    run(*UV, "venv", "--quiet", environment, cwd=folder)
    python = environment / "bin/python"

    run(*UV, "pip", "install", "--quiet", "--python", python, wheels["toolwire"], cwd=folder)
    assert "toolwire" in installed(environment)
    assert not installed(environment) & NEVER
    run(python, "-c", AGENT, cwd=folder)

    run(*UV, "pip", "install", "--quiet", "--python", python, wheels["toolcall_conformance"], cwd=folder)
    program = environment / "bin/conformance"
    run(program, "run", "--provider", "groq", "--scenario", "call-single", "--results", "results", cwd=folder)
    assert (folder / "results").is_dir()


def test_the_suite_pins_the_minor_version_of_the_library() -> None:
    version = re.search(r'__version__ = "(\d+\.\d+)\.\d+"', (ROOT / "toolwire/src/toolwire/__init__.py").read_text())
    assert version
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"toolwire~={version[1]}.0" in asked
