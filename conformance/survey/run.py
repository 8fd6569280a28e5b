"""Surveying files on all cores."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

from conformance.data import all_data, use
from conformance.survey.reading import sight
from conformance.survey.sight import Sight
from conformance.survey.sources import Found, Source, Unreadable, find, read

_FEW: Final = 8


def survey(paths: list[Path], workers: int | None, console: Console) -> list[Sight | Unreadable]:
    """What there is to say of every exchange below ``paths``."""
    sources: list[Source] = []
    seen: list[Sight | Unreadable] = []
    for source in find(paths):
        (sources if isinstance(source, Source) else seen).append(source)  # type: ignore[arg-type]
    for batch in track(
        _surveyed(sources, workers or os.cpu_count() or 1),
        total=len(sources),
        description="Reading recordings",
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ):
        seen.extend(batch)
    return seen


def _surveyed(sources: list[Source], workers: int) -> Iterator[list[Sight | Unreadable]]:
    if workers == 1 or len(sources) < _FEW:
        yield from map(_one, sources)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), use, all_data()) as pool:
        yield from pool.map(_one, sources, chunksize=4)


def _one(source: Source) -> list[Sight | Unreadable]:
    return [found if isinstance(found, Unreadable) else _sight(found) for found in read(source)]


def _sight(found: Found) -> Sight | Unreadable:
    """What there is to say of an exchange; a bug of ours is said like any other trouble, and the rest goes on."""
    try:
        return sight(found)
    except Exception as error:
        return Unreadable(found.where, f"an error of ours: {type(error).__name__}: {error}")
