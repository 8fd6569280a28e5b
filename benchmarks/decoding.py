"""One streamed call, read by everybody in turn."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.environments import READERS, Worker
from benchmarks.results import Case, Decoding, Spread, spread
from benchmarks.streams import HOMES, stream

SIZES: Final = (64 * 1024, 1024 * 1024, 16 * 1024 * 1024)
DELTAS: Final = (16, 64)
_LEAST: Final = 0.2
"""Seconds that a measurement takes at least: short streams are read again and again."""
_SHORT: Final = 1024
_MOST: Final = 60.0
"""Seconds; who would take longer for one stream is left out."""
_LACKING: Final = {("litellm", "openai_responses"): "its stream_chunk_builder has no such chunks"}


def measured(largest: int, repetitions: int) -> Iterator[Decoding]:
    """What each stream costs each reader. In each repetition all read it in turn."""
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


def _measured(
    case: Case,
    file: Path,
    readers: dict[str, str],
    workers: dict[str, Worker],
    rates: dict[str, float],
    repetitions: int,
) -> Decoding:
    """``rates`` has the seconds a delta of each reader as last measured, and is brought up to date."""
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
            trouble[name] = "would take longer than a minute"
        elif name not in rates:
            workers[readers[name]].ask(name, case.dialect, short, 0)  # what is loaded late is loaded
    for _ in range(repetitions):
        floor = workers["ours"].ask("floor", case.dialect, file, _LEAST)["seconds"]
        floors.append(floor / deltas * 1e6)
        for name, where in readers.items():
            if name in trouble:
                continue
            said = workers[where].ask(name, case.dialect, file, _LEAST)
            if "error" in said or said["read"] not in ("", wanted):
                trouble[name] = said.get("error", "it read other arguments")
                continue
            rates[name] = said["seconds"] / deltas
            ratios[name].append(said["seconds"] / floor)
    found: dict[str, Spread | str] = {
        name: trouble[name] if name in trouble else spread(ratios[name]) for name in readers
    }
    return Decoding(case=case, floor=spread(floors), readers=found)
