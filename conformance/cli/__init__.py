"""The command line. Each command is a module that is imported only when the command runs."""

import atexit
import gc
import os
import signal
import sys
from typing import Final, NoReturn

from conformance.judge.exit_codes import STOPPED, Exit

_STOPPING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_DESCRIPTORS: Final = 64
"""The number of descriptors that the program needs: for itself, its server, its workers, and the adapter's processes.
"""


def main() -> None:
    """Run the command line. If SIGINT, SIGTERM or SIGHUP stops the program, report this on stderr."""
    atexit.register(gc.freeze)  # else Python searches all objects for garbage after the last output
    try:
        _fill_descriptors()
        _expect_descriptors()
        for number in _STOPPING:
            if signal.getsignal(number) is not signal.SIG_IGN:  # such as SIGHUP under nohup
                signal.signal(number, _stop)
        from conformance.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("conformance: stopped\n")
        raise SystemExit(STOPPED) from None


def _stop(*_: object) -> NoReturn:
    """Raise ``KeyboardInterrupt``, which ends the program. Later signals are ignored, so that they do not interrupt the
    end.
    """
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


def _expect_descriptors() -> None:
    """End the program if it may open fewer than ``_DESCRIPTORS`` descriptors. Windows has no such limit."""
    limit = os.sysconf("SC_OPEN_MAX") if os.name == "posix" else -1
    if 0 <= limit < _DESCRIPTORS:
        way = "raise the limit, for example with `ulimit -n 1024`"
        sys.stderr.write(f"conformance: expected a limit of at least {_DESCRIPTORS} open files, got {limit}: {way}\n")
        raise SystemExit(Exit.USAGE)
