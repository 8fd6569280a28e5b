"""Judges libraries: makes an environment for each with uv, installs it and the project there, and plays the cassettes.

What is in Node is installed there too, with npm, and the shims in Node are put beside it, where they find it.

``python tools/adapters/run.py NAME ...`` with names of ``libraries.yaml``; without any, all of them. Writes
``reports/adapters/NAME@VERSION.json``; ``tools/regenerate.py`` makes the table of them.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ENVIRONMENTS = ROOT / ".adapters"
IN_NODE = ROOT / "conformance" / "adapters" / "shims" / "node"


def main(names: list[str]) -> None:
    """Judge these libraries, or all."""
    libraries = yaml.safe_load((HERE / "libraries.yaml").read_text(encoding="utf-8"))
    for name in names or libraries:
        library = libraries[name]
        made = ENVIRONMENTS / name
        python = made / "bin" / "python"
        if not python.exists():
            subprocess.run(["uv", "venv", "--quiet", made], check=True)
        install = ["uv", "pip", "install", "--quiet", "--python", python, "--editable", ROOT]
        subprocess.run([*install, *library.get("requires", ())], check=True)
        if "packages" in library:
            install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", made]
            subprocess.run([*install, *library["packages"]], check=True)
            shutil.copytree(IN_NODE, made / "shims", dirs_exist_ok=True)
        environment = os.environ | library.get("environment", {})
        subprocess.run([python, HERE / "play.py", name], check=True, env=environment, cwd=ROOT)


if __name__ == "__main__":
    main(sys.argv[1:])
