"""Judges libraries: makes an environment for each with uv, installs it and the project there, and plays the cassettes.

What is in Node is installed there too, with npm, and the shims in Node are put beside it, where they find it.

``python tools/adapters/run.py NAME ...`` with names of ``libraries.yaml``; without any, all of them. Writes
``reports/adapters/NAME@VERSION.json``; ``tools/regenerate.py`` makes the table of them. A library that cannot be
installed or judged keeps the results it had; the others are judged all the same, and what failed is said at the end.
Exit code 1 then, 2 for a name that there is not.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ENVIRONMENTS = ROOT / ".adapters"
IN_NODE = ROOT / "conformance" / "adapters" / "shims" / "node"


def main(names: list[str]) -> int:
    """Judge these libraries, or all. Gives the exit code."""
    libraries = yaml.safe_load((HERE / "libraries.yaml").read_text(encoding="utf-8"))
    unknown = [name for name in names if name not in libraries]
    if unknown:
        print(f"no such library: {', '.join(unknown)}; there are {', '.join(libraries)}", file=sys.stderr)
        return 2
    failed: list[str] = []
    for number, name in enumerate(asked := names or list(libraries), 1):
        print(f"[{number}/{len(asked)}] {name}", flush=True)
        begun = monotonic()
        try:
            _install(name, libraries[name])
            _play(name, libraries[name].get("environment", {}))
        except (subprocess.CalledProcessError, OSError) as error:
            failed.append(f"{name}: {error}")
            print(f"    {failed[-1]}", flush=True)
        print(f"    {monotonic() - begun:.0f} s", flush=True)
    for one in failed:
        print(f"not judged: {one}", file=sys.stderr)
    return 1 if failed else 0


def _install(name: str, library: dict[str, Any]) -> None:
    made = ENVIRONMENTS / name
    if not _python(name).exists():
        subprocess.run(["uv", "venv", "--quiet", made], check=True)
    install = ["uv", "pip", "install", "--quiet", "--python", _python(name), "--editable", ROOT]
    subprocess.run([*install, *library.get("requires", ())], check=True)
    if "packages" in library:
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", made]
        subprocess.run([*install, *library["packages"]], check=True)
        shutil.copytree(IN_NODE, made / "shims", dirs_exist_ok=True)


def _play(name: str, environment: dict[str, str]) -> None:
    subprocess.run([_python(name), HERE / "play.py", name], check=True, env=os.environ | environment, cwd=ROOT)


def _python(name: str) -> Path:
    return ENVIRONMENTS / name / "bin" / "python"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
