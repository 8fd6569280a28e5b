"""Worker processes that share the work of a run.

They always end when their parent process ends, even if the parent is killed.
"""

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
_SAFE_PATH: Final = "PYTHONSAFEPATH"
_ENDING: Final = 5.0
"""The number of seconds that workers get to end. Workers that still run after this time are killed."""


def _nothing() -> None:
    pass


def shared_number() -> Any:
    """Return an object whose ``value`` is an integer that a run shares with its workers. The value is 0 at first."""
    _start_tracker()
    return get_context("spawn").Value("i", 0)


def _start_tracker() -> None:
    """Start multiprocessing's resource tracker so that it ignores SIGHUP. It already ignores SIGINT and SIGTERM.

    Otherwise, when the terminal closes, the tracker would end before this process. This process would then start
    another tracker, which knows none of the resources.
    """
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with _launching():
            resource_tracker.ensure_running()
    finally:
        signal.signal(signal.SIGHUP, before)


@contextmanager
def _launching() -> Iterator[None]:
    """Protect processes that start within the block from interrupts, and from modules in the working directory.

    Such processes begin with ``python -c``. For them, a ``signal.py`` in the working directory would replace Python's
    module ``signal``.
    """
    if os.name != "posix":
        yield
        return
    safe = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _set_safe_path(safe)


def _set_safe_path(value: str | None) -> None:
    if value is None:
        os.environ.pop(_SAFE_PATH, None)
    else:
        os.environ[_SAFE_PATH] = value


@contextmanager
def workers(
    number: int, begin: Callable[[], None] = _nothing, stop: Callable[[], None] = _nothing
) -> Iterator[ProcessPoolExecutor]:
    """Run ``number`` worker processes until the ``with`` block ends. They use the same data as this process.

    If the block raises an exception, the workers are ended before the exception leaves the block. Each worker calls
    ``begin`` when it starts, and ``stop`` if it must end early.
    """
    _start_tracker()
    others = {*active_children()}
    given = (os.environ.get(_SAFE_PATH), all_data(), begin, stop)
    with ProcessPoolExecutor(number, get_context("spawn"), _begin, given) as pool:
        try:
            with _launching():
                for _ in range(number):
                    pool.submit(_nothing)  # each starts a worker, as none is idle yet
            yield pool
        except BaseException:
            results = getattr(pool, "_result_queue", None)
            manager = getattr(pool, "_executor_manager_thread", None)
            pool.shutdown(wait=False, cancel_futures=True)
            ours = [child for child in active_children() if child not in others]
            for child in ours:
                child.terminate()
            for child in ours:
                child.join(_ENDING)
                child.kill()
            # A worker that ends while it writes a result leaves half a message. Python waits for its reader at the end,
            # and the reader sees the end of the message only when nobody holds the writing side.
            if results is not None:
                results._writer.close()
            # If this thread ends while Python ends, Python may use the thread's closed pipe, and print a traceback.
            if manager is not None:
                manager.join(_ENDING)
            raise


def _begin(safe_path: str | None, data: tuple[Data, ...], begin: Callable[[], None], stop: Callable[[], None]) -> None:
    _set_safe_path(safe_path)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, partial(_end, stop))
    if os.name == "posix":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
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
