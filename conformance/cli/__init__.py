"""The command line. Each command is a module, imported when the command runs."""

import signal
import sys
from typing import NoReturn

from conformance.judge.exit_codes import STOPPED


def main() -> None:
    """Run the command line. Stopped by SIGINT or SIGTERM, at any moment, it says so in one line."""
    try:
        signal.signal(signal.SIGTERM, _stop)
        from conformance.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("conformance: stopped\n")
        raise SystemExit(STOPPED) from None


def _stop(*_: object) -> NoReturn:
    """Stop as at the keyboard; a second signal does not interrupt that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt
