"""Progress of long work, on stderr: a bar in a terminal, and a line from time to time in the log of a job."""

from collections.abc import Collection, Iterable, Iterator
from time import monotonic
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import track

_Item = TypeVar("_Item")
_SECONDS: Final = 20.0
"""The number of seconds between two lines in a log."""


def tracked(
    items: Iterable[_Item], work: str, console: Console, total: int | None = None, seconds: float = _SECONDS
) -> Iterator[_Item]:
    """Yield the items, and meanwhile show on the console how many of them are done.

    A terminal shows a progress bar. Any other console gets a line at most every ``seconds`` seconds, and no line if the
    work takes less time. If any line is written, the last line counts all items.

    ``work``: a description of the work, such as ``Judging cases``. ``total``: the number of items. It can be left out
    if ``items`` has a length.
    """
    if total is None and isinstance(items, Collection):
        total = len(items)
    if console.is_terminal:
        yield from track(items, work, total=total, console=console, transient=True)
        return
    last, done, shown = monotonic(), 0, 0
    for done, item in enumerate(items, 1):
        yield item
        if monotonic() - last >= seconds:
            last, shown = monotonic(), done
            console.print(_line(work, done, total), highlight=False)
    if 0 < shown < done:
        console.print(_line(work, done, total), highlight=False)


def _line(work: str, done: int, total: int | None) -> str:
    return f"{work}: {done:,}{'' if total is None else f' of {total:,}'}"
