"""Environments of libraries and gateways. Each environment is a folder with packages from PyPI or npm."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path


def python_of(folder: Path) -> Path:
    """Return the path of the Python interpreter of an environment."""
    return folder / "bin" / "python"


def install_python(folder: Path, *requirements: Sequence[str | Path]) -> None:
    """Install packages with uv in an environment. Make the environment if it does not exist.

    ``requirements``: lists of arguments for ``uv pip install``. Each list is installed by a separate command. Raises
    ``CalledProcessError`` if a command fails.
    """
    if not python_of(folder).exists():
        subprocess.run(["uv", "venv", "--quiet", folder], check=True)
    for arguments in requirements:
        subprocess.run(["uv", "pip", "install", "--quiet", "--python", python_of(folder), *arguments], check=True)


def install_node(folder: Path, packages: Sequence[str], overrides: dict[str, str] | None = None) -> None:
    """Install packages and their requirements with npm. ``packages``: texts ``NAME@VERSION``.

    ``overrides``: versions of requirements, in place of the versions that npm would choose. Raises
    ``CalledProcessError`` if npm fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {"dependencies": pinned(packages), "overrides": overrides or {}}
    (folder / "package.json").write_text(json.dumps(manifest), encoding="utf-8")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder], check=True)


def pinned(packages: Sequence[str]) -> dict[str, str]:
    """Return the version of each package. ``packages``: texts ``NAME@VERSION``."""
    return dict(package.rsplit("@", 1) for package in packages)


def installed(folder: Path) -> dict[str, str]:
    """Return the version of each package from PyPI in an environment.

    Raises ``CalledProcessError`` if uv fails.
    """
    command = ["uv", "pip", "list", "--format", "json", "--python", python_of(folder)]
    listed = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {package["name"]: package["version"] for package in listed}
