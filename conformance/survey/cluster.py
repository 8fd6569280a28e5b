"""Work on a Dask cluster. Each piece travels with its bytes: workers need this package, and no folder in common."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker

from conformance import __version__
from conformance.survey.errors import ClusterError

T = TypeVar("T")
R = TypeVar("R")
_AHEAD: Final = 256
"""The number of pieces submitted at a time: enough for many workers, and all that is held in memory."""
_PATIENCE: Final = 30
"""Seconds to wait for a scheduler, and for its first worker."""


def spread(address: str, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
    """Yield the results of ``work`` on the pieces, in their order; a lost worker's pieces go to another worker.

    Raises ``ClusterError``, also if all workers are lost and none comes in their place.
    """
    waiting: deque[Future[Any]] = deque()
    try:
        with Client(address, timeout=_PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=_PATIENCE)
            for piece in pieces:
                waiting.append(client.submit(_done, __version__, work, piece, pure=False))
                if len(waiting) == _AHEAD:
                    yield _result(client, waiting.popleft())
            while waiting:
                yield _result(client, waiting.popleft())
    except (OSError, ValueError, TimeoutError, KilledWorker, CancelledError) as error:
        raise ClusterError(f"{address}: {str(error) or type(error).__name__}") from None


def _result(client: Client, future: "Future[Any]") -> Any:
    """Return a result, however long it takes, as long as there are workers. Raises ``ClusterError``."""
    while True:
        try:
            return future.result(timeout=_PATIENCE)
        except TimeoutError:
            if future.done():  # the error is the work's own
                raise
            if not client.nthreads():
                raise ClusterError(f"no worker has been there for {_PATIENCE} seconds") from None


def _done(version: str, work: Callable[[T], R], piece: T) -> R:
    """Do one piece of work, on a worker. Raises ``ClusterError`` if the worker has another version."""
    if version != __version__:
        raise ClusterError(f"a worker has version {__version__}, and here is {version}: they may judge differently")
    return work(piece)
