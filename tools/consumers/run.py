"""Run libraries on deviations of form: who breaks on which, and how.

``python tools/consumers/run.py NAME ...`` with names of ``tools/adapters/libraries.yaml``; without any, all of them.
Each runs in the environment that ``tools/adapters/run.py`` makes, too. Writes ``reports/consumers/NAME@VERSION.json``,
nothing for a library that speaks no dialect with a deviation; ``tools/regenerate.py`` makes the page of them. Exit
codes as there.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADAPTERS = HERE.parent / "adapters"


def main(names: list[str]) -> int:
    """Run these libraries, or all, each in its newest version. Return the exit code."""
    if any("==" in name for name in names):
        print("reactions are kept of the newest version alone", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ADAPTERS))
    from run import in_each

    return in_each(names, HERE / "react.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
