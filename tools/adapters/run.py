"""Judges libraries: makes an environment for each with uv, installs it and the project there, and plays the cassettes.

``python tools/adapters/run.py NAME ...`` with names of ``libraries.yaml``; without any, all of them. Writes
``reports/adapters/NAME@VERSION.json``; ``tools/regenerate.py`` makes the table of them.
"""

import os
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ENVIRONMENTS = ROOT / ".adapters"


def main(names: list[str]) -> None:
    """Judge these libraries, or all."""
    libraries = yaml.safe_load((HERE / "libraries.yaml").read_text(encoding="utf-8"))
    for name in names or libraries:
        library = libraries[name]
        python = ENVIRONMENTS / name / "bin" / "python"
        if not python.exists():
            subprocess.run(["uv", "venv", "--quiet", ENVIRONMENTS / name], check=True)
        install = ["uv", "pip", "install", "--quiet", "--python", python, "--editable", ROOT]
        subprocess.run([*install, *library["requires"]], check=True)
        environment = os.environ | library.get("environment", {})
        subprocess.run([python, HERE / "play.py", name], check=True, env=environment, cwd=ROOT)


if __name__ == "__main__":
    main(sys.argv[1:])
