"""A time limit for adapters in this process. Without a limit, an adapter that hangs would block everything."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from conformance.adapters.process import TimedOut

LIMIT: Final = 120.0
"""The limit in seconds for a whole conversation, or for an operation of a codec. Any adapter that works needs less
time.
"""
_AGAIN: Final = 1.0


@contextmanager
def limited(seconds: float, whole: float = LIMIT) -> Iterator[None]:
    """Raise ``TimedOut`` inside the ``with`` block after ``seconds``. While the block runs on, raise it every second.

    Even if the block catches the exception, or raises a different exception because of it, ``TimedOut`` is raised at
    the end of the block. ``KeyboardInterrupt`` is not replaced.

    The limit uses a signal, so nothing is raised outside of the main thread, on systems without alarms (Windows), or in
    code that never returns to Python.

    ``seconds``: the remaining time. ``whole``: the original limit in seconds, which the error states.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    rang = False

    def ring(*_: object) -> None:
        nonlocal rang
        rang = True
        raise TimedOut(f"no answer within {whole:g} s")

    handled = signal.signal(signal.SIGALRM, ring)
    left = signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), _AGAIN)
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException:
        if not rang:
            raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, *left)
        signal.signal(signal.SIGALRM, handled)
    if rang:
        raise TimedOut(f"no answer within {whole:g} s")
