"""Judges libraries: makes an environment for each with uv, installs it and the project there, and plays the cassettes,
and what models write where it reads calls in text.

What is in Node is installed there too, with npm, and the shims in Node are put beside it, where they find it.

``python tools/adapters/run.py NAME ...`` with names of ``libraries.yaml``; without any, all of them, each in its
newest version. Writes ``reports/adapters/NAME@VERSION.json``; ``tools/regenerate.py`` makes the table of them.
``NAME==VERSION`` is an earlier version that stands there, and is kept in ``reports/adapters/earlier/``. What got better
and what got worse is told of two versions that the same code judged: judge both. A library that cannot be installed or
judged keeps the results it had; the others are judged all the same, and what failed is said at the end. Exit code 1
then, 2 for a name or version that there is not.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import environments
import libraries

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
IN_NODE = ROOT / "conformance" / "adapters" / "shims" / "node"


def main(names: list[str]) -> int:
    """Judge these libraries, or all. Gives the exit code."""
    asked = names or list(libraries.libraries())
    found = {name: libraries.chosen(name) for name in asked}
    if None in found.values():
        unknown = ", ".join(name for name, one in found.items() if one is None)
        print(f"no such library: {unknown}; there are {', '.join(_every())}", file=sys.stderr)
        return 2
    failed: list[str] = []
    for number, (name, one) in enumerate(found.items(), 1):
        assert one is not None
        print(f"[{number}/{len(found)}] {name}", flush=True)
        begun = monotonic()
        try:
            _install(*one)
            _play(*one)
        except (subprocess.CalledProcessError, OSError) as error:
            failed.append(f"{name}: {error}")
            print(f"    {failed[-1]}", flush=True)
        print(f"    {monotonic() - begun:.0f} s", flush=True)
    for one in failed:
        print(f"not judged: {one}", file=sys.stderr)
    return 1 if failed else 0


def _every() -> Iterator[str]:
    for name, library in libraries.libraries().items():
        yield name
        yield from (f"{name}=={version}" for version in libraries.earlier(library))


def _install(made: str, library: dict[str, Any]) -> None:
    folder = libraries.ENVIRONMENTS / made
    project = ["--editable", ROOT / "toolwire", "--editable", ROOT]
    alone = [[*project, "--no-deps", *library["alone"]]] if "alone" in library else []
    environments.install_python(folder, [*project, *library.get("requires", ())], *alone)
    if "packages" in library:
        environments.install_node(folder, library["packages"])
        shutil.copytree(IN_NODE, folder / "shims", dirs_exist_ok=True)


def _play(made: str, library: dict[str, Any]) -> None:
    environment = os.environ | library.get("environment", {})
    python = environments.python_of(libraries.ENVIRONMENTS / made)
    subprocess.run([python, HERE / "play.py", made], check=True, env=environment, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
