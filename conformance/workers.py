"""Processes that share work. They end when their parent does, however it ends."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.connection import wait
from typing import Any, Final, NoReturn

from conformance.data import Data, all_data, use

_STOPPED: Final = 130
_ENDING: Final = 5.0
"""Seconds for workers to end; after these they are killed."""


def _nothing() -> None:
    pass


def shared_number() -> Any:
    """Return an integer, 0 at first, that a run shares with its workers: its ``value``."""
    _start_tracker()
    return get_context("spawn").Value("i", 0)


def _start_tracker() -> None:
    """Start multiprocessing's resource tracker so that it ignores SIGHUP, as it ignores SIGINT and SIGTERM.

    Else the end of a terminal ends it before this process, which then starts another that knows of nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        resource_tracker.ensure_running()
    finally:
        signal.signal(signal.SIGHUP, before)


@contextmanager
def workers(
    number: int, begin: Callable[[], None] = _nothing, stop: Callable[[], None] = _nothing
) -> Iterator[ProcessPoolExecutor]:
    """Run workers that use the data in use until the block ends; where it raises, they are ended first.

    ``begin`` and ``stop``: what each does at first, and before it ends too early.
    """
    _start_tracker()
    others = {*active_children()}
    with ProcessPoolExecutor(number, get_context("spawn"), _begin, (all_data(), begin, stop)) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            ours = [child for child in active_children() if child not in others]
            for child in ours:
                child.terminate()
            for child in ours:
                child.join(_ENDING)
                child.kill()
            raise


def _begin(data: tuple[Data, ...], begin: Callable[[], None], stop: Callable[[], None]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, partial(_end, stop))
    threading.Thread(target=_watch, args=(stop,), daemon=True).start()
    use(*data)
    begin()


def _watch(stop: Callable[[], None]) -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _end(stop)


def _end(stop: Callable[[], None], *_: object) -> NoReturn:
    try:
        stop()
    finally:
        os._exit(_STOPPED)
