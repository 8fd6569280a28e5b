"""The command line. Each command is a module, imported when the command runs."""

import sys

from conformance.judge.exit_codes import STOPPED


def main() -> None:
    """Run the command line. Stopped at the keyboard, at any moment, it says so in one line."""
    try:
        from conformance.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("conformance: stopped\n")
        raise SystemExit(STOPPED) from None
