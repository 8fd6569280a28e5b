"""Judge libraries: make an environment for each with uv, install it and the project there, and play the cassettes,
and texts of models if it reads calls in text.

Libraries in Node are installed there too, with npm, and the shims in Node are copied beside them.

``python tools/adapters/run.py NAME ...`` with names of ``libraries.yaml``; without any, all of them, each in its
newest version. Writes ``reports/adapters/NAME@VERSION.json``; ``tools/regenerate.py`` makes the table of them.
``NAME==VERSION`` is an earlier version that the file names; its results are kept in ``reports/adapters/earlier/``.
Versions are compared if the same code judged them: judge both. A library that cannot be installed or judged keeps its
results; the others are judged all the same, and the failures are listed at the end. Exit code 1 then, 2 for an unknown
name or version.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import libraries

HERE = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    """Judge these libraries, or all. Return the exit code."""
    return in_each(names, HERE / "play.py")


def in_each(names: list[str], script: Path) -> int:
    """Run a script in the environment of each of these libraries, or of all. Return the exit code."""
    asked = names or list(libraries.libraries())
    chosen = {name: libraries.chosen(name) for name in asked}
    if None in chosen.values():
        unknown = ", ".join(name for name, library in chosen.items() if library is None)
        print(f"no such library: {unknown}; there are {', '.join(_every())}", file=sys.stderr)
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
