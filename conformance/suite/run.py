"""A run of the suite without pytest, on all cores."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec
from rich.console import Console

from conformance.adapters import children
from conformance.adapters.adapter import Adapter, name_of, speaks
from conformance.adapters.gateway import Gateway
from conformance.adapters.isolated import load_isolated
from conformance.adapters.loading import AdapterNotFound
from conformance.adapters.process import Misbehaved
from conformance.adapters.text import text_formats_of
from conformance.adapters.unsupported import Gone, raised
from conformance.judge.result import Result, Results
from conformance.leaks import hidden
from conformance.progress import tracked
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.recording.generated import NotPlayed
from conformance.recording.text_case import open_text_case
from conformance.suite import patience, text_formats
from conformance.suite.converse import server_of
from conformance.suite.hidden import hidden_in
from conformance.suite.mutated import judge_streams
from conformance.suite.selection import Selection
from conformance.suite.verdicts import judge
from conformance.workers import shared_number
from conformance.workers import workers as started_workers

_FEW = 16


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a run."""

    results: Results
    unreadable: tuple[str, ...]
    """A line for each cassette that could not be read, with the reason."""
    hangs: int
    """The number of times that the adapter hung."""


class AdapterBroke(Exception):
    """An error: the adapter does not start, or cannot be used any more. Its process ended, or it hung too often.

    ``str()`` is the reason.
    """


class PortTaken(Exception):
    """An error: the replay server cannot listen at the port for a gateway. ``str()`` is the reason."""


def run_suite(selection: Selection, adapter: str, workers: int | None, console: Console) -> Ran:
    """Judge the chosen cases with ``workers`` processes, and return the results. By default, each core gets a process.

    Raises ``AdapterNotFound``, ``AdapterBroke``, ``PortTaken``.
    """
    asked = started(adapter)
    if isinstance(asked, Gateway):
        try:
            server_of(asked)
        except OSError as error:
            raise PortTaken(error.strerror or str(error)) from None
        workers = 1  # because a gateway knows a single server
    chosen = (
        *(_Job(results_of, name) for name in selection.names if speaks(asked, name.dialect, name.provider)),
        *(_Job(results_in_text, name) for name in selection.texts if name.dialect in text_formats_of(asked)),
    )
    results: list[Result] = []
    hangs = shared_number()
    unreadable = [str(stray) for stray in selection.strays()]
    judged_cases = _judged(chosen, adapter, workers or os.cpu_count() or 1, selection, hangs)
    for judged in tracked(judged_cases, "Judging cases", console, total=len(chosen)):
        if isinstance(judged, str):
            unreadable.append(judged)
        else:
            results.extend(judged)
    ran = Results(adapter=name_of(asked), results=tuple(results), scenarios=selection.scenarios)
    return Ran(results=ran, unreadable=tuple(unreadable), hangs=hangs.value)


class _Job(NamedTuple):
    """A case to judge, and the function that judges it."""

    results: Callable[[CassetteName, Adapter, Selection], tuple[Result, ...]]
    name: CassetteName


def _judged(
    jobs: tuple[_Job, ...], adapter: str, workers: int, selection: Selection, hangs: patience.Count
) -> Iterator[tuple[Result, ...] | str]:
    """Yield the results of each case, in order. For a cassette that cannot be read, yield the reason."""
    judge_case = partial(_judge, adapter, selection)
    with patience.counting(hangs):
        if workers == 1 or len(jobs) < _FEW:
            yield from map(judge_case, jobs)
            return
        try:
            with started_workers(min(workers, len(jobs)), partial(patience.share, hangs), children.end_all) as pool:
                yield from pool.map(judge_case, jobs, chunksize=8)
        except BrokenProcessPool:
            why = "crashed, or memory ran out: free some memory, or use fewer --workers"
            raise AdapterBroke(f"a worker process that judges the adapter {adapter!r} {why}") from None


@lru_cache(maxsize=1)
def started(adapter: str) -> Adapter:
    """Return the adapter with this name. Raises ``AdapterNotFound`` if no adapter has this name, and ``AdapterBroke``
    if the adapter does not start.
    """
    try:
        made = load_isolated(adapter)
    except (AdapterNotFound, KeyboardInterrupt):
        raise
    except Gone as error:
        raise AdapterBroke(hidden(str(error))) from None
    except BaseException as error:  # even a cancellation or an exit is the adapter's failure
        why = error if isinstance(error, Misbehaved) else raised(error)
        raise AdapterBroke(f"{adapter!r} does not start: {hidden(str(why))}") from None
    return made


def _judge(adapter: str, selection: Selection, job: _Job) -> tuple[Result, ...] | str:
    try:
        asked = started(adapter)
        judged = job.results(job.name, asked, selection)
    except CassetteError as error:
        return str(error)
    except patience.GivenUp as error:
        raise AdapterBroke(f"{adapter!r}: {error}") from None
    except Gone as error:
        raise AdapterBroke(f"{error}; it has not been available since the case {job.name}") from None
    return tuple(hidden_in(result, asked) for result in judged)


def results_of(name: CassetteName, adapter: Adapter, selection: Selection) -> tuple[Result, ...]:
    """Return the results of the selected cases of a cassette.

    A generated cassette that cannot be played has no results. Raises ``CassetteError``, and ``Gone`` if the adapter is
    not available any more.
    """
    try:
        case = open_case(name, selection.folder)
    except NotPlayed:
        return ()
    # This comes first, so that the same forked copy of the adapter also holds the conversation.
    streams = tuple(judge_streams(case, adapter, selection.covers))
    return (*(result for result in judge(case, adapter) if selection.covers(result.id)), *streams)


def results_in_text(name: CassetteName, adapter: Adapter, selection: Selection) -> tuple[Result, ...]:
    """Return the results of the selected cases of a scenario in a text format."""
    case = open_text_case(name)
    judged = (result for result in text_formats.judge(case, adapter) if selection.covers(result.id))
    return (*judged, *text_formats.judge_mutants(case, adapter, selection.covers))
