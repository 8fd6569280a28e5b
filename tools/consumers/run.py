"""Play answers that deviate in form to libraries, and keep the libraries' reactions.

``python tools/consumers/run.py NAME ...`` takes names from ``tools/adapters/libraries.yaml``. Without names it runs all
libraries. Each library runs in the same environment as with ``tools/adapters/run.py``. The tool writes
``reports/consumers/NAME@VERSION.json``, but nothing for a library that speaks no dialect with a deviation.
``tools/regenerate.py`` makes ``reports/consumers.md`` from these files. The exit codes are as for
``tools/adapters/run.py``.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADAPTERS = HERE.parent / "adapters"


def main(names: list[str]) -> int:
    """Run these libraries, or all libraries, in their newest versions. Return the exit code."""
    if any("==" in name for name in names):
        print("expected names without versions: the tool runs only the newest version of a library", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ADAPTERS))
    from run import in_each

    return in_each(names, HERE / "react.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
