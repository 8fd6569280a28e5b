"""A time limit for adapters in this process, where a hang would hold up everything else."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from conformance.adapters.process import TimedOut

LIMIT: Final = 120.0
"""Seconds: of a whole conversation, or of one operation at the codec door. Nobody who works needs that many."""
_AGAIN: Final = 1.0


@contextmanager
def limited(seconds: float, whole: float = LIMIT) -> Iterator[None]:
    """Raises ``TimedOut`` in the block once so many seconds are over, and again where that is swallowed.

    It is raised at the block's end, too, whatever the block gave or raised after it had rung once.
    It is a signal, so nothing is raised outside of the main thread, nor where there are no alarms (Windows), nor in
    code that never comes back to Python. ``whole``: the limit of which ``seconds`` are left.
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
