"""The distribution of work to the workers of a Dask cluster.

The data is sent with the work, so the workers need this package, but not the files.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker

from conformance import __version__
from conformance.survey.errors import ClusterError

T = TypeVar("T")
R = TypeVar("R")
_AHEAD: Final = 256
"""The maximum number of pieces of work that are submitted to the cluster at a time. It is enough for many workers."""
_PATIENCE: Final = 30
"""The number of seconds to wait for a scheduler or for a worker, at the start and after all workers are lost."""


def spread(address: str, work: Callable[[T], R], pieces: Iterable[T]) -> Iterator[R]:
    """Yield the results of ``work`` on the pieces, in the order of the pieces. ``address``: the address of the cluster.
    If a worker is lost, another worker gets its pieces. Raises ``ClusterError`` if the cluster cannot be used, or if
    all workers are lost and no new worker appears.
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
    """Wait for a result, and return it. The wait has no time limit while the scheduler responds and has workers. Raises
    ``ClusterError``.
    """
    while True:
        try:
            return future.result(timeout=_PATIENCE)
        except TimeoutError:
            if future.status == "error":  # the work itself failed
                return future.result()
            try:
                has_workers = bool(client.sync(client.scheduler.ncores, callback_timeout=_PATIENCE))
            except TimeoutError:
                raise ClusterError(
                    f"the scheduler gave no answer for {_PATIENCE} seconds: check that it is running, and try again"
                ) from None
            if not has_workers:
                raise ClusterError(
                    f"the cluster had no worker for {_PATIENCE} seconds: start workers, and try again"
                ) from None


def _done(version: str, work: Callable[[T], R], piece: T) -> R:
    """Do a piece of work on a worker. Raises ``ClusterError`` if the worker's package has a different version."""
    if version != __version__:
        raise ClusterError(
            f"expected workers with version {version} of toolcall-conformance, got {__version__}: install the same "
            "version on all workers, because another version may judge differently"
        )
    return work(piece)
