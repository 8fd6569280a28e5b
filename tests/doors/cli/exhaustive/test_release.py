"""Tests of a release as its workflow makes it: built, checked, and installed from an index by pip, pipx and uv."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[4]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PROJECTS = ("toolwire", "toolcall-conformance")


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def python_of(version: str) -> str | None:
    """Return the path of a Python interpreter, from PATH or pyenv, or None if there is none."""
    named = shutil.which(f"python{version}")
    programs = [*([named] if named else []), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    command = ("-c", "import venv")
    runs = (
        str(program) for program in programs if subprocess.run([program, *command], capture_output=True).returncode == 0
    )
    return next(runs, None)


PYTHONS = {version: python for version in VERSIONS if (python := python_of(version)) is not None}


def steps(job: str) -> list[str]:
    """Return the commands of a job in the release workflow."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    return [step["run"] for step in workflow["jobs"][job]["steps"] if "run" in step]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the distributions. The workflow's steps build them in a copy of the repository."""
    copy = tmp_path_factory.mktemp("release") / "copy"
    files = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    for file in filter(None, files):
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, copy / file)
    run(sys.executable, "-m", "venv", copy / ".venv", cwd=copy)
    [version] = re.findall(r'__version__ = "(.*)"', (ROOT / "conformance" / "__init__.py").read_text())
    path = f"{copy / '.venv' / 'bin'}:{os.environ['PATH']}"
    for step in steps("build"):
        run("bash", "-euc", step, cwd=copy, PATH=path, GITHUB_REF_NAME=f"v{version}")
    return copy / "dist"


@pytest.fixture(scope="module")
def index(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an index of both projects on loopback, and yield its address."""
    folder = tmp_path_factory.mktemp("index")
    for project in PROJECTS:
        place = folder / "simple" / project
        place.mkdir(parents=True)
        files = [*dist.glob(f"{project.replace('-', '_')}-*")]
        assert {file.suffix for file in files} == {".whl", ".gz"}
        for file in files:
            shutil.copy(file, place)
        (place / "index.html").write_text("".join(f'<a href="{file.name}">{file.name}</a>' for file in files))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple/"
        server.shutdown()


def links(index: str) -> list[str]:
    """Return pip's options for the projects' pages in the index, in addition to pip's own index."""
    return [f"--find-links={index}{project}/" for project in PROJECTS]


def by_pip(python: str, index: str, folder: Path) -> list[str | Path]:
    run(python, "-m", "venv", folder / "environment", cwd=folder)
    pip = folder / "environment" / "bin" / "pip"
    run(pip, "install", "--quiet", *links(index), "toolcall-conformance", cwd=folder)
    return [folder / "environment" / "bin" / "conformance"]


def by_pipx(python: str, index: str, folder: Path) -> list[str | Path]:
    places = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    options = ["--python", python, "--pip-args", " ".join(links(index))]
    run(sys.executable, "-m", "pipx", "install", *options, "toolcall-conformance", cwd=folder, **places)
    return [folder / "bin" / "conformance"]


def by_uv(python: str, index: str, folder: Path) -> list[str | Path]:
    places = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    options = ["--quiet", "--python", python, "--index", index]
    run(sys.executable, "-m", "uv", "tool", "install", *options, "toolcall-conformance", cwd=folder, **places)
    return [folder / "bin" / "conformance"]


def by_uvx(python: str, index: str, folder: Path) -> list[str | Path]:
    del folder
    options = ["--quiet", "--python", python, "--index", index]
    return [sys.executable, "-m", "uv", "tool", "run", *options, "toolcall-conformance"]


@pytest.mark.parametrize(
    "version",
    [
        pytest.param(
            version, marks=pytest.mark.skipif(version not in PYTHONS, reason=f"no Python {version} is installed")
        )
        for version in VERSIONS
    ],
)
@pytest.mark.parametrize("install", [by_pip, by_pipx, by_uv, by_uvx], ids=lambda install: install.__name__)
def test_the_suite_is_installed_and_runs(
    install: Callable[[str, str, Path], list[str | Path]], version: str, index: str, tmp_path: Path
) -> None:
    program = install(PYTHONS[version], index, tmp_path)
    shown = run(*program, "run", "--providers", "groq", "--scenarios", "call-single", cwd=tmp_path)
    assert "pass" in shown


def test_the_container_is_built_as_far_as_without_an_engine(tmp_path: Path) -> None:
    """Check the installing steps of the Containerfile, in a virtual environment instead of a container."""
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    commands = [line.removeprefix("RUN ") for line in lines if line.startswith("RUN python -m pip")]
    assert len(commands) == 2
    run(sys.executable, "-m", "venv", tmp_path / "environment", cwd=tmp_path)
    path = f"{tmp_path / 'environment' / 'bin'}:{os.environ['PATH']}"
    for command in commands:
        run("bash", "-euc", command.replace("/wheels", str(tmp_path / "wheels")), cwd=ROOT, PATH=path)
    shown = run(tmp_path / "environment" / "bin" / "conformance", "--version", cwd=tmp_path)
    assert shown.startswith("conformance ")
