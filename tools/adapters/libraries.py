"""The libraries in ``libraries.yaml``: the libraries that are judged, and their earlier versions whose results are
kept.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import environments
import yaml

from conformance.suite.selection import Generated

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
IN_NODE: Final = ROOT / "conformance" / "adapters" / "shims" / "node"
ENVIRONMENTS: Final = ROOT / ".adapters"
"""The folder of the libraries' environments. Each environment has the name of its library, with ``@VERSION`` for an
earlier version.
"""

GENERATED: Final = Generated(4, 1)
"""The generated conversations that are played to every library and gateway. The default gate plays more, which would
take hours here.
"""


def libraries() -> dict[str, dict[str, Any]]:
    """Return the description of every library, in its newest version."""
    described: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "libraries.yaml").read_text(encoding="utf-8"))
    return described


def earlier(library: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the descriptions of a library's earlier versions, by version.

    Each description is the description of the newest version, with the keys that the earlier version changes.
    """
    described = [library | changes for changes in library.get("earlier", ())]
    return {version(description): description for description in described}


def version(library: dict[str, Any]) -> str:
    """Return the pinned version of a library: the version of the first package in its description."""
    first: str = (library.get("packages") or library.get("alone") or library["requires"])[0]
    return first.replace("==", "@").rpartition("@")[2]


def chosen(asked: str) -> tuple[str, dict[str, Any]] | None:
    """Return the name of a library's environment, and the library's description.

    ``asked``: ``NAME`` for the newest version, or ``NAME==VERSION``. Return None for an unknown name or version.
    """
    name, _, wanted = asked.partition("==")
    library = libraries().get(name)
    if library is None or not wanted or wanted == version(library):
        return None if library is None else (name, library)
    described = earlier(library).get(wanted)
    return None if described is None else (f"{name}@{wanted}", described)


def install(made: str, library: dict[str, Any]) -> None:
    """Install a library and the project in the environment ``made``. A library for Node gets the shims for Node, too.

    Raises ``CalledProcessError`` if a command fails.
    """
    folder = ENVIRONMENTS / made
    project = ["--editable", ROOT / "toolwire", "--editable", ROOT]
    alone = [[*project, "--no-deps", *library["alone"]]] if "alone" in library else []
    environments.install_python(folder, [*project, *library.get("requires", ())], *alone)
    if "packages" in library:
        environments.install_node(folder, library["packages"])
        shutil.copytree(IN_NODE, folder / "shims", dirs_exist_ok=True)


def play(made: str, library: dict[str, Any], script: Path) -> None:
    """Run a script in the environment ``made``, with ``made`` as its argument.

    Raises ``CalledProcessError`` if the script fails.
    """
    environment = os.environ | library.get("environment", {})
    python = environments.python_of(ENVIRONMENTS / made)
    subprocess.run([python, script, made], check=True, env=environment, cwd=ROOT)
