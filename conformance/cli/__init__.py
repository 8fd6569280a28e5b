"""The command line. Each command is a module that is imported only when the command runs."""

import atexit
import gc
import os
import signal
import sys
from typing import Final, NoReturn

from conformance.judge.exit_codes import STOPPED

_STOPPING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def main() -> None:
    """Run the command line. If SIGINT, SIGTERM or SIGHUP stops the program, report this on stderr."""
    atexit.register(gc.freeze)  # else Python searches all objects for garbage after the last output
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
    """Stop the program as Ctrl-C does. Later signals are ignored, so that they do not interrupt the stopping."""
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _fill_descriptors() -> None:
    """Open the null device for each of stdin, stdout and stderr that is closed.

    Otherwise the next file that the program opens would become the closed stream.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
