"""The command line. Each command is a module, imported when the command runs."""

import os
import signal
import sys
from typing import Final, NoReturn

from conformance.judge.exit_codes import STOPPED

_STOPPING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def main() -> None:
    """Run the command line. Stopped by SIGINT, SIGTERM or SIGHUP, at any moment, it says so in one line."""
    try:
        _fill_descriptors()
        for number in _STOPPING:
            signal.signal(number, _stop)
        from conformance.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("conformance: stopped\n")
        raise SystemExit(STOPPED) from None


def _stop(*_: object) -> NoReturn:
    """Stop as at the keyboard; a second signal does not interrupt that."""
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _fill_descriptors() -> None:
    """Open what is closed of stdin, stdout and stderr, so that no file or pipe of ours takes its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
