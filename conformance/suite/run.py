"""Running the suite outside of pytest, on all cores."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import msgspec
from rich.console import Console
from rich.progress import track

from conformance.adapters.loading import load_adapter
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.report.results import Result, Results
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge

_FEW = 16


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """What a run gave."""

    results: Results
    unreadable: tuple[str, ...]
    """Cassettes that could not be read, a line each."""


def run_suite(provider: str | None, scenario: str | None, adapter: str, workers: int | None, console: Console) -> Ran:
    """Judge the chosen cassettes. Raises ``AdapterNotFound``."""
    name = load_adapter(adapter).name
    try:
        chosen = cassettes(provider, scenario)
    except CassetteError as error:
        return Ran(results=Results(adapter=name, results=()), unreadable=(str(error),))
    results: list[Result] = []
    unreadable: list[str] = []
    for judged in track(
        _judged(chosen, adapter, workers or os.cpu_count() or 1),
        total=len(chosen),
        description="Judging cassettes",
        console=console,
        transient=True,
    ):
        if isinstance(judged, str):
            unreadable.append(judged)
        else:
            results.extend(judged)
    return Ran(results=Results(adapter=name, results=tuple(results)), unreadable=tuple(unreadable))


def _judged(names: tuple[CassetteName, ...], adapter: str, workers: int) -> Iterator[tuple[Result, ...] | str]:
    """The results of each cassette, in order; for one that cannot be read, why."""
    one = partial(_judge, adapter)
    if workers == 1 or len(names) < _FEW:
        yield from map(one, names)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one, names, chunksize=8)


def _judge(adapter: str, name: CassetteName) -> tuple[Result, ...] | str:
    try:
        return judge(name, load_adapter(adapter))
    except CassetteError as error:
        return str(error)
