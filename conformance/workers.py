"""Processes that share work. They end when their parent does, however it ends."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from typing import Final, NoReturn

from conformance.data import Data, all_data, use

_STOPPED: Final = 130
_ENDING: Final = 5.0
"""Seconds for workers to end; after these they are killed."""


def _nothing() -> None:
    pass


@contextmanager
def workers(
    number: int, begin: Callable[[], None] = _nothing, stop: Callable[[], None] = _nothing
) -> Iterator[ProcessPoolExecutor]:
    """Run workers that use the data in use until the block ends; where it raises, they are ended first.

    ``begin`` and ``stop``: what each does at first, and before it ends too early.
    """
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
