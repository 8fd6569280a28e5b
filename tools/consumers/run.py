"""Run libraries on deviations of form, and keep their reactions.

``python tools/consumers/run.py NAME ...`` takes names from ``tools/adapters/libraries.yaml``. Without names it runs all
libraries. Each library runs in the same environment as with ``tools/adapters/run.py``. The tool writes
``reports/consumers/NAME@VERSION.json``, but nothing for a library that speaks no dialect with a deviation.
``tools/regenerate.py`` makes the page of them. The exit codes are those of ``tools/adapters/run.py``.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADAPTERS = HERE.parent / "adapters"


def main(names: list[str]) -> int:
    """Run these libraries, or all libraries, in their newest versions. Return the exit code."""
    if any("==" in name for name in names):
        print("expected names without versions: reactions are kept only of the newest version", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ADAPTERS))
    from run import in_each

    return in_each(names, HERE / "react.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
