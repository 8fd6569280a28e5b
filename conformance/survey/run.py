"""The survey of files, in this process, on all cores, or on a cluster."""

import os
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from rich.console import Console

from conformance.progress import tracked
from conformance.survey.reading import sight
from conformance.survey.sight import Sight
from conformance.survey.sources import Found, Source, Unreadable, content, find, recorded
from conformance.survey.text_records import TextRecord, TextSight, text_sight
from conformance.workers import workers as started_workers
from toolwire.text.any_of import AUTO
from toolwire.wire.errors import SlowPattern

_BIG: Final = 8 * 1024 * 1024
"""The minimum number of bytes for which several processes are faster than a single process."""
_AT_ONCE: Final = 512 * 1024
"""The approximate number of bytes in a piece of work."""
_NO_EXPECTATION: Final = "the model output has neither `expected` nor `expected_error`: its parse cannot be compared"


Seen: TypeAlias = Sight | TextSight | Unreadable


def survey(
    paths: list[Path],
    console: Console,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    text_format: str = AUTO,
) -> Generator[Seen, None, None]:
    """Judge every exchange and model output below ``paths``. Yield a result for each of them, and an ``Unreadable`` for
    each file or record that cannot be read.

    ``workers``: the number of processes. None means all cores for a large survey, and a single process for a small
    survey. ``cluster``: the address of a Dask cluster, which is used in place of processes. The results always have the
    same order. ``text_format``: the format of model outputs. Raises ``ClusterError`` if the cluster cannot do the
    survey.
    """
    sources: list[Source] = []
    for source in find(paths):
        if isinstance(source, Source):
            sources.append(source)
        else:
            yield source
    pieces = list(_pieces(sources))
    read_pieces = _surveyed(pieces, workers, cluster, text_format)
    for batch in tracked(read_pieces, "Reading recordings", console, total=len(pieces)):
        yield from batch


def _pieces(sources: list[Source]) -> Iterator[list[Source]]:
    """Yield the sources in lists. Each list is a worker's piece of work, of about ``_AT_ONCE`` bytes."""
    piece: list[Source] = []
    size = 0
    for source in sources:
        if piece and size + source.size > _AT_ONCE:
            yield piece
            piece, size = [], 0
        piece.append(source)
        size += source.size
    if piece:
        yield piece


def _surveyed(
    pieces: list[list[Source]], workers: int | None, cluster: str | None, text_format: str
) -> Iterator[list[Seen]]:
    if cluster is not None:
        from conformance.survey.cluster import spread

        yield from spread(
            cluster, partial(judged, text_format), ([(source, content(source)) for source in piece] for piece in pieces)
        )
        return
    big = sum(source.size for piece in pieces for source in piece) >= _BIG
    workers = min(workers or (os.cpu_count() if big else None) or 1, len(pieces))
    if workers <= 1:
        yield from map(partial(_piece, text_format), pieces)
        return
    with started_workers(workers) as pool:
        yield from pool.map(partial(_piece, text_format), pieces)


def _piece(text_format: str, sources: list[Source]) -> list[Seen]:
    return judged(text_format, ((source, content(source)) for source in sources))


def judged(text_format: str, held: Iterable[tuple[Source, bytes | Unreadable]]) -> list[Seen]:
    """Judge the exchanges and model outputs of some sources, and return a result for each.

    ``held``: pairs of a source and its bytes, or an ``Unreadable`` in place of the bytes if its file cannot be read.
    """
    seen: list[Seen] = []
    for source, data in held:
        found = [data] if isinstance(data, Unreadable) else recorded(source, data)
        seen += [record if isinstance(record, Unreadable) else _seen(record, text_format) for record in found]
    return seen


def _seen(found: Found | TextRecord, text_format: str) -> Seen:
    """Judge an exchange or a model output.

    Return an ``Unreadable`` for a model output without an expected parse. An error in our own code also becomes an
    ``Unreadable``, so that the survey continues.
    """
    if isinstance(found, TextRecord) and not found.has_expected:
        return Unreadable(found.where, _NO_EXPECTATION)
    try:
        return text_sight(found, text_format) if isinstance(found, TextRecord) else sight(found)
    except SlowPattern as error:
        return Unreadable(found.where, str(error))
    except Exception as error:
        return Unreadable(found.where, f"an error in toolcall-conformance: {type(error).__name__}: {error}")
