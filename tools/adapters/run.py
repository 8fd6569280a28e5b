"""Judge libraries: install each in its own environment, and play cassettes and texts with calls to it.

The environments are made with uv. Libraries for Node are installed in them with npm, and the shims for Node are copied
to the same folder. ``python tools/adapters/run.py NAME ...`` takes names from ``libraries.yaml``. Without names, it
judges all libraries in their newest versions. It writes ``reports/adapters/NAME@VERSION.json``. ``tools/regenerate.py``
makes a table from these files.

``NAME==VERSION`` is an earlier version that ``libraries.yaml`` names. Its results are kept in
``reports/adapters/earlier/``. Two versions can be compared only if the same code judged both. Therefore judge both
versions again before a comparison.

A library that cannot be installed or judged keeps its earlier results. The other libraries are still judged, and the
failures are listed at the end. The exit code is then 1. The exit code is 2 for an unknown name or version.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import libraries

HERE = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    """Judge these libraries, or all libraries. Return the exit code."""
    return in_each(names, HERE / "play.py")


def in_each(names: list[str], script: Path) -> int:
    """Run a script in the environment of each of these libraries, or of all libraries. Return the exit code."""
    asked = names or list(libraries.libraries())
    chosen = {name: libraries.chosen(name) for name in asked}
    if None in chosen.values():
        unknown = ", ".join(name for name, library in chosen.items() if library is None)
        print(f"unknown library: {unknown}; known libraries are {', '.join(_every())}", file=sys.stderr)
        return 2
    failed: list[str] = []
    for number, (name, library) in enumerate(chosen.items(), 1):
        assert library is not None
        print(f"[{number}/{len(chosen)}] {name}", flush=True)
        begun = monotonic()
        try:
            libraries.install(*library)
            libraries.play(*library, script)
        except (subprocess.CalledProcessError, OSError) as error:
            failed.append(f"{name}: {error}")
            print(f"    {failed[-1]}", flush=True)
        print(f"    {monotonic() - begun:.0f} s", flush=True)
    for failure in failed:
        print(f"not judged: {failure}", file=sys.stderr)
    return 1 if failed else 0


def _every() -> Iterator[str]:
    for name, library in libraries.libraries().items():
        yield name
        yield from (f"{name}=={version}" for version in libraries.earlier(library))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
