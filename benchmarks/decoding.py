"""The speed of reading one streamed call, of every reader in turn."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.environments import READERS, Worker
from benchmarks.results import Case, Decoding, Growth, Spread, spread
from benchmarks.streams import HOMES, stream

SIZES: Final = (64 * 1024, 1024 * 1024, 16 * 1024 * 1024)
DELTAS: Final = (16, 64)
_LEAST: Final = 0.2
"""The minimum time of a measurement, in seconds: short streams are read again and again."""
_SHORT: Final = 1024
_MOST: Final = 30.0
"""The maximum time for one stream, in seconds; a slower reader is left out."""
_GROWING: Final = ("floor", "events", "response")
_LACKING: Final = {("litellm", "openai_responses"): "its stream_chunk_builder has no such chunks"}


def measured(largest: int, repetitions: int) -> Iterator[Decoding]:
    """Yield the cost of each stream for each reader. In each repetition all read it in turn."""
    with ExitStack() as stack:
        workers: dict[str, Worker] = {}
        for dialect in HOMES:
            rates: dict[str, float] = {}
            for case in (Case(dialect, size, delta) for size in SIZES if size <= largest for delta in DELTAS):
                readers = {name: where.format(vendor=HOMES[dialect]) for name, where in READERS.items()}
                for where in ("ours", *readers.values()):
                    if where not in workers:
                        workers[where] = Worker(where)
                        stack.callback(workers[where].stop)
                with TemporaryDirectory() as folder:
                    yield _measured(case, Path(folder) / "stream", readers, workers, rates, repetitions)


def grown(largest: int, repetitions: int) -> Iterator[Growth]:
    """Yield the growth of a delta's cost from the shortest arguments to the longest, read one after the other."""
    worker = Worker("ours")
    try:
        for dialect in HOMES:
            for delta in DELTAS:
                cases = [Case(dialect, size, delta) for size in (SIZES[0], largest)]
                with TemporaryDirectory() as folder:
                    yield _grown(cases, Path(folder), worker, repetitions)
    finally:
        worker.stop()


def _grown(cases: list[Case], folder: Path, worker: Worker, repetitions: int) -> Growth:
    files = [folder / str(case.size) for case in cases]
    for case, file in zip(cases, files, strict=True):
        file.write_bytes(stream(case.dialect, case.size, case.delta)[0])
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(repetitions):
        for name in _GROWING:
            short, long = (worker.ask(name, cases[0].dialect, file, _LEAST)["seconds"] for file in files)
            times[name].append(long / short * cases[0].size / cases[1].size)
    readers = {name: spread(times[name]) for name in _GROWING}
    return Growth(shortest=cases[0], longest=cases[1], readers=readers)


def _measured(
    case: Case,
    file: Path,
    readers: dict[str, str],
    workers: dict[str, Worker],
    rates: dict[str, float],
    repetitions: int,
) -> Decoding:
    """Measure a case. ``rates``: the last measured seconds a delta of each reader, which are updated."""
    data, text = stream(case.dialect, case.size, case.delta)
    file.write_bytes(data)
    short = file.with_name("short")
    short.write_bytes(stream(case.dialect, _SHORT, case.delta)[0])
    wanted = hashlib.sha256(text.encode()).hexdigest()
    deltas = case.size / case.delta
    trouble: dict[str, str] = {}
    ratios: dict[str, list[float]] = defaultdict(list)
    floors: list[float] = []
    for name in readers:
        if (name, case.dialect) in _LACKING:
            trouble[name] = _LACKING[name, case.dialect]
        elif rates.get(name, 0.0) * deltas > _MOST:
            trouble[name] = f"would take longer than {_MOST:.0f} seconds"
        elif name not in rates:
            workers[readers[name]].ask(name, case.dialect, short, 0)  # loads what is loaded late
    for _ in range(repetitions):
        floor = workers["ours"].ask("floor", case.dialect, file, _LEAST)["seconds"]
        floors.append(floor / deltas * 1e6)
        for name, where in readers.items():
            if name in trouble:
                continue
            answer = workers[where].ask(name, case.dialect, file, _LEAST)
            if "error" in answer or answer["read"] not in ("", wanted):
                trouble[name] = answer.get("error", "it read other arguments")
                continue
            rates[name] = answer["seconds"] / deltas
            ratios[name].append(answer["seconds"] / floor)
    by_reader: dict[str, Spread | str] = {
        name: trouble[name] if name in trouble else spread(ratios[name]) for name in readers
    }
    return Decoding(case=case, floor=spread(floors), readers=by_reader)
