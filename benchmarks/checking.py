"""The speed of ``conformance check``, against parsing and decoding the same recordings alone."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from benchmarks.results import Checking, spread
from conformance.survey.run import survey
from conformance.survey.sources import Found, Source, content, find, read
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.payloads import payloads
from toolwire.wire.recognition import recognise


def _sources(paths: list[Path]) -> list[Source]:
    return [source for source in find(paths) if isinstance(source, Source)]


def _found(sources: list[Source]) -> list[Found]:
    held = [(source, content(source)) for source in sources]
    return [
        recording
        for source, data in held
        if isinstance(data, bytes)
        for recording in read(source, data)
        if isinstance(recording, Found) and recognise(recording.exchange) in DIALECTS
    ]


def _parse(found: list[Found]) -> None:
    for recording in found:
        with suppress(WireError):
            exact_json.loads(recording.exchange.request.body)
        with suppress(WireError):
            payloads(recording.exchange.response)


def _decode(found: list[Found]) -> None:
    for recording in found:
        spoken = dialect(recognise(recording.exchange) or "")
        with suppress(WireError):
            spoken.read_request(recording.exchange.request)
        with suppress(WireError):
            read_answer(spoken, recording.exchange.response)


def _taken(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(paths: list[Path], repetitions: int, on_the_clock: Callable[[list[str]], tuple[float, float]]) -> Checking:
    """Measure. ``on_the_clock`` runs the command and returns its seconds, and those of the processor."""
    sources = _sources(paths)
    megabytes = sum(source.size for source in sources) / 1e6
    found = _found(sources)
    quiet = Console(quiet=True)
    rates, decoding, judging, parsing = [], [], [], []
    copies: dict[str, list[float]] = {"2": [], "4": []}
    survey(paths, quiet, workers=1)  # loads what is loaded late
    for _ in range(repetitions):
        reading = _taken(lambda: _found(sources))
        parsed, decoded = _taken(lambda: _parse(found)), _taken(lambda: _decode(found))
        checked = _taken(lambda: survey(paths, quiet, workers=1))
        rates.append(megabytes / checked)
        decoding.append(checked / (reading + decoded))
        judging.append((checked - reading) / decoded)
        parsing.append(checked / (reading + parsed))
        for number, times in copies.items():
            times.append(_taken(lambda number=number: survey(paths * int(number), quiet, workers=1)) / checked)  # type: ignore[misc]
    names = [str(path.resolve()) for path in paths * 4]
    two = []
    for _ in range(repetitions):
        alone, together = (on_the_clock(["check", *names, "--format", "json", "--workers", n])[0] for n in ("1", "2"))
        two.append(alone / together)
    return Checking(
        exchanges=len(found),
        megabytes=round(megabytes, 1),
        rate=spread(rates),
        times_decoding=spread(decoding),
        judging_times_decoding=spread(judging),
        times_parsing=spread(parsing),
        copies={number: spread(times) for number, times in copies.items()},
        two_workers=spread(two),
    )
